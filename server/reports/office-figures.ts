import { z } from "zod";
import { abilities } from "../accounts";
import { sql } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { addDays, type Day, dayOf, daysBetween } from "../kernel/time";
import { periodOf, previous, type Range } from "../trade/periods";
import { now } from "../kernel/time/now";
import { agentsEverIn } from "../agents";
import { requireOffice } from "../offices";
import { changeBetween, figuresOfSpans, spansAt } from "./dashboard/figures";
import { inputOf, readQuery } from "./query";
import { rankedAgents } from "./rankings";
import { siteReport } from "./sites";
import { saleRows } from "./source";
import { variants } from "./variants";

const Sums = z.object({
  start: z.string(),
  end: z.string(),
  raws: z.int(),
  uniques: z.int(),
  sales: z.int(),
  bonusSales: z.int(),
  /** Paid pesos, for people who see the payroll. */
  pesos: z.number().optional(),
  /** Earnings in dollars, for people who see them. */
  earning: z.number().optional(),
});
type Sums = z.output<typeof Sums>;

const change = z.number().nullable();
const Changes = z.object({
  ...{ raws: change, uniques: change, sales: change, bonusSales: change },
  ...{ pesos: change.optional(), earning: change.optional() },
});

const RankedAgent = z.object({ agentId: z.int(), agent: z.string(), agentName: z.string() });
const TopAgent = RankedAgent.extend({ sales: z.int() });
const SilentAgent = RankedAgent.extend({
  /** Day of the agent's last sale in this office. */
  lastSale: z.string().nullable(),
});

/** Rows of each list of agents. */
const ROWS = 10;

/**
 * The figures of one office: the current half-month so far next to the same number of days of the one before, the whole
 * one before, the agents who sold most, and active agents without a sale in both.
 */
export const officeFigures = query({
  name: "reports.officeFigures",
  does: "read the figures of offices",
  allow: atLeast("company"),
  mayLag: true,
  input: z.object({ id: Id }),
  output: z.object({
    id: z.int(),
    officeName: z.string(),
    running: Sums,
    before: Sums,
    last: Sums,
    /** Changes in per cent of the current half-month until the same time of day in `before`; null from nothing. */
    changes: Changes,
    top: z.array(TopAgent),
    /** `active` counts all active, approved and shown agents of the office. */
    silent: z.object({ items: z.array(SilentAgent), total: z.int(), active: z.int() }),
  }),
  async run({ actor }, { id }) {
    const { officeName } = await requireOffice(actor, id);
    const { running, before, last } = ranges(dayOf(now()));
    const only = sql`company_id = ${id}`;
    const top = rankedAgents({ actor, reach: { range: running, byDay: true, only }, most: ROWS });
    return {
      ...{ id, officeName },
      running: await sumsOf(actor, id, running),
      before: await sumsOf(actor, id, before),
      last: await sumsOf(actor, id, last),
      changes: await changesOf(actor, id),
      top: await queryRows<z.output<typeof TopAgent>>(top),
      silent: await silentAgents(actor, id, { start: last.start, end: running.end }),
    };
  },
});

/** The current half-month until today, as many days of the one before, and the whole one before. */
function ranges(today: Day): { running: Range; before: Range; last: Range } {
  const half = periodOf(today, "beWeek");
  const { start, end } = previous(half, "beWeek");
  const sameDay = addDays(start, daysBetween(half.start, today));
  return {
    running: { start: half.start, end: today },
    before: { start, end: sameDay < end ? sameDay : end },
    last: { start, end },
  };
}

/** The totals of the Payroll report, or of the Sites report for people who do not see the payroll. */
async function sumsOf(actor: Actor, companyId: number, { start, end }: Range): Promise<Sums> {
  const { chooseOffice, seePayroll } = abilities(actor);
  const variant = seePayroll ? variants.payroll : variants.sites;
  const office = chooseOffice ? { companyId } : {};
  const criteria = inputOf(variant).parse({ start, end, pageSize: 1, ...office });
  const { answer } = await siteReport(actor, await readQuery(actor, variant, criteria));
  const { raws, uniques, sales, bonusSales, payoutPhp, earning, bonusEarning } = answer.overall;
  return {
    ...{ start, end, raws, uniques, sales, bonusSales, pesos: payoutPhp },
    earning: earning === undefined ? undefined : Math.round((earning + (bonusEarning ?? 0)) * 100) / 100,
  };
}

async function changesOf(actor: Actor, companyId: number): Promise<z.input<typeof Changes>> {
  const { chooseOffice, seePayroll, seeEarning } = abilities(actor);
  const spans = spansAt(now()).filter(({ name }) => name === "half");
  const filters = chooseOffice ? { companyId } : {};
  const { periods } = await figuresOfSpans(actor, spans, dayOf(now()), await agentsEverIn(companyId), filters);
  const [half] = periods;
  if (!half) throw new Error("There is no current half-month.");
  const { raws, uniques, sales, bonusSales, php } = half.progress;
  const earned = (sums: { earn?: number; bonusEarn?: number }) => (sums.earn ?? 0) + (sums.bonusEarn ?? 0);
  return {
    ...{ raws, uniques, sales, bonusSales },
    ...(seePayroll ? { pesos: php } : {}),
    ...(seeEarning ? { earning: changeBetween(earned(half.compared), earned(half)) } : {}),
  };
}

const selling = sql`deleted_at IS NULL AND active AND approved AND NOT hidden`;

/**
 * Active, approved agents of the office without a sale in the range, those who sold most recently first. Their last sale
 * is before the range: one within it was taken back on a later day, or they would not be listed.
 */
async function silentAgents(actor: Actor, companyId: number, range: Range) {
  const sold = saleRows(actor, { companyId }, { range, byDay: true });
  const rows = await queryRows<z.output<typeof SilentAgent> & { total: number }>(sql`
    SELECT agents.id AS "agentId", username AS agent, first_name || ' ' || last_name AS "agentName",
      latest.day::text AS "lastSale", count(*) OVER () AS total
    FROM agents
    JOIN accounts ON accounts.id = account_id AND ${selling}
    LEFT JOIN (
      SELECT agent_id, max(day) AS day FROM stats_day WHERE company_id = ${companyId} AND events > 0 AND sales > 0
        AND day < ${range.start}::date AND agent_id IN (SELECT id FROM agents WHERE company_id = ${companyId})
      GROUP BY agent_id
    ) AS latest ON latest.agent_id = agents.id
    WHERE company_id = ${companyId}
      AND agents.id NOT IN (SELECT agent_id FROM (${sold}) AS sold GROUP BY agent_id HAVING sum(sales) > 0)
    ORDER BY latest.day DESC NULLS LAST, username COLLATE by_name, agents.id LIMIT ${ROWS}`);
  const counted = await queryOne<{ active: number }>(sql`
    SELECT count(*)::int AS active FROM agents JOIN accounts ON accounts.id = account_id
    WHERE company_id = ${companyId} AND ${selling}`);
  return { items: rows, total: rows[0]?.total ?? 0, active: counted?.active ?? 0 };
}
