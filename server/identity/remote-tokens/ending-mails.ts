import { RemoteToken } from "~models";
import { mailAddressOf, superadminAddresses } from "../../accounts";
import { join, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { isUnreachable, queryRows, readTransaction, writeTransaction } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { DAY_MS } from "../../kernel/time/durations";
import { newYorkTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { queueMail } from "../../mail";
import { isLive, NOTICE_DAYS, noticeOf } from "./tokens";

/** Tokens that no program has used for longer end without a mail. */
const IN_USE_MS = 30 * DAY_MS;
/** Mails about so many tokens are queued at once. The others wait for the next pass. */
const AT_ONCE = 20;

const columns = selectColumns(
  RemoteToken,
  ["id", "accountId", "name", "service", "createdAt", "expiresAt", "lastUsedAt", "warnedDays"],
  { from: "t" },
);
type Ending = RowOf<typeof columns> & { username: string };

/**
 * Queues the mails about client tokens that are in use and end in 14 or 2 days. Several servers may do this at once. After
 * a time without any server, only the later mail is sent.
 */
export async function queueEndingTokens(): Promise<void> {
  try {
    for (const token of await readTransaction(endingTokens)) await writeTransaction(() => queueNotice(token));
  } catch (error) {
    // Reported elsewhere; the mails wait.
    if (!isUnreachable(error)) throw error;
  }
}

function endingTokens(): Promise<Ending[]> {
  const since = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const due = NOTICE_DAYS.map(
    (days) => sql`(t.expires_at <= ${since(days * DAY_MS)} AND coalesce(t.warned_days > ${days}, true)
      AND t.expires_at - t.created_at > make_interval(hours => ${24 * days}))`,
  );
  return queryRows<Ending>(sql`
    SELECT ${columns}, accounts.username FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id
    WHERE t.kind = 'client' AND ${isLive()} AND t.last_used_at > ${since(-IN_USE_MS)} AND (${join(due, sql` OR `)})
    ORDER BY t.id LIMIT ${AT_ONCE}`);
}

/** Notes the notice and queues its mails in one transaction. Does nothing if another server has done so meanwhile. */
async function queueNotice(token: Ending): Promise<void> {
  const { id, accountId, service, warnedDays: former } = token;
  const warnedDays = noticeOf(token) ?? null;
  const [noted] = await RemoteToken.update({ warnedDays }, { where: { id, revokedAt: null, warnedDays: former } });
  if (noted === 0) return;
  // A service token is of the organization, so all superadmins get its mails.
  const addresses = new Set([await mailAddressOf(accountId), ...(service ? await superadminAddresses() : [])]);
  for (const [index, to] of [...addresses].filter(Boolean).entries()) {
    await queueMail({ to, ...mailOf(token), key: `token-${id}-${warnedDays}-${index}` });
  }
}

function mailOf({ id, name, username, service, expiresAt, lastUsedAt }: Ending): { subject: string; text: string } {
  const called = name || `#${id}`;
  const days = Math.ceil((expiresAt.getTime() - now().getTime()) / DAY_MS);
  return {
    subject: `The token "${called}" ends in ${days === 1 ? "1 day" : `${days} days`}`,
    // The lines are short enough that the outbox stores them unchanged.
    text: [
      service ? "A service token ends soon:" : "A client token of your account ends soon:",
      ...["", `Name: ${called}`, `Account: ${username}`, `Ends: ${newYorkTime(expiresAt)}`],
      ...(lastUsedAt ? [`Last used: ${newYorkTime(lastUsedAt)}`] : []),
      "",
      "Programs that use it are refused from then on.",
      "Create another one and put it into the program:",
      ...["", productUrl("/app/profile/tokens"), ""],
    ].join("\n"),
  };
}
