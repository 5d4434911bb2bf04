import { z } from "zod";
import { Account } from "~models";
import { verifyPassword } from "../../accounts";
import { writeTransaction } from "../../kernel/database/transactions";
import { Required, Verbatim } from "../../kernel/operation/input";
import type { Call } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { admit, type Try } from "../throttle";
import { pass, WRONG_CODE } from "./authenticator";

/** Required again before two-step sign-in is changed, because a session may have been left open. */
export const PasswordAndCode = z.object({
  password: Verbatim(255).min(1, "Please fill in this field."),
  totp: Required(64),
});
type Given = z.output<typeof PasswordAndCode>;

export type Checked = { right: boolean; attempt: Try };

/** Checks the password. Each try counts towards the sign-in limits. */
export async function isOwnPassword(call: Call, { password }: Given): Promise<Checked> {
  const { accountId, username } = call.actor;
  const attempt = await admit(call, "sign-in", username);
  const right = await attempt.judging(async () => {
    const known = await writeTransaction(() => Account.findByPk(accountId, { attributes: ["passwordHash"] }));
    return verifyPassword(known?.passwordHash, password);
  });
  return { right, attempt };
}

/** Uses up the code. Throws 422 if the password or the code is wrong. */
export async function requireBoth({ actor }: Call, { totp }: Given, { right, attempt }: Checked): Promise<void> {
  if (!right) throw invalid({ password: ["This is not your password."] });
  if (!(await pass(actor.accountId, totp))) throw invalid({ totp: [WRONG_CODE] });
  await attempt.forgive();
}
