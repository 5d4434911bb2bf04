import { type Attributes, Op } from "sequelize";
import { z } from "zod";
import { Account, RemoteToken, Session } from "~models";
import { endSession, endSessions, findOneVisible } from "../../accounts";
import { type Nullable, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { Deleted, Id, Nothing } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { brand } from "../../kernel/process/brand";
import { deviceOf } from "./device";

const sessionColumns = selectColumns(Session, ["id", "kind", "userAgent", "createdAt", "lastSeenAt", "expiresAt"], {
  from: "s",
});
const tokenColumns = selectColumns(RemoteToken, [], { from: "t", as: { tokenName: "name" } });
const creatorColumns = selectColumns(Account, [], { from: "maker", as: { by: "username" } });
type Row = RowOf<typeof sessionColumns> &
  Nullable<RowOf<typeof tokenColumns> & RowOf<typeof creatorColumns>> &
  Pick<Attributes<Session>, "ip">;

const columns = { lastSeenAt: sql`s.last_seen_at`, createdAt: sql`s.created_at` };

const Input = Paging(["lastSeenAt", "createdAt"], "lastSeenAt", false);
const Sessions = List(
  z.object({
    id: z.int(),
    kind: z.enum(["browser", "bearer"]),
    tokenName: z.string().nullable(),
    /** Username of the creator of the link that opened it, if that is another account. */
    by: z.string().nullable(),
    device: z.string(),
    ip: z.string().nullable().optional(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    expiresAt: z.string(),
    current: z.boolean(),
  }),
);

/** The person's open sessions, of browsers and programs. By default the most recently used come first. */
export const list = query({
  name: "auth.sessions.list",
  does: "list your sessions",
  allow: atLeast("agent"),
  input: Input,
  output: Sessions,
  run: ({ actor }, paging) => sessionsOf(actor, paging),
});

/** The same for the screen, with the paging parameters of the request. */
export const screen = query({
  name: "auth.sessions.screen",
  does: "list your sessions",
  allow: atLeast("agent"),
  input: Input,
  output: Sessions.extend({ asked: Input }),
  run: async ({ actor }, paging) => ({ ...(await sessionsOf(actor, paging)), asked: paging }),
});

/** One statement reads a page of the list with the creators of its tokens. */
async function sessionsOf(actor: Actor, paging: z.output<typeof Input>): Promise<z.input<typeof Sessions>> {
  const live = sql`s.account_id = ${actor.accountId} AND s.ended_at IS NULL AND s.expires_at > ${now()}`;
  const sessions = await queryRows<Row>(sql`
      SELECT ${sessionColumns}, ${tokenColumns}, ${creatorColumns}, host(s.ip) AS ip
      FROM sessions s LEFT JOIN remote_tokens t ON t.id = s.remote_token_id
      LEFT JOIN accounts maker ON maker.id = t.created_by AND maker.id <> t.account_id
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

/** Ends one of the person's own sessions, of a browser or a program, immediately. */
export const end = command({
  name: "auth.sessions.end",
  does: "end your sessions",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId } = await findOneVisible(Session, actor, id, { lock: true });
    await endSession(id);
    changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    return { deleted: 1 };
  },
});

/** Ends all sessions of the person except the one that made the request. */
export const endOthers = command({
  name: "auth.sessions.endOthers",
  does: "end your sessions",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: Nothing,
  output: Deleted,
  async run({ actor, changed }) {
    const { accountId, sessionId } = actor;
    const others = await Session.findAll({
      attributes: ["id"],
      where: { ...Session.visibleTo(actor).where, id: { [Op.ne]: sessionId ?? 0 }, expiresAt: { [Op.gt]: now() } },
      order: ["id"],
      lock: true,
    });
    await endSessions(accountId, sessionId);
    for (const { id } of others) {
      changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    }
    return { deleted: others.length };
  },
});
