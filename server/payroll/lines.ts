import type { Attributes } from "sequelize";
import { LedgerLine, Office } from "~models";
import { isCountedEvent, isSale } from "../trade/events";
import { isAvp, isNoCorrection, isAvpOrPaidByBonus } from "../trade/flags";
import { addDays } from "../kernel/time";
import { payPeriod, type Range } from "../trade/periods";
import { queryRows } from "../kernel/database/transactions";
import { halfMonthStart, payPeriodIdOf } from "../trade/periods/half-month-sql";
import { all, nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { LEDGER_BASIS } from "../tracking";
import { avpTiers } from "./tiers";

/** Narrows lines to an agent, an office, one agent at one office (an account), or nothing for all lines. */
export type LineFilter = { agentId?: number; companyId?: number };

const ACCOUNT = ["periodId", "agentId", "companyId"] as const;
const PRICED = ["typeId", "basis", "count", "php"] as const;
const ledgerColumns = selectColumns(
  LedgerLine,
  ["id", ...ACCOUNT, ...PRICED, "kind", "agent", "officeName", "reason", "at"],
  {
    from: "l",
  },
);
const eventColumns = selectColumns(LedgerLine, [...ACCOUNT, ...PRICED], { from: "e" });

/** A line of a statement; pesos and dollars are decimal text. Event lines of an open period have no ID and no time. */
export type Line = Omit<RowOf<typeof ledgerColumns>, "id" | "at"> &
  Pick<Attributes<LedgerLine>, "usd" | "refersTo"> & { id: number | null; at: Date | null; by: string | null };

export const filterCondition = ({ agentId, companyId }: LineFilter, agent: Statement, company: Statement): Statement =>
  all([agentId !== undefined && sql`${agent} = ${agentId}`, companyId !== undefined && sql`${company} = ${companyId}`]);

const [event, flags] = [sql`e.event`, sql`e.flags`];
/**
 * The priced events booked in whole half-months, summed into the lines that closing freezes: period_id, agent_id,
 * company_id, type_id, basis, count (net), each_php (pesos of one event), php and usd (two decimals). `rate` is pesos
 * per dollar; without it usd is NULL except at the AVP tier. Corrections are not included. The relation reads both raw
 * rows and roll-ups, so it is consistent only within one statement.
 */
export const pricedLines = (halves: Range, filter: LineFilter = {}, rate: string | null = null): Statement => sql`
  SELECT period_id, agent_id, company_id, type_id, basis, count, each_php, count * each_php AS php,
    CASE WHEN at_tier THEN count * coalesce(payout_dollars, 0) ELSE round(count * each_php / ${rate}::numeric, 2) END AS usd
  FROM (
    SELECT ${payPeriodIdOf(sql`e.half`)} AS period_id, e.agent_id, e.company_id, e.type_id, e.basis, e.count, e.at_tier,
      t.payout_dollars, (CASE WHEN e.at_tier THEN coalesce(t.payout_php, 0) ELSE e.stored END)::numeric(14,2) AS each_php
    FROM (
      SELECT ${halfMonthStart(sql`e.day`)} AS half, e.agent_id, e.company_id, e.type_id, ${LEDGER_BASIS} AS basis,
        ${isSale(event)} AND ${isAvp(flags)} AS at_tier,
        CASE WHEN ${isSale(event)} AND ${isAvpOrPaidByBonus(flags)} THEN 0 ELSE abs(e.payout) END AS stored, sum(e.sign)::int AS count
      FROM sale_events e
      WHERE e.day BETWEEN ${halves.start}::date AND ${halves.end}::date AND ${isCountedEvent(event)} AND ${isNoCorrection(flags)}
        AND ${filterCondition(filter, sql`e.agent_id`, sql`e.company_id`)}
      GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) AS e
    LEFT JOIN (${avpTiers(halves, filter.agentId === undefined ? nothing : sql`AND agent_id = ${filter.agentId}`)}) AS t
      ON e.at_tier AND t.agent_id = e.agent_id AND t.half = e.half
  ) AS priced`;

/**
 * The lines of the ledger `l` that meet a condition, with the columns of `Line`. Dollars that are not stored are
 * computed at the period's rate; they are NULL before it is set.
 */
export const ledgerLines = (condition: Statement, filter: LineFilter = {}): Statement => sql`
  SELECT ${ledgerColumns}, coalesce(l.usd, round(l.php / p.php_per_usd, 2)) AS usd, author.username AS by,
    coalesce(l.settles, l.refers_to) AS "refersTo"
  FROM ledger l
  LEFT JOIN pay_periods p ON p.id = l.period_id
  LEFT JOIN accounts author ON author.id = l.by_account_id
  WHERE (${condition}) AND ${filterCondition(filter, sql`l.agent_id`, sql`l.company_id`)}`;

/** The priced events of open half-months with the columns of `Line` and the current names. */
export const openLines = (halves: Range, filter: LineFilter = {}): Statement => sql`
  SELECT NULL::bigint AS id, ${eventColumns}, 'event' AS kind, ${currentAgentName} AS agent, ${currentOfficeName}, NULL AS reason,
    NULL::timestamptz AS at, e.usd, NULL AS by, NULL::bigint AS "refersTo"
  FROM (${pricedLines(halves, filter)}) AS e ${nameJoins(sql`e`)}`;

/** The displayed name of an agent; deleted ones have no username. `currentAgentName` is the same in SQL and needs `nameJoins`. */
export const displayedName = (username: string | null): string => username ?? "deleted agent";
export const currentAgentName = sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`;
export const currentOfficeName = selectColumns(Office, ["officeName"], { from: "o" });
export const nameJoins = (row: Statement): Statement => sql`
  JOIN agents g ON g.id = ${row}.agent_id
  JOIN accounts a ON a.id = g.account_id
  JOIN offices o ON o.id = ${row}.company_id`;

/** All lines of a pay period as one relation: its ledger lines, plus the priced events if it is open. */
export const periodLines = (periodId: number, halves: Range, filter: LineFilter): Statement => sql`
  ${ledgerLines(sql`l.period_id = ${periodId}`, filter)}
  UNION ALL
  SELECT * FROM (${openLines(halves, filter)}) AS events
  WHERE NOT EXISTS (SELECT 1 FROM pay_periods WHERE id = ${periodId})`;

/** The kind of a line in words: events are sales or bonuses, and a payment with a reason returns one that failed or was undone. */
export function lineName({ kind, basis, reason }: Pick<Line, "kind" | "basis" | "reason">): string {
  if (kind === "event") return basis?.startsWith("Bonus") ? "Bonus" : "Sale";
  if (kind === "payment" && reason !== null) return "Payment returned";
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** The sort position of a kind: events first, payments last. */
export const kindOrder = sql`array_position(ARRAY['event', 'correction', 'adjustment', 'advance', 'penalty', 'payment'], kind)`;

/** The lines of a pay period, sorted by agent, office and kind. */
export async function linesOf(periodId: number, filter: LineFilter): Promise<Line[]> {
  const halves = payPeriod(periodId);
  if (!halves) return [];
  return queryRows<Line>(sql`
    SELECT * FROM (${periodLines(periodId, halves, filter)}) AS lines
    ORDER BY agent COLLATE by_name, "agentId", "officeName" COLLATE by_name, "companyId", ${kindOrder}, "typeId", basis, id`);
}

type Total = { php: string; usd: string | null };

/**
 * The sum of all lines up to the end of a period, including open periods, as decimal text. Dollars are null if any line
 * has none.
 */
export async function readTotalUpTo(periodId: number, filter: LineFilter): Promise<Total> {
  const [total] = await queryRows<Total>(sql`SELECT ${SUMS} FROM (${await linesUpTo(periodId, filter)}) AS lines`);
  return total ?? { php: "0.00", usd: "0.00" };
}

export type AgentTotal = Total & { agentId: number; agent: string; fullName: string; gone: boolean };

/** The same sum for each agent that has lines, under their current names. `gone` agents are deleted. */
export async function readTotalsByAgentUpTo(periodId: number, filter: LineFilter): Promise<AgentTotal[]> {
  return queryRows<AgentTotal>(sql`
    SELECT sums.*, ${currentAgentName} AS agent, a.deleted_at IS NOT NULL AS gone,
      trim(g.first_name || ' ' || g.last_name) AS "fullName"
    FROM (
      SELECT "agentId", ${SUMS} FROM (${await linesUpTo(periodId, filter)}) AS lines GROUP BY "agentId"
    ) AS sums JOIN agents g ON g.id = sums."agentId" JOIN accounts a ON a.id = g.account_id
    ORDER BY a.username COLLATE by_name, g.id`);
}

const SUMS = sql`coalesce(sum(php), 0)::numeric(14,2) AS php,
  CASE WHEN bool_or(usd IS NULL) THEN NULL ELSE coalesce(sum(usd), 0)::numeric(14,2) END AS usd`;

async function linesUpTo(periodId: number, filter: LineFilter): Promise<Statement> {
  const halves = payPeriod(periodId);
  const [closed] = await queryRows<{ end: string | null }>(sql`SELECT max(end_day)::text AS end FROM pay_periods`);
  const openRange = halves && { start: closed?.end ? addDays(closed.end, 1) : EARLIEST, end: halves.end };
  return sql`
    ${ledgerLines(sql`l.period_id <= ${periodId}`, filter)}
    ${openRange && openRange.start <= openRange.end ? sql`UNION ALL ${openLines(openRange, filter)}` : nothing}`;
}

/** Earlier than any sale. */
const EARLIEST = "2000-01-01";
