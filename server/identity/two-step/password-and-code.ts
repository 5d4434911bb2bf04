import { z } from "zod";
import { verifyPassword } from "../../accounts";
import { one, writing } from "../../kernel/database";
import { Required, Verbatim } from "../../kernel/input";
import type { Call } from "../../kernel/operation";
import { invalid } from "../../kernel/refusal";
import { sql } from "../../kernel/sql";
import { countTry, forgive } from "../throttle";
import { pass, WRONG_CODE } from "./authenticator";

/** What a person shows once more before the second step is changed: a session that was left open is not enough. */
export const PasswordAndCode = z.object({
  password: Verbatim(255).min(1, "Please fill in this field."),
  totp: Required(64),
});
type Given = z.output<typeof PasswordAndCode>;

/** Whether the password is right. Each try is counted like one to sign in, whatever comes after. */
export async function isOwnPassword({ actor, from: { ip } }: Call, { password }: Given): Promise<boolean> {
  const { accountId, username } = actor;
  const known = await writing(async () => {
    await countTry({ name: username, ip });
    return one<{ password_hash: string }>(sql`SELECT password_hash FROM accounts WHERE id = ${accountId}`);
  });
  return verifyPassword(known?.password_hash, password);
}

/** Uses the code up. Throws 422 where password or code is wrong. */
export async function requireBoth({ actor, from: { ip } }: Call, { totp }: Given, right: boolean): Promise<void> {
  if (!right) throw invalid({ password: ["This is not your password."] });
  if (!(await pass(actor.accountId, totp))) throw invalid({ totp: [WRONG_CODE] });
  await forgive({ name: actor.username, ip });
}
