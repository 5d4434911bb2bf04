import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** A software authenticator, and the browser around it: ES256, attestation "none" (WebAuthn, level 3). */

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

/** CBOR of the values that an attestation has: integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const items = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)]);
  return Buffer.concat([head(5, value.size), ...items]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

type Wrong = { origin?: string; rpId?: string; challenge?: string; id?: string; type?: string };

export class TestAuthenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  counter = 0;

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    this.#publicKey = cbor(cose);
  }

  #data(rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest]);
  }

  #client(type: string, challenge: string, { origin = this.origin, ...wrong }: Wrong): Buffer {
    const data = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  /** The answer to creation options. */
  create({ challenge, rp }: { challenge: string; rp: { id: string } }, wrong: Wrong = {}) {
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const authData = this.#data(wrong.rpId ?? rp.id, USER_PRESENT | USER_VERIFIED | ATTESTED, credential);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: base64url(this.id),
      response: {
        clientDataJSON: base64url(this.#client("webauthn.create", challenge, wrong)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** The answer to a request, with the next value of the counter. */
  get({ challenge, rpId }: { challenge: string; rpId: string }, wrong: Wrong = {}) {
    this.counter += 1;
    const authenticatorData = this.#data(wrong.rpId ?? rpId, USER_PRESENT | USER_VERIFIED);
    const client = this.#client("webauthn.get", challenge, wrong);
    const signed = createSign("SHA256").update(Buffer.concat([authenticatorData, sha256(client)]));
    return {
      id: wrong.id ?? base64url(this.id),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signed.sign(this.#key)),
      },
    };
  }
}
