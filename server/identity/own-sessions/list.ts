import type { Attributes } from "sequelize";
import { z } from "zod";
import { Account, RemoteToken, Session } from "~models";
import { brand } from "../../kernel/process/brand";
import { now } from "../../kernel/periods/now";
import { one, rows } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../../kernel/operation/page";
import { isoTime } from "../../kernel/periods";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type Nullable, type RowOf, selected, sql } from "../../kernel/database/sql";
import { deviceOf } from "./device";

const ofSession = selected(Session, ["id", "kind", "userAgent", "createdAt", "lastSeenAt", "expiresAt"], { from: "s" });
const ofToken = selected(RemoteToken, [], { from: "t", as: { tokenName: "name" } });
const ofMaker = selected(Account, [], { from: "maker", as: { by: "username" } });
type Row = RowOf<typeof ofSession> &
  Nullable<RowOf<typeof ofToken> & RowOf<typeof ofMaker>> &
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
  run: async ({ actor }, asked) => ({ ...(await sessionsOf(actor, asked)), asked }),
});

/** SQL by hand: one statement reads a page of the list with the creators of its tokens. */
async function sessionsOf(actor: Actor, paging: z.output<typeof Input>): Promise<z.input<typeof Sessions>> {
  const live = sql`s.account_id = ${actor.accountId} AND s.ended_at IS NULL AND s.expires_at > ${now()}`;
  const found = await rows<Row>(sql`
      SELECT ${ofSession}, ${ofToken}, ${ofMaker}, host(s.ip) AS ip
      FROM sessions s LEFT JOIN remote_tokens t ON t.id = s.remote_token_id
      LEFT JOIN accounts maker ON maker.id = t.created_by AND maker.id <> t.account_id
      WHERE ${live} ${orderBy(columns, paging, sql`s.id`)} ${limit(paging)}`);
  const counted = await one<{ total: number }>(sql`SELECT count(*)::int AS total FROM sessions s WHERE ${live}`);
  const items = found.map(({ ip, userAgent, createdAt, lastSeenAt, expiresAt, ...row }) => ({
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
