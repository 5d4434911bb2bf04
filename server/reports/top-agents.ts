import { z } from "zod";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { lengthInDays, type Range, readRange } from "../trade/periods";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireSite } from "../sites";
import { Grouping } from "./grouping-choice";
import { DayField, ranged } from "./query";
import { rankedAgents, rankedOffices } from "./rankings";

/** Maximum number of rows. */
const ROWS = 50;
/** In days. A longer range is ranked by office. */
const LONGEST_BY_AGENT = 7;

/**
 * A rank by agent has the username, full name and office; a rank by company only has the office. Sales are events minus
 * reversals.
 */
export const Top = z.object({
  office: z.string(),
  agent: z.string().optional(),
  agentName: z.string().optional(),
  sales: z.int(),
});

/** A row of the screen, with the IDs that open the sales behind it. */
export const TopRow = Top.extend({ agentId: z.int().optional(), companyId: z.int().optional() });
type TopRow = z.output<typeof TopRow>;

const MOST_SITES = 500;

const TopCriteria = z
  .object({
    start: DayField,
    end: DayField,
    groupBy: Grouping.optional(),
  })
  .meta({ required: ["start", "end"] });

const described = { does: "read the top agents", allow: atLeast("company"), output: z.array(Top) };

/** The agents or offices with the most sales in a range, for all sites or for one (TOP-01). */
export const top10 = query({
  name: "reports.top10",
  ...described,
  mayLag: true,
  heavy: true,
  input: ranged(TopCriteria.extend({ siteIds: z.array(Id).max(1, "Please choose one site.").default([]) })),
  run: ({ actor }, criteria) => listed(actor, criteria),
});

/** The same for the sum of several sites, the 'Custom' choice (TOP-02). */
export const top10Computed = query({
  name: "reports.top10Computed",
  ...described,
  mayLag: true,
  heavy: true,
  input: ranged(TopCriteria.extend({ siteIds: z.array(Id).max(MOST_SITES).default([]) })),
  run: ({ actor }, criteria) => listed(actor, criteria),
});

async function listed(
  actor: Actor,
  { start, end, groupBy, siteIds }: z.output<typeof TopCriteria> & { siteIds: number[] },
) {
  const range = readRange(start, end) as Range;
  if (groupBy !== undefined && groupBy !== groupingOf(range)) {
    throw invalid({ groupBy: ["A range of up to 7 days is grouped by agent, a longer one by company."] });
  }
  return topRows(actor, groupingOf(range), range, siteIds);
}

/** By company for more than 7 days, otherwise by agent (TOP-05). */
export const groupingOf = (range: Range): Grouping => (lengthInDays(range) > LONGEST_BY_AGENT ? "company" : "agent");

/** Most sales first, ties by name. Throws 404 for a site that the account may not see. */
export async function topRows(
  actor: Actor,
  grouping: Grouping,
  range: Range,
  siteIds: readonly number[],
): Promise<TopRow[]> {
  for (const id of siteIds) await requireSite(actor, id);
  const only = siteIds.length > 0 ? sql`site_id = ANY(${[...siteIds]}::int[])` : undefined;
  const of = { actor, reach: { range, byDay: false, only }, most: ROWS };
  return queryRows<TopRow>((grouping === "company" ? rankedOffices : rankedAgents)(of));
}
