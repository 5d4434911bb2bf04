import { z } from "zod";
import { isNamed } from "../accounts";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { HOUR_MS } from "../kernel/durations";
import { Required } from "../kernel/input";
import { command } from "../kernel/operation";
import { anyone } from "../kernel/roles";
import { newToken, tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";
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
    const made = await one<{ id: number; account_id: number; email: string }>(sql`
      WITH person AS (
        SELECT accounts.id, coalesce(agents.email, offices.man_email, admins.email) AS email FROM accounts
        LEFT JOIN agents ON agents.account_id = accounts.id
        LEFT JOIN offices ON offices.account_id = accounts.id
        LEFT JOIN admins ON admins.account_id = accounts.id
        WHERE ${isNamed(username)}),
      made AS (
        INSERT INTO password_resets (account_id, hash, created_at, expires_at)
        SELECT id, ${tokenHash(token)}, ${moment}, ${new Date(moment.getTime() + LASTS)} FROM person
        WHERE lower(email) = lower(${email}) AND ${MOST} > (
          SELECT count(*) FROM password_resets p WHERE p.account_id = person.id AND p.expires_at > ${moment})
        RETURNING id, account_id)
      SELECT made.id, made.account_id, person.email FROM made JOIN person ON person.id = made.account_id`);
    // A row either way: whether a mail goes out is not to be read from the time that the answer takes.
    changed({
      record: "passwordReset",
      id: made?.id ?? 0,
      before: null,
      after: { ip: from.ip, mailed: made !== undefined },
      onBehalfOf: made?.account_id,
    });
    if (made) after(() => sendMail(mailOf(made.email, username, productUrl(`/reset?token=${token}`))));
    return {};
  },
});

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
