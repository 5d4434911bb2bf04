import Bowser from "bowser";
import { type Attributes, Op, type WhereOptions } from "sequelize";
import { z } from "zod";
import { RemoteToken, Session } from "~models";
import { endSession, isOpenSession } from "../../accounts";
import { type Nullable, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import type { Call } from "../../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../../kernel/operation/page";
import type { Actor } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { brand } from "../../kernel/process/brand";

/** The open sessions of one account, as listed to its owner and to those who manage it. */

const MAX_DEVICE_LENGTH = 60;

/** A readable name for a user agent, such as "Chrome on Linux" or "curl". Unknown ones are cut to their first word. */
export function deviceOf(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name].filter(Boolean);
  if (words.length > 0) return words.join(" on ");
  return (/^[^\s/]+/.exec(userAgent.trim())?.[0] ?? userAgent).slice(0, MAX_DEVICE_LENGTH);
}

const sessionColumns = selectColumns(Session, ["id", "kind", "userAgent", "createdAt", "lastSeenAt", "expiresAt"], {
  from: "s",
});
const tokenColumns = selectColumns(RemoteToken, [], { from: "t", as: { tokenName: "name" } });
type Row = RowOf<typeof sessionColumns> &
  Nullable<RowOf<typeof tokenColumns>> &
  Pick<Attributes<Session>, "ip"> & { by: string | null };

const columns = { lastSeenAt: sql`s.last_seen_at`, createdAt: sql`s.created_at` };

export const SessionPaging = Paging(["lastSeenAt", "createdAt"], "lastSeenAt", false);
export const Sessions = List(
  z.object({
    id: z.int(),
    kind: z.enum(["browser", "bearer"]),
    tokenName: z.string().nullable(),
    /** Username of the person who views the account in it or created the link that opened it, if that is another account. */
    by: z.string().nullable(),
    device: z.string(),
    ip: z.string().nullable().optional(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    expiresAt: z.string(),
    current: z.boolean(),
  }),
);

/** One statement reads a page of the list with the people who opened the sessions. */
export async function sessionsOf(
  actor: Actor,
  accountId: number,
  paging: z.output<typeof SessionPaging>,
): Promise<z.input<typeof Sessions>> {
  const live = sql`s.account_id = ${accountId} AND ${isOpenSession(sql`s`)}`;
  const sessions = await queryRows<Row>(sql`
      SELECT ${sessionColumns}, ${tokenColumns}, coalesce(maker.username, viewer.username) AS by, host(s.ip) AS ip
      FROM sessions s LEFT JOIN remote_tokens t ON t.id = s.remote_token_id
      LEFT JOIN accounts maker ON maker.id = t.created_by AND maker.id <> t.account_id
      LEFT JOIN sessions viewing ON viewing.id = s.viewer_session_id
      LEFT JOIN accounts viewer ON viewer.id = viewing.account_id
      WHERE ${live} ${orderBy(columns, paging, sql`s.id`)} ${limit(paging)}`);
  const counted = await queryOne<{ total: number }>(sql`SELECT count(*)::int AS total FROM sessions s WHERE ${live}`);
  const items = sessions.map(({ ip, userAgent, createdAt, lastSeenAt, expiresAt, ...row }) => ({
    ...row,
    ...(brand().IPVisible ? { ip } : {}),
    device: deviceOf(userAgent),
    createdAt: isoTime(createdAt),
    lastSeenAt: isoTime(lastSeenAt),
    expiresAt: isoTime(expiresAt),
    current: row.id === actor.sessionId,
  }));
  return { items, total: counted?.total ?? 0 };
}

/** Ends the open sessions that match, each with its audit row. Returns how many there were. */
export async function endListed({ changed }: Call, which: WhereOptions<Attributes<Session>>): Promise<number> {
  const open = await Session.findAll({
    attributes: ["id", "accountId"],
    where: { [Op.and]: [which, { endedAt: null, expiresAt: { [Op.gt]: now() } }] },
    order: ["id"],
    lock: true,
  });
  await endSession(open.map(({ id }) => id));
  for (const { id, accountId } of open) {
    changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
  }
  return open.length;
}
