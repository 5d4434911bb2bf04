import { generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate of a host and its key, as PEM. Generated here because a machine may have no openssl. */
export function aCertificate(host: string): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(SET, sequence(oid(COMMON_NAME), der(UTF8_STRING, Buffer.from(host)))));
  const altNames = sequence(der(DNS_NAME, Buffer.from(host)));
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(OCTET_STRING, sequence(der(BOOLEAN, Buffer.from([0xff]))))),
    sequence(oid(SUBJECT_ALT_NAME), der(OCTET_STRING, altNames)),
  );
  const content = sequence(
    der(VERSION, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(der(UTC_TIME, Buffer.from("200101000000Z")), der(UTC_TIME, Buffer.from("491231235959Z"))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]);
  const certificate = sequence(content, algorithm, der(BIT_STRING, signature));
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

// Tags of DER, and object identifiers as bytes.
const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, OBJECT, UTF8_STRING, UTC_TIME] = [1, 2, 3, 4, 6, 0x0c, 0x17];
const [SEQUENCE, SET, DNS_NAME, VERSION, EXTENSIONS] = [0x30, 0x31, 0x82, 0xa0, 0xa3];
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const SUBJECT_ALT_NAME = "551d11";

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(SEQUENCE, ...parts);
const integer = (value: number) => der(INTEGER, Buffer.from([value]));
const oid = (bytes: string) => der(OBJECT, Buffer.from(bytes, "hex"));
