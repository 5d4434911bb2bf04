import { Authenticator } from "~models";
import { writeAudit } from "../../kernel/operation/audit";
import type { Call } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { HOUR_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { verifyCode } from "./authenticator";
import type { Purpose } from "./challenge";
import { spendRefused, verifyPasskey } from "./passkeys";
import { CODE_REQUIRED } from "./ticket";
import type { Assertion } from "./webauthn";

/** In a row. An app shows the right code, so nobody who has it types as many. */
const MAX_WRONG = 10;
const LOCKED_MS = HOUR_MS;

const WRONG = "This code is wrong or was used before. Please enter the next one.";
const WRONG_PASSKEY = "This passkey was not accepted. Please try again, or enter a code.";
const LOCKED = "There were too many wrong codes. Please enter a recovery code, or try again in an hour.";

export type Proof = { code?: string; passkey?: Assertion };

/**
 * Uses up a code from the app or a recovery code, or the answer of a passkey to a challenge for this purpose. Returns which
 * one it was. Throws 422 at `field` or at `passkey`. After ten wrong ones in a row, codes of the app are refused for an
 * hour and the owner gets a mail: somebody who guesses has the password.
 */
export async function requireCode(
  call: Call,
  accountId: number,
  { code, passkey }: Proof,
  { purpose, field = "totp" }: { purpose?: Purpose; field?: string },
): Promise<"app" | "recovery" | "passkey"> {
  if (passkey && purpose) {
    if (await verifyPasskey(accountId, passkey, purpose)) return "passkey";
    call.onSettled(() => spendRefused(accountId, passkey, purpose));
    call.onSettled(() => countWrong(accountId));
    throw invalid({ passkey: [WRONG_PASSKEY] });
  }
  if (!code) throw invalid({ [field]: [CODE_REQUIRED] });
  const found = await verifyCode(accountId, code);
  if (found === "locked") throw invalid({ [field]: [LOCKED] });
  if (found !== "wrong") return found;
  call.onSettled(() => countWrong(accountId));
  throw invalid({ [field]: [WRONG] });
}

async function countWrong(accountId: number): Promise<void> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  if (!authenticator?.confirmedAt) return;
  const wrongCodes = authenticator.wrongCodes + 1;
  if (wrongCodes < MAX_WRONG) {
    await authenticator.update({ wrongCodes });
    return;
  }
  const lockedUntil = new Date(now().getTime() + LOCKED_MS);
  await authenticator.update({ wrongCodes: 0, lockedUntil });
  const change = { before: { lockedUntil: null }, after: { lockedUntil } };
  await writeAudit("auth.twoStep.lock", null, [{ record: "twoStep", id: accountId, ...change, onBehalfOf: accountId }]);
}
