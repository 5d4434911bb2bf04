import { Account } from "~models";
import { checkPassword } from "../accounts";
import { writeTransaction } from "../kernel/database/transactions";
import { Text } from "../kernel/operation/input";
import type { Call } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { signInAct } from "./known-devices";
import { startAttempt, type Attempt } from "./throttle";
import { inSession } from "./two-step/challenge";
import { requireCode } from "./two-step/require-code";
import { hasSecondStep } from "./two-step/second-step";
import { Assertion } from "./two-step/webauthn";

/** The fields of a second step in an input: a code of the app or a recovery code, or the answer of a passkey. */
export const secondStepFields = { totp: Text(64).optional(), passkey: Assertion.optional() };
type SecondStep = { totp?: string; passkey?: Assertion };

/** The result of `checkOwnPassword`. A command that succeeds calls `attempt.clearFailures`. */
export type PasswordCheck = { isCorrect: boolean; attempt: Attempt };

/**
 * Checks the password of the signed-in person, for commands that an open session alone must not run. Use it as
 * `before`, so that no row is locked while hashing. Each try counts towards the sign-in limits.
 */
export async function checkOwnPassword(call: Call, { password }: { password: string }): Promise<PasswordCheck> {
  const { accountId, username } = call.actor;
  const attempt = await startAttempt(call, await signInAct(username, call.from), username);
  const isCorrect = await attempt.evaluate(async () => {
    const known = await writeTransaction(() => Account.findByPk(accountId, { attributes: ["id", "passwordHash"] }));
    return (await checkPassword(known, password)) !== undefined;
  });
  return { isCorrect, attempt };
}

/**
 * Throws 422 at `password` if it was wrong, and at `totp` or `passkey` if the account has two-step sign-in and its second
 * step is missing or wrong. Uses up the code.
 */
export async function requirePasswordAndCode(call: Call, proof: SecondStep, checked: PasswordCheck): Promise<void> {
  if (!checked.isCorrect) throw invalid({ password: ["This is not your password."] });
  const { accountId } = call.actor;
  if (await hasSecondStep(accountId)) {
    const { totp, passkey } = proof;
    const purpose = passkey && inSession("confirm", call.actor);
    await requireCode(call, accountId, { code: totp, passkey }, { purpose });
  }
  await checked.attempt.clearFailures();
}
