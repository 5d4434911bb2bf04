import { UsedChallenge } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import { forbidden } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";
import { sealForAccount, tokenHash, unsealForAccount } from "../../kernel/process/secrets";
import { now } from "../../kernel/time/now";

/** The use of a challenge: a sign-in after the right password, or an act in one session. */
export type Purpose = `sign-in:${string}` | `confirm:${number}` | `add:${number}`;

export const signInWith = (ticket: string): Purpose => `sign-in:${tokenHash(ticket).toString("base64url")}`;

/** Throws 403 without a session: a client token has none. */
export function inSession(act: "confirm" | "add", { sessionId }: Actor): Purpose {
  if (sessionId === null) throw forbidden("A client token cannot use passkeys. Sign in with your password.");
  return `${act}:${sessionId}`;
}

/** The value that a passkey signs: random, sealed for its account and purpose, valid for five minutes; base64url. */
export const newChallenge = (accountId: number, purpose: Purpose): string =>
  sealForAccount("passkey", accountId, purpose);

/** Uses up a challenge. Returns false if it is of another account or purpose, has expired or was used before. */
export async function spendChallenge(accountId: number, challenge: string, purpose: Purpose): Promise<boolean> {
  if (unsealForAccount("passkey", accountId, challenge) !== purpose) return false;
  return createIfAbsent(UsedChallenge, { hash: tokenHash(challenge), usedAt: now() });
}
