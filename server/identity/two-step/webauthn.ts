import { isIP } from "node:net";
import { z } from "zod";
import { brand } from "../../kernel/process/brand";
import { productUrl } from "../../kernel/net/urls";

/** The values of the Web Authentication API in their JSON form, in which binary data is base64url. */
const Base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, "Please send base64url.");

/** Browsers may know ways to reach an authenticator that are newer than the product. */
const Transports = z.array(z.string().max(20)).max(10);

/** The specification limits the ID of a credential to 1,023 bytes. */
const CredentialId = Base64url(1_364);

export const Attestation = z
  .object({
    id: CredentialId,
    response: z.object({
      clientDataJSON: Base64url(4_000),
      attestationObject: Base64url(20_000),
      transports: Transports.optional(),
    }),
  })
  .meta({ id: "PasskeyAttestation", description: "A new passkey, as `toJSON()` of the browser returns it." });

export const Assertion = z
  .object({
    id: CredentialId,
    response: z.object({
      clientDataJSON: Base64url(4_000),
      authenticatorData: Base64url(4_000),
      signature: Base64url(4_000),
    }),
  })
  .meta({ id: "PasskeyAssertion", description: "The answer of a passkey, as `toJSON()` of the browser returns it." });
export type Assertion = z.output<typeof Assertion>;

const Descriptor = z.object({ type: z.literal("public-key"), id: z.string(), transports: z.array(z.string()) });
type Descriptor = z.output<typeof Descriptor>;

export const CreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({ residentKey: z.string(), userVerification: z.string() }),
    attestation: z.literal("none"),
  })
  .meta({ id: "PasskeyCreationOptions", description: "The `publicKey` of `navigator.credentials.create`, as JSON." });

export const RequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: z.array(Descriptor),
    userVerification: z.string(),
  })
  .meta({ id: "PasskeyRequestOptions", description: "The `publicKey` of `navigator.credentials.get`, as JSON." });

/** ES256, EdDSA and RS256 as COSE numbers them: together, all authenticators have one. */
const ALGORITHMS = [-7, -8, -257];

/** A PIN or fingerprint where there is one: the password is the other factor, and some security keys have neither. */
const USER_VERIFICATION = "preferred";

/** The host to which passkeys are bound, and the origin of the pages that use them. An IP address cannot be one. */
export function relyingParty(): { id: string; origin: string } {
  const { protocol, hostname, port } = new URL(productUrl("/"));
  const id = isIP(hostname.replace(/^\[|\]$/g, "")) ? "localhost" : hostname;
  return { id, origin: `${protocol}//${id}${port && `:${port}`}` };
}

type User = { id: Buffer; name: string };

export function creationOptions(challenge: string, { id, name }: User, existing: Descriptor[]) {
  return {
    challenge,
    rp: { id: relyingParty().id, name: brand().name },
    user: { id: id.toString("base64url"), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: existing,
    // Without "preferred", phones create a key that is on this phone only.
    authenticatorSelection: { residentKey: "preferred", userVerification: USER_VERIFICATION },
    attestation: "none" as const,
  };
}

export const requestOptions = (challenge: string, allowCredentials: Descriptor[]) => ({
  ...{ challenge, rpId: relyingParty().id, allowCredentials },
  userVerification: USER_VERIFICATION,
});

type Values = Record<string, unknown>;

/** The challenge that a browser has answered. Undefined if the answer cannot be read. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()) as Values;
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const expected = (challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty().origin,
  expectedRPID: relyingParty().id,
  requireUserVerification: false,
});

/** Loaded at the first use, because few processes verify a passkey and the library takes 30 MB. */
const library = () => import("@simplewebauthn/server");

const asCredential = { type: "public-key", clientExtensionResults: {} } as const;

/** The new credential. Undefined if anything about it is wrong: the library throws for each. */
export async function verifyAttestation({ id, response }: z.output<typeof Attestation>, challenge: string) {
  const credential = { id, rawId: id, response, ...asCredential };
  const options = { response: credential, ...expected(challenge), supportedAlgorithmIDs: ALGORITHMS };
  const result = await (await library()).verifyRegistrationResponse(options).catch(() => undefined);
  return result?.verified ? result.registrationInfo.credential : undefined;
}

type Stored = { credentialId: Buffer; publicKey: Buffer; counter: number };

/** The counter after the assertion. Undefined if anything is wrong, such as a counter that did not grow. */
export async function verifyAssertion({ id, response }: Assertion, challenge: string, stored: Stored) {
  const credential = {
    id: stored.credentialId.toString("base64url"),
    publicKey: new Uint8Array(stored.publicKey),
    counter: stored.counter,
  };
  const given = { id, rawId: id, response, ...asCredential };
  const options = { response: given, credential, ...expected(challenge) };
  const result = await (await library()).verifyAuthenticationResponse(options).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}
