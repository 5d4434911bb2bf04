import { z } from "zod";
import { agentsVisible } from "../../accounts";
import { approvalConditions } from "../../agents";
import { sql, type Statement } from "../../kernel/database/sql";
import { together } from "../../kernel/database/statements";
import { queryRows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, only } from "../../kernel/operation/roles";
import { addDays, type Day, dayOf, startOfDay } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { saleRows } from "../source";

/** Days without a sale after which an agent who sold in the three weeks before has stopped selling. */
const SILENT_DAYS = 7;
const SOLD_DAYS = 28;
const NEW_DAYS = 14;
const SHOWN = 5;

const Group = z.object({
  total: z.int(),
  /** At most five. `day` is that of the registration, the last sale or the last sign-in; null if there is none. */
  agents: z.array(z.object({ id: z.int(), username: z.string(), name: z.string(), day: z.string().nullable() })),
});
type Group = z.output<typeof Group>;

export const AgentsToWatch = z.object({
  /** Not approved yet, and not rejected. */
  waiting: Group,
  /** Rejected, and not asked for again. */
  rejected: Group,
  /** Sold in the three weeks before, but not in the last seven days. */
  stopped: Group,
  /** Registered in the last 14 days, and approved. */
  fresh: Group,
  /** Not signed in for seven days. */
  away: Group,
});

/** The agents of the manager's office who need a word. Suspended and hidden ones are only listed as waiting or rejected. */
export const agentsToWatch = query({
  name: "reports.agentsToWatch",
  does: "read which agents need attention",
  allow: only("company"),
  input: Nothing,
  output: AgentsToWatch,
  run: ({ actor }) => agentsToWatchOf(actor),
});

export async function agentsToWatchOf(actor: Actor): Promise<z.output<typeof AgentsToWatch>> {
  const today = dayOf(now());
  const since = (days: number) => addDays(today, 1 - days);
  const registered = sql`registered_at`;
  const [waiting, rejected, stopped, fresh, away] = await together(
    group(actor, approvalConditions.waiting, registered),
    group(actor, approvalConditions.rejected, sql`rejected_at`),
    queryRows<Row>(stoppedAgents(actor, since(SILENT_DAYS), { today, first: since(SOLD_DAYS) })),
    group(actor, sql`${selling} AND registered_at >= ${startOfDay(since(NEW_DAYS))}`, registered),
    group(
      actor,
      sql`${selling} AND coalesce(last_login_at < ${startOfDay(since(SILENT_DAYS))}, TRUE)`,
      sql`last_login_at`,
    ),
  );
  return { waiting, rejected, stopped: groupOf(stopped), fresh, away };
}

type Row = { id: number; username: string; name: string; day: Date | Day | null; total: number };

const agent = sql`agents.id, username, first_name || ' ' || last_name AS name`;
const selling = sql`approved AND active AND NOT hidden`;

const group = async (actor: Actor, condition: Statement, day: Statement): Promise<Group> =>
  groupOf(
    await queryRows<Row>(sql`
      SELECT ${agent}, ${day} AS day, count(*) OVER ()::int AS total 
      FROM agents JOIN accounts ON accounts.id = agents.account_id
      WHERE ${agentsVisible(actor)} AND ${condition}
      ORDER BY day DESC NULLS LAST, username COLLATE by_name, agents.id LIMIT ${SHOWN}`),
  );

/** Those who sold most come first. */
const stoppedAgents = (actor: Actor, silentSince: Day, { first, today }: { first: Day; today: Day }): Statement => sql`
  SELECT ${agent}, last::text AS day, count(*) OVER ()::int AS total
  FROM (
    SELECT agent_id, max(day) FILTER (WHERE sales > 0) AS last, sum(sales) AS sales,
      coalesce(sum(sales) FILTER (WHERE day >= ${silentSince}::date), 0) AS recent
    FROM (${saleRows(actor, {}, { range: { start: first, end: today }, byDay: true })}) AS rows GROUP BY agent_id
  ) AS sold
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id
  WHERE sales > recent AND recent <= 0 AND ${agentsVisible(actor)} AND ${selling}
  ORDER BY sales DESC, username COLLATE by_name, agents.id LIMIT ${SHOWN}`;

const groupOf = (rows: readonly Row[]): Group => ({
  total: rows[0]?.total ?? 0,
  agents: rows.map(({ id, username, name, day }) => ({
    id,
    username,
    name,
    day: day instanceof Date ? dayOf(day) : day,
  })),
});
