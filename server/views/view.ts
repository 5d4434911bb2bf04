import { z } from "zod";
import { Account, SavedView, VIEW_MAILS } from "~models";
import { all, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, hasRole, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { remoteTokens } from "../identity";
import { openablePaths, screenAt } from "./screens";

export const ViewMail = z.enum(VIEW_MAILS, "Please choose none, daily, weekly or half.");

export const ViewOutput = z
  .object({
    id: z.int(),
    name: z.string(),
    screen: z.string(),
    query: z.string(),
    shared: z.boolean(),
    isStart: z.boolean(),
    mail: ViewMail,
    /** The title of the screen. */
    title: z.string(),
    own: z.boolean(),
    owner: z.string(),
    lastUsedAt: z.string().nullable(),
    feed: z.object({ expiresAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
    version: z.int(),
  })
  .meta({ id: "View", description: "A list, log or report under a name." });
export type ViewOutput = z.output<typeof ViewOutput>;

const columns = selectColumns(
  SavedView,
  ["id", "accountId", "name", "screen", "query", "shared", "isStart", "mail", "lastUsedAt", "version"],
  { from: "v" },
);
const ownerColumns = selectColumns(Account, [], { as: { owner: "username" } });
export type ViewRow = RowOf<typeof columns> &
  RowOf<typeof ownerColumns> & { feedExpiresAt: Date | null; feedUsedAt: Date | null };

export const viewColumns = sql`${columns}, ${ownerColumns},
  t.expires_at AS "feedExpiresAt", t.last_used_at AS "feedUsedAt"`;
/** A view has one feed at most. */
export const viewTables = sql`saved_views v JOIN accounts ON accounts.id = v.account_id
  LEFT JOIN remote_tokens t ON t.view_id = v.id AND ${remoteTokens.isLive()}`;

/** Accounts whose shared views the actor sees: their office's manager, or for admins all admins. */
const sharesWith = (actor: Actor): Statement =>
  hasRole(actor, "admin")
    ? sql`accounts.role <= ${levels.admin}`
    : sql`accounts.id = (SELECT account_id FROM offices WHERE id = ${actor.companyId})`;

/** One's own views, and those shared with the actor of screens that they may open. */
export const viewsVisible = (actor: Actor): Statement => sql`(v.account_id = ${actor.accountId}
  OR ${all([
    sql`v.shared AND accounts.deleted_at IS NULL`,
    sharesWith(actor),
    sql`v.screen = ANY(${openablePaths(actor)}::text[])`,
  ])})`;

/** The start screen, the mails and the feed belong to the owner. */
export function toOutput(actor: Actor, row: ViewRow): ViewOutput {
  const { accountId, feedExpiresAt: expiresAt, feedUsedAt, isStart, mail, lastUsedAt, ...view } = row;
  const own = accountId === actor.accountId;
  return {
    ...view,
    ...{ own, isStart: own && isStart, mail: own ? mail : "none" },
    title: screenAt(view.screen)?.title ?? view.screen,
    lastUsedAt: lastUsedAt && isoTime(lastUsedAt),
    feed: own && expiresAt ? { expiresAt: isoTime(expiresAt), lastUsedAt: feedUsedAt && isoTime(feedUsedAt) } : null,
  };
}

/** A view that the actor may open. Throws 404. */
export async function findView(actor: Actor, id: number): Promise<ViewOutput> {
  const row = await queryOne<ViewRow>(sql`
    SELECT ${viewColumns} FROM ${viewTables} WHERE v.id = ${id} AND ${viewsVisible(actor)}`);
  if (!row) throw noSuch("view");
  return toOutput(actor, row);
}
