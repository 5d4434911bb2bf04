import { Op } from "sequelize";
import { z } from "zod";
import { Account, PasswordReset } from "~models";
import { hashPassword, hasUsername, mailAddressOf, refuseGuessable, setPassword } from "../accounts";
import { writeTransaction } from "../kernel/database/transactions";
import { productUrl } from "../kernel/net/urls";
import { Password, PasswordAgain, Required, Text, TypedUsername } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { newToken, tokenHash } from "../kernel/process/secrets";
import { queueMail } from "../mail";
import { startAttempt, clearUsernameFailures } from "./throttle";

const LIFETIME_MS = HOUR_MS;
// Open links per account. More requests within an hour are unlikely to be the owner's.
const MAX_OPEN = 3;

/** The response is the same whether or not username and e-mail match an account. Only the mail reveals a match. */
export const forgot = command({
  name: "auth.forgot",
  does: "ask for a new password",
  allow: anyone,
  type: "AUTH",
  input: z.object({ username: TypedUsername(), email: Required(254) }),
  output: z.object({}),
  // Every request counts, because the response must not depend on whether it matches an account.
  before: (call, { username }) => startAttempt(call, "forgot", username),
  async run({ from, changed }, { username, email }) {
    const token = newToken();
    const moment = now();
    const person = await findRecipient(username);
    // Also runs without an account, so that the response time does not reveal a match.
    const open = await PasswordReset.count({ where: { accountId: person.accountId, expiresAt: { [Op.gt]: moment } } });
    const fits = person.email.toLowerCase() === email.toLowerCase() && open < MAX_OPEN;
    const reset = fits
      ? await PasswordReset.create({
          accountId: person.accountId,
          hash: tokenHash(token),
          createdAt: moment,
          expiresAt: new Date(moment.getTime() + LIFETIME_MS),
        })
      : undefined;
    changed({
      record: "passwordReset",
      id: reset?.id ?? 0,
      before: null,
      after: { ip: from.ip, mailed: reset !== undefined },
      onBehalfOf: reset?.accountId,
    });
    if (reset) await queueMail(resetMail(person.email, username, productUrl(`/reset?token=${token}`)));
    return {};
  },
});

/** The account with this username and its e-mail address. The id is 0 if there is none. */
async function findRecipient(username: string): Promise<{ accountId: number; email: string }> {
  const account = await Account.findOne({ attributes: ["id"], where: hasUsername(username) });
  const accountId = account?.id ?? 0;
  return { accountId, email: await mailAddressOf(accountId) };
}

const resetMail = (to: string, username: string, link: string) => ({
  to,
  subject: "Your new password",
  // The lines are short enough that the outbox stores them unchanged.
  text: [
    `Somebody asked for a new password for "${username}".`,
    "If it was you, open this link within an hour:",
    "",
    link,
    "",
    "If it was not you, do nothing: your password stays as it is.",
    "",
  ].join("\n"),
});

const INVALID_LINK = "This link is no longer valid. Please ask for a new one.";

/** The reset link with this token, and its account. Null if it was used, has expired or its account is deleted. */
const findValidReset = (token: string): Promise<PasswordReset | null> =>
  PasswordReset.findOne({
    where: { hash: tokenHash(token), usedAt: null, expiresAt: { [Op.gt]: now() } },
    include: [Account.undeleted()],
  });

/**
 * Whether a mailed link is still valid, and whose password it sets, so that nobody types a new password for an expired
 * link.
 */
export const resetLink = query({
  name: "auth.resetLink",
  does: "open the link for a new password",
  allow: anyone,
  autocommit: true,
  quiet: true,
  input: z.object({ token: Text(255) }),
  output: z.object({ live: z.boolean(), username: z.string() }),
  secret: ["token"],
  async run(_call, { token }) {
    const reset = await findValidReset(token);
    return { live: reset !== null, username: reset?.account?.username ?? "" };
  },
});

/** Sets a new password through a mailed link, which works once. Ends the account's sessions. */
export const resetPassword = command({
  name: "auth.resetPassword",
  does: "set a new password",
  allow: anyone,
  type: "AUTH",
  input: z
    .object({ token: Required(255), password: Password, passwordConfirm: PasswordAgain })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
      path: ["passwordConfirm"],
      message: "Passwords do not match",
    }),
  output: z.object({}),
  secret: ["token", "password", "passwordConfirm"],
  async before(call, { token, password }) {
    const attempt = await startAttempt(call, "reset", tokenHash(token).toString("hex"));
    const link = await attempt.evaluate(() => writeTransaction(() => findValidReset(token)));
    if (!link?.account) throw invalidForm(INVALID_LINK);
    attempt.withdraw();
    await refuseGuessable(password, link.account.username);
    return hashPassword(password);
  },
  async run({ changed }, { token, password }, hash) {
    const link = await findValidReset(token);
    if (!link?.account) throw invalidForm(INVALID_LINK);
    // Only one of several concurrent requests with the same link sets the password.
    const [used] = await PasswordReset.update({ usedAt: now() }, { where: { id: link.id, usedAt: null } });
    if (used === 0) throw invalidForm(INVALID_LINK);
    const { id, username } = link.account;
    await setPassword(id, password, { hash });
    await clearUsernameFailures(username);
    changed({ record: "account", id, before: { password: "" }, after: { password: "" }, onBehalfOf: id });
    return {};
  },
});
