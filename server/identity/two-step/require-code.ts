import { Authenticator } from "~models";
import { writeAudit } from "../../kernel/operation/audit";
import type { Call } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { HOUR_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { verifyCode } from "./authenticator";

/** In a row. An app shows the right code, so nobody who has it types as many. */
const MAX_WRONG = 10;
const LOCKED_MS = HOUR_MS;

const WRONG = "This code is wrong or was used before. Please enter the next one.";
const LOCKED = "There were too many wrong codes. Please enter a recovery code, or try again in an hour.";

/**
 * Uses up a code from the app or a recovery code, and returns which one it was. Throws 422 at `field`. After ten wrong ones
 * in a row, codes of the app are refused for an hour and the owner gets a mail: somebody who guesses has the password.
 */
export async function requireCode(
  call: Call,
  accountId: number,
  typed: string,
  field = "totp",
): Promise<"app" | "recovery"> {
  const found = await verifyCode(accountId, typed);
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
