import { z } from "zod";
import { abilities } from "../../accounts";
import { sql, type Statement } from "../../kernel/database/sql";
import { together } from "../../kernel/database/statements";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast, levels, system } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { formatPeriod, periodOf, previous, progress, type Range } from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { displayHtml } from "../../kernel/operation/html";
import { latestNews } from "../../news";
import { rankedAgents } from "../rankings";
import { netSales } from "../source";
import { AvpPeriod } from "../../types";
import { AgentsToWatch, agentsToWatchOf } from "./agents-to-watch";
import { AvpProgress, progressOf } from "./avp-progress";
import { BestLink, bestLinksOf } from "./best-links";
import { sameDays } from "./figures";

/** The Must Read of the account's office, as sanitized HTML; null for accounts without an office. */
async function agentNotes({ companyId }: Actor): Promise<string | null> {
  if (companyId === null) return null;
  const office = await queryOne<{ notes: string }>(
    sql`SELECT agent_notes AS notes FROM offices WHERE id = ${companyId}`,
  );
  return displayHtml(office?.notes ?? "");
}

/**
 * True if the agent sees the notice about sales with stolen cards (HOME-04): they are suspended and have such a sale
 * that no superadmin has resolved. Only sales received since the last activation count, because a later suspension has
 * another reason.
 */
async function showsFraudNotes({ agentId }: Actor): Promise<boolean> {
  if (agentId === null) return false;
  const flagged = await queryOne(sql`
    WITH activated AS MATERIALIZED (
      SELECT coalesce(max(at), '-infinity') AS at FROM audit
      WHERE record = 'agent' AND record_id = ${String(agentId)} AND after ->> 'active' = 'true'
    )
    SELECT 1 FROM sale_events e
    JOIN agents ON agents.id = e.agent_id
    JOIN accounts ON accounts.id = account_id AND NOT active
    WHERE e.agent_id = ${agentId} AND stolen_card AND resolved_at IS NULL
      AND received_at > (SELECT at FROM activated)
    LIMIT 1`);
  return flagged !== undefined;
}

/** Rows of a ranking (HOME-11). */
const ROWS = 10;

/**
 * The agents with the most sales in a range, over the whole network for every account. `byDay` is true for a range that
 * does not consist of whole half-months.
 */
export const topAgents = (range: Range, byDay: boolean): Statement =>
  rankedAgents({ actor: system, reach: { range, byDay }, most: ROWS });

/**
 * The offices with the most sales in the current half-month (`sales1`), with their sales in the one before (`before`)
 * and in its first days, as many as have begun now (`soFar`). An office needs sales in one of the half-months. Ties are
 * sorted by name.
 */
export const topOffices = (running: Range, earlier: Range, soFar: Range): Statement => sql`
  SELECT office_name AS name, ranked.sales AS "sales1", before, coalesce(begun.sales, 0) AS "soFar"
  FROM (
    SELECT company_id, coalesce(sum(sales) FILTER (WHERE day >= ${running.start}::date), 0)::int AS sales,
      coalesce(sum(sales) FILTER (WHERE day < ${running.start}::date), 0)::int AS before
    FROM (${officeSales({ start: earlier.start, end: running.end })}) AS rows
    GROUP BY company_id
  ) AS ranked
  JOIN offices ON offices.id = ranked.company_id
  LEFT JOIN (
    SELECT company_id, sum(sales)::int AS sales
    FROM (${officeSales(soFar)}) AS rows GROUP BY company_id
  ) AS begun ON begun.company_id = ranked.company_id
  WHERE ranked.sales <> 0 OR before <> 0
  ORDER BY ranked.sales DESC, office_name COLLATE by_name, ranked.company_id LIMIT ${ROWS}`;

const officeSales = (range: Range): Statement =>
  netSales(system, { range, byDay: false }, sql`agent_id, company_id, day`);

const TopAgent = z.object({
  office: z.string().optional(),
  agent: z.string(),
  agentName: z.string(),
  sales: z.int(),
});
const TopOffice = z.object({
  name: z.string(),
  sales1: z.int(),
  /** Against the whole half-month before. */
  progress: z.number(),
  /** Against the same number of days of the half-month before. */
  progressSoFar: z.number(),
});

/** The start of the all-time ranking, earlier than any sale of the network. */
const ALL_TIME_START = "2000-01-01";

const Dashboard = z.object({
  agentNotes: z.string().nullable(),
  showAgentFraudNotes: z.boolean(),
  lastNews: z.object({ html: z.string() }),
  weekPeriod: z.string(),
  beWeekPeriod: z.string(),
  weekTop10: z.array(TopAgent),
  allTimeTop10: z.array(TopAgent),
  beWeekOffices: z.array(TopOffice),
});

/** The start page of every account: rankings, the latest news and notices. */
export const dashboard = query({
  name: "reports.dashboard",
  countsClicks: true,
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: Dashboard,
  run: ({ actor }) => dashboardOf(actor),
});

/** The dashboard for its screen, with what agents see of their AVP pool and links, and managers of their agents. */
export const homeScreen = query({
  name: "reports.homeScreen",
  countsClicks: true,
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    dashboard: Dashboard,
    /** Null for other roles. */
    avp: AvpProgress.extend({ tiers: z.array(AvpPeriod) }).nullable(),
    bestLinks: z.array(BestLink),
    agents: AgentsToWatch.nullable(),
  }),
  async run({ actor }) {
    const isAgent = actor.role === levels.agent;
    const [dashboard, avp, bestLinks, agents] = await together(
      dashboardOf(actor),
      isAgent ? progressOf(actor.agentId ?? 0) : null,
      isAgent ? bestLinksOf(actor) : [],
      actor.role === levels.company ? agentsToWatchOf(actor) : null,
    );
    return { dashboard, avp, bestLinks, agents };
  },
});

async function dashboardOf(actor: Actor): Promise<z.input<typeof Dashboard>> {
  const today = dayOf(now());
  const [week, half] = [periodOf(today, "week"), periodOf(today, "beWeek")];
  const { groupByOffice } = abilities(actor);
  const ranked = async (...[range, byDay]: Parameters<typeof topAgents>) =>
    (await queryRows<z.output<typeof TopAgent>>(topAgents(range, byDay), { plan: "prepared" })).map(
      ({ office, ...row }) => (groupByOffice ? { office, ...row } : row),
    );
  const earlier = previous(half, "beWeek");
  const soFar = sameDays({ start: half.start, end: today }, earlier);
  const [notes, showAgentFraudNotes, lastNews, weekTop10, allTimeTop10, offices] = await together(
    agentNotes(actor),
    showsFraudNotes(actor),
    latestNews(),
    ranked(week, true),
    ranked({ start: ALL_TIME_START, end: half.end }, false),
    queryRows<{ name: string; sales1: number; before: number; soFar: number }>(topOffices(half, earlier, soFar), {
      plan: "prepared",
    }),
  );
  return {
    ...{ agentNotes: notes, showAgentFraudNotes, lastNews },
    weekPeriod: formatPeriod({ ...week, unit: "week" }),
    beWeekPeriod: formatPeriod({ ...half, unit: "beWeek" }),
    ...{ weekTop10, allTimeTop10 },
    beWeekOffices: offices.map(({ before, soFar, ...office }) => ({
      ...office,
      progress: progress(before, office.sales1),
      progressSoFar: progress(soFar, office.sales1),
    })),
  };
}
