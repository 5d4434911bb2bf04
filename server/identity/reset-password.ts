import { z } from "zod";
import { Op } from "sequelize";
import { Account, PasswordReset } from "~models";
import { hashPassword, refuseGuessable, setPassword } from "../accounts";
import { now } from "../kernel/periods/now";
import { writeTransaction } from "../kernel/database/transactions";
import { Password, Required, Text, Verbatim } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { tokenHash } from "../kernel/process/secrets";
import { admit, forgiveName } from "./throttle";

const DEAD = "This link is no longer valid. Please ask for a new one.";

/** The reset link with this token, and its account. Null if it was used, has expired or its account is deleted. */
const findLive = (token: string): Promise<PasswordReset | null> =>
  PasswordReset.findOne({
    where: { hash: tokenHash(token), usedAt: null, expiresAt: { [Op.gt]: now() } },
    include: [Account.present()],
  });

/** Checks whether a mailed link is still valid, so that nobody types a new password in vain. */
export const resetLink = query({
  name: "auth.resetLink",
  does: "open the link for a new password",
  allow: anyone,
  single: true,
  quiet: true,
  input: z.object({ token: Text(255) }),
  output: z.object({ live: z.boolean() }),
  secret: ["token"],
  run: async (_call, { token }) => ({ live: (await findLive(token)) !== null }),
});

/** Sets a new password through a mailed link, which works once. Ends the account's sessions. */
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
    const link = await attempt.judging(() => writeTransaction(() => findLive(token)));
    if (!link?.account) throw invalidForm(DEAD);
    attempt.takeBack();
    refuseGuessable(password, link.account.username);
    return hashPassword(password);
  },
  async run({ changed }, { token, password }, hash) {
    const link = await findLive(token);
    if (!link?.account) throw invalidForm(DEAD);
    // Only one of several concurrent requests with the same link sets the password.
    const [used] = await PasswordReset.update({ usedAt: now() }, { where: { id: link.id, usedAt: null } });
    if (used === 0) throw invalidForm(DEAD);
    const { id, username } = link.account;
    await setPassword(id, password, { hash });
    await forgiveName(username);
    changed({ record: "account", id, before: { password: "" }, after: { password: "" }, onBehalfOf: id });
    return {};
  },
});
