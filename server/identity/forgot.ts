import { Op } from "sequelize";
import { z } from "zod";
import { Account, Admin, Agent, Office, PasswordReset } from "~models";
import { isNamed } from "../accounts";
import { now } from "../kernel/clock";
import { HOUR_MS } from "../kernel/durations";
import { Required } from "../kernel/input";
import { command } from "../kernel/operation";
import { anyone } from "../kernel/roles";
import { newToken, tokenHash } from "../kernel/secrets";
import { sendMail } from "../mail";
import { productUrl } from "../kernel/product-url";
import { admit } from "./throttle";

const LASTS = HOUR_MS;
// More than a few in an hour are not the owner's.
const MOST = 3;

/** The answer is the same whether name and e-mail fit an account or not; the mail tells its owner alone. */
export const forgot = command({
  name: "auth.forgot",
  does: "ask for a new password",
  allow: anyone,
  type: "AUTH",
  input: z.object({ username: Required(255), email: Required(254) }),
  output: z.object({}),
  // Each ask counts, for an answer must not depend on whether it fits an account.
  before: (call, { username }) => admit(call, "forgot", username),
  async run({ from, changed, after }, { username, email }) {
    const token = newToken();
    const moment = now();
    const person = await personOf(username);
    // Asked for nobody too: whether name and e-mail fit is not to be read from the time that the answer takes.
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

/** The account of this name and its e-mail; id 0 for nobody. */
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
  // Lines short enough to lie in the outbox as they are.
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
