import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { maySignIn } from "../../accounts";
import { column, join, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { type Actor, areas, hasRole, levels, scopes } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { DAY_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";

/**
 * Condition for the accounts that `maker` may create sign-in links for: their own, for managers also those of the
 * office's agents, for superadmins those of all other roles. Checked again when a link is used.
 * Every request with a client token checks it.
 */
const canReachSql = (creator: Statement, account: Statement): Statement => sql`EXISTS (
  SELECT 1 FROM accounts m WHERE m.id = ${creator} AND (m.id = ${account}
    OR (m.role = ${levels.superadmin} AND ${account} IN (SELECT id FROM accounts WHERE role > ${levels.superadmin}))
    OR (m.role = ${levels.company} AND ${account} IN (
      SELECT agents.account_id FROM agents JOIN offices ON offices.id = company_id WHERE offices.account_id = m.id))))`;

/** The same rule for one account. */
export const canReach = async (creatorId: number, accountId: number): Promise<boolean> =>
  (await queryOne(sql`SELECT 1 WHERE ${canReachSql(sql`${creatorId}::int`, sql`${accountId}::int`)}`)) !== undefined;

/** The rule of `RemoteToken.visibleTo` as a condition on `t`, for lists. */
const isVisible = (actor: Actor): Statement => {
  const owners = join(RemoteToken.ownerColumns.map((name) => sql`t.${column(RemoteToken, name)}`));
  const ofOrganization = hasRole(actor, "superadmin") ? sql`t.service` : sql`false`;
  return sql`(${actor.accountId} IN (${owners}) OR ${ofOrganization})`;
};

/** Prefix of client tokens. Distinguishes them from bearer tokens and lets secret scanners find leaked ones. */
export const CLIENT_PREFIX = "ct_";

/** Condition for a token `t`, if any, of the account `accounts`: a service token opens nothing while its creator is suspended. */
export const isActiveIfService: Statement = sql`(t.service IS NOT TRUE OR accounts.active)`;

/**
 * Condition for a valid token `t` of the account `accounts`. The token is not used, revoked or expired. The account may
 * sign in and its role is unchanged. The creator of the token may sign in and may still create links for the account.
 * Every request with a client token checks it.
 */
export const isLive = (): Statement => sql`
  t.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ${now()} AND t.role = accounts.role AND ${maySignIn()}
  AND ${isActiveIfService}
  AND EXISTS (SELECT 1 FROM accounts maker WHERE maker.id = t.created_by AND ${maySignIn(sql`maker`)})
  AND ${canReachSql(sql`t.created_by`, sql`t.account_id`)}`;

/** How logs and the audit name a service token `t`; null for others. No username has a blank. */
export const serviceName: Statement = sql`CASE WHEN t.service THEN 'service token ' || t.name || ' #' || t.id END`;

/** The days before its end on which the owner of a client token gets a mail, the earliest first. */
export const NOTICE_DAYS = [14, 2] as const;
type Lifetime = { createdAt: Date; expiresAt: Date };

/** The days of the last notice that is due by now. Undefined before the first. A token has no notice of its whole lifetime. */
export const noticeOf = ({ createdAt, expiresAt }: Lifetime): number | undefined =>
  NOTICE_DAYS.findLast((days) => {
    const from = expiresAt.getTime() - days * DAY_MS;
    return from > createdAt.getTime() && from <= now().getTime();
  });

export const TokenRow = z
  .object({
    id: z.int(),
    accountId: z.int(),
    username: z.string(),
    kind: z.enum(["browser", "client"]),
    name: z.string(),
    scope: z.enum(scopes),
    /** The areas of calls to which it is limited; null for all of them. */
    areas: z.array(z.enum(areas)).nullable(),
    /** It belongs to the organization: it outlives a new password of its creator, and all superadmins see it. */
    service: z.boolean(),
    /** Username of the token's creator, if that is another account. */
    by: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    /** It is a client token in its last 14 days, or 2 if it was made for 7. */
    endsSoon: z.boolean(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: "RemoteToken", description: "A client token or sign-in link, without its value." });
export type TokenRow = z.output<typeof TokenRow>;

const tokenColumns = selectColumns(
  RemoteToken,
  ["id", "accountId", "kind", "name", "scope", "areas", "service", "createdAt", "expiresAt", "lastUsedAt"],
  { from: "t" },
);
const ownerColumns = selectColumns(Account, ["username"]);
type Row = Omit<RowOf<typeof tokenColumns>, "kind"> & RowOf<typeof ownerColumns> & Pick<TokenRow, "by" | "kind">;

/** FROM and WHERE for the valid tokens that the account may see. Feeds are listed with their views. */
export const visible = (actor: Actor) => sql`
  FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id 
  WHERE ${isLive()} AND t.kind <> 'feed' AND ${isVisible(actor)}`;

type Kept = Pick<RemoteToken, "kind" | "name" | "scope" | "areas" | "service">;

/** The fields of a token that the audit keeps. */
export const auditedToken = ({ kind, name, scope, areas: limits, service }: Kept) => ({
  ...{ kind, name, scope },
  ...(limits && { areas: limits }),
  ...(service && { service }),
});

/** Newest first. `part` is an optional LIMIT clause. */
export async function tokenRows(actor: Actor, part = sql``): Promise<TokenRow[]> {
  const tokens = await queryRows<Row>(sql`
    SELECT ${tokenColumns}, ${ownerColumns},
           (SELECT by.username FROM accounts by WHERE by.id = t.created_by AND by.id <> t.account_id) AS by
    ${visible(actor)} ORDER BY t.id DESC ${part}`);
  return tokens.map((row) => ({
    ...row,
    createdAt: isoTime(row.createdAt),
    expiresAt: isoTime(row.expiresAt),
    endsSoon: row.kind === "client" && noticeOf(row) !== undefined,
    lastUsedAt: row.lastUsedAt && isoTime(row.lastUsedAt),
  }));
}
