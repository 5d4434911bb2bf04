import { Op } from "sequelize";
import { z } from "zod";
import { Account, Admin, Agent, Office, PasswordReset } from "~models";
import { isNamed } from "../accounts";
import { now } from "../kernel/periods/now";
import { HOUR_MS } from "../kernel/periods/durations";
import { Required } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { anyone } from "../kernel/operation/roles";
import { newToken, tokenHash } from "../kernel/process/secrets";
import { sendMail } from "../mail";
import { productUrl } from "../kernel/net/product-url";
import { admit } from "./throttle";

const LASTS = HOUR_MS;
// Open links per account. More requests within an hour are unlikely to be the owner's.
const MOST = 3;

/** The response is the same whether or not username and e-mail match an account. Only the mail reveals a match. */
export const forgot = command({
  name: "auth.forgot",
  does: "ask for a new password",
  allow: anyone,
  type: "AUTH",
  input: z.object({ username: Required(255), email: Required(254) }),
  output: z.object({}),
  // Every request counts, because the response must not depend on whether it matches an account.
  before: (call, { username }) => admit(call, "forgot", username),
  async run({ from, changed, after }, { username, email }) {
    const token = newToken();
    const moment = now();
    const person = await personOf(username);
    // Also runs without an account, so that the response time does not reveal a match.
    const open = await PasswordReset.count({ where: { accountId: person.accountId, expiresAt: { [Op.gt]: moment } } });
    const fits = person.email.toLowerCase() === email.toLowerCase() && open < MOST;
    const made = fits
      ? await PasswordReset.create({
          accountId: person.accountId,
          hash: tokenHash(token),
          createdAt: moment,
          expiresAt: new Date(moment.getTime() + LASTS),
        })
      : undefined;
    changed({
      record: "passwordReset",
      id: made?.id ?? 0,
      before: null,
      after: { ip: from.ip, mailed: made !== undefined },
      onBehalfOf: made?.accountId,
    });
    if (made) after(() => sendMail(mailOf(person.email, username, productUrl(`/reset?token=${token}`))));
    return {};
  },
});

/** The account with this username and its e-mail address. The id is 0 if there is none. */
async function personOf(username: string): Promise<{ accountId: number; email: string }> {
  const account = await Account.findOne({ attributes: ["id"], where: isNamed(username) });
  const accountId = account?.id ?? 0;
  const agent = await Agent.findOne({ attributes: ["email"], where: { accountId } });
  const office = await Office.findOne({ attributes: ["manEmail"], where: { accountId } });
  const admin = await Admin.findOne({ attributes: ["email"], where: { accountId } });
  return { accountId, email: agent?.email ?? office?.manEmail ?? admin?.email ?? "" };
}

const mailOf = (to: string, username: string, link: string) => ({
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
