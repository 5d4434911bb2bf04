import { z } from "zod";
import { hashPassword, setPassword } from "../accounts";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { Password, Required, Verbatim } from "../kernel/input";
import { command } from "../kernel/operation";
import { invalidForm } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { forgiveName } from "./throttle";

/** The link of a mail gives its account a new password, once; whoever was signed in by the old one is out. */
export const resetPassword = command({
  name: "auth.resetPassword",
  does: "set a new password",
  allow: anyone,
  type: "AUTH",
  input: z
    .object({ token: Required(255), password: Password, passwordConfirm: Verbatim(255) })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
      path: ["passwordConfirm"],
      message: "Passwords do not match",
    }),
  output: z.object({}),
  secret: ["token", "password", "passwordConfirm"],
  before: (_call, { password }) => hashPassword(password),
  async run({ changed }, { token, password }, hash) {
    const used = await one<{ account_id: number; username: string }>(sql`
      UPDATE password_resets SET used_at = ${now()} FROM accounts
      WHERE hash = ${tokenHash(token)} AND used_at IS NULL AND expires_at > ${now()}
        AND accounts.id = account_id AND accounts.deleted_at IS NULL
      RETURNING account_id, accounts.username`);
    if (!used) throw invalidForm("This link is no longer valid. Please ask for a new one.");
    await setPassword(used.account_id, password, { hash });
    await forgiveName(used.username);
    changed({
      record: "account",
      id: used.account_id,
      before: { password: "" },
      after: { password: "" },
      onBehalfOf: used.account_id,
    });
    return {};
  },
});
