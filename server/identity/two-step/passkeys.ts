import type { z } from "zod";
import { Authenticator, Passkey } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import type { Actor } from "../../kernel/operation/roles";
import { keyedHash } from "../../kernel/process/secrets";
import { now } from "../../kernel/time/now";
import { inSession, newChallenge, type Purpose, spendChallenge } from "./challenge";
import {
  type Assertion,
  type Attestation,
  challengeOf,
  creationOptions,
  requestOptions,
  verifyAssertion,
  verifyAttestation,
} from "./webauthn";

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  ...{ type: "public-key" as const, id: credentialId.toString("base64url"), transports },
});

/** The options with which a browser creates another passkey for the signed-in account. */
export function newPasskeyOptions(actor: Actor, passkeys: readonly Passkey[]) {
  const { accountId, username } = actor;
  // Authenticators store the ID: it must not say who the person is.
  const id = keyedHash("passkey-user", String(accountId));
  const challenge = newChallenge(accountId, inSession("add", actor));
  return creationOptions(challenge, { id, name: username }, passkeys.map(descriptorOf));
}

/** The options with which a browser asks for one of these passkeys of an account. Null if there are none. */
export const passkeyOptions = (accountId: number, passkeys: readonly Passkey[], purpose: Purpose) =>
  passkeys.length === 0 ? null : requestOptions(newChallenge(accountId, purpose), passkeys.map(descriptorOf));

/** Stores a new passkey of the signed-in account. Undefined if it is not valid, or is somebody's already. */
export async function addPasskey(
  actor: Actor,
  name: string,
  attestation: z.output<typeof Attestation>,
): Promise<Passkey | undefined> {
  const { accountId } = actor;
  const challenge = challengeOf(attestation);
  if (challenge === undefined || !(await spendChallenge(accountId, challenge, inSession("add", actor)))) {
    return undefined;
  }
  const credential = await verifyAttestation(attestation, challenge);
  if (!credential) return undefined;
  const credentialId = Buffer.from(credential.id, "base64url");
  const added = await createIfAbsent(Passkey, {
    ...{ accountId, name, credentialId, createdAt: now() },
    ...{ publicKey: Buffer.from(credential.publicKey), counter: credential.counter },
    transports: attestation.response.transports ?? [],
  });
  return added ? ((await Passkey.findOne({ where: { accountId, credentialId } })) ?? undefined) : undefined;
}

/** Checks the answer of one of the account's passkeys to a challenge with this purpose, and uses the challenge up. */
export async function verifyPasskey(accountId: number, assertion: Assertion, purpose: Purpose): Promise<boolean> {
  const credentialId = Buffer.from(assertion.id, "base64url");
  const passkey = await Passkey.findOne({ where: { accountId, credentialId }, lock: true });
  const challenge = challengeOf(assertion);
  if (challenge === undefined || !(await spendChallenge(accountId, challenge, purpose)) || !passkey) return false;
  const counter = await verifyAssertion(assertion, challenge, passkey);
  if (counter === undefined) return false;
  await passkey.update({ counter, lastUsedAt: now() });
  await Authenticator.update({ wrongCodes: 0 }, { where: { accountId } });
  return true;
}

/** Uses up the challenge of an answer that was refused. */
export async function spendRefused(accountId: number, assertion: Assertion, purpose: Purpose): Promise<void> {
  const challenge = challengeOf(assertion);
  if (challenge !== undefined) await spendChallenge(accountId, challenge, purpose);
}
