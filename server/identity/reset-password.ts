import { z } from "zod";
import { hashPassword, refuseGuessable, setPassword } from "../accounts";
import { now } from "../kernel/clock";
import { one, writing } from "../kernel/database";
import { Password, Required, Text, Verbatim } from "../kernel/input";
import { command, query } from "../kernel/operation";
import { invalidForm } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql, type Statement } from "../kernel/sql";
import { admit, forgiveName } from "./throttle";

const DEAD = "This link is no longer valid. Please ask for a new one.";

/** Condition on `password_resets` and `accounts`: the link of this token, while it can still be used. */
const isLive = (token: string): Statement => sql`
  (hash = ${tokenHash(token)} AND used_at IS NULL AND expires_at > ${now()}
    AND accounts.id = account_id AND accounts.deleted_at IS NULL)`;

/** Whether the link of a mail can still be used, before anybody types a password twice. */
export const resetLink = query({
  name: "auth.resetLink",
  does: "open the link for a new password",
  allow: anyone,
  single: true,
  quiet: true,
  input: z.object({ token: Text(255) }),
  output: z.object({ live: z.boolean() }),
  secret: ["token"],
  run: async (_call, { token }) => ({
    live: (await one(sql`SELECT 1 FROM password_resets, accounts WHERE ${isLive(token)}`)) !== undefined,
  }),
});

/** The link of a mail gives its account a new password, once, and ends the sessions that the old one opened. */
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
  async before(call, { token, password }) {
    const attempt = await admit(call, "reset", tokenHash(token).toString("hex"));
    const owner = await attempt.judging(() =>
      writing(() =>
        one<{ username: string }>(sql`SELECT username FROM password_resets, accounts WHERE ${isLive(token)}`),
      ),
    );
    if (!owner) throw invalidForm(DEAD);
    attempt.takeBack();
    refuseGuessable(password, owner.username);
    return hashPassword(password);
  },
  async run({ changed }, { token, password }, hash) {
    const used = await one<{ account_id: number; username: string }>(sql`
      UPDATE password_resets SET used_at = ${now()} FROM accounts WHERE ${isLive(token)}
      RETURNING account_id, accounts.username`);
    if (!used) throw invalidForm(DEAD);
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
