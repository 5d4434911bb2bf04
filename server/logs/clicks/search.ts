import type { z } from "zod";
import { abilities, ownRows } from "../../accounts";
import { all, join, sql, type Statement } from "../../kernel/database/sql";
import { queryRowsPrepared } from "../../kernel/database/prepared";
import { addressRange } from "../../kernel/net/address";
import { Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type Day, periodOf, type Range, splitAtHalfMonths } from "../../kernel/periods";
import { requireSite } from "../../sites";
import { ClickId, Filter, checkCriteria, type CheckedCriteria, LogCriteria, ScreenFields } from "../reader/criteria";
import { hasSubId, SubIdFilter } from "../sub-ids";
import { After, Continued } from "../reader/feed";
import { readLog } from "../reader/read";
import type { Part, Tally } from "../reader/tally";
import { readClickFeed } from "./feed";
import { type ClickField, clickFields, type ClickRecord, clickLog, ClickRow, clickRows } from "./kind";

// SQL by hand: sums roll-ups by day.

/** Filters for clicks that the roll-ups also have as columns. */
type ClickFilters = { companyId?: number; agentId?: number; siteId?: number };
type Counted = { day: Day; half: boolean; rows: number };

/**
 * Counts of clicks of every class (`hits`) per New York day. Sums the roll-ups of whole half-months and single days,
 * and the deltas that are not rolled up yet. Exact within one transaction, because a click and its delta are written
 * together.
 */
function clickTally(actor: Actor, filters: ClickFilters, range: Range | undefined): Tally {
  const conditions = filterConditions(actor, filters);
  const { whole, days } = range ? splitAtHalfMonths(range) : { whole: undefined, days: [] };
  const halfRange = range && (whole ? [whole] : []);
  const tables = tablesFor(actor, filters);
  return {
    async parts() {
      const counted = await queryRowsPrepared<Counted>(sql`
        SELECT day::text, half, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, TRUE AS half, hits FROM ${tables.half} WHERE ${all([isInRanges(halfRange), conditions])}
          UNION ALL SELECT ${tables.agent}, day, FALSE, hits FROM ${tables.day} WHERE ${all([isInRanges(days), conditions])}
          UNION ALL SELECT agent_id, day, FALSE, hits FROM stats_delta WHERE ${all([range && isInRanges([range]), conditions])}
        ) counted GROUP BY day, half HAVING sum(hits) > 0`);
      return mergeParts(counted, days);
    },
    days: (stretches) =>
      queryRowsPrepared<Part>(sql`
        SELECT day::text AS start, day::text AS end, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, hits FROM ${tables.day} WHERE ${all([isInRanges(stretches), conditions])}
          UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE ${all([isInRanges(stretches), conditions])}
        ) counted GROUP BY day HAVING sum(hits) > 0`),
    ...(filters.agentId === undefined ? { agents: (days) => agentsIn(days, conditions) } : {}),
  };
}

/** One agent's clicks use the tables keyed by agent. Totals of all agents use smaller tables without agents. */
const tablesFor = (actor: Actor, { agentId }: ClickFilters) =>
  agentId !== undefined || !abilities(actor).chooseAgent
    ? { half: sql`stats_half`, day: sql`stats_day`, agent: sql`agent_id` }
    : { half: sql`hits_by_half`, day: sql`hits_by_day`, agent: sql`0 AS agent_id` };

const agentsIn = (days: readonly Day[], conditions: Statement) =>
  queryRowsPrepared<{ day: Day; agents: number[] }>(sql`
    SELECT day::text, array_agg(DISTINCT agent_id) AS agents FROM (
      SELECT agent_id, day, hits FROM stats_day WHERE day = ANY(${days}::date[]) AND ${conditions}
      UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE day = ANY(${days}::date[]) AND ${conditions}
    ) counted WHERE hits > 0 GROUP BY day`);

function filterConditions(actor: Actor, { companyId, agentId, siteId }: ClickFilters): Statement {
  return all([
    ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` }),
    companyId !== undefined && sql`company_id = ${companyId}`,
    agentId !== undefined && sql`agent_id = ${agentId}`,
    siteId !== undefined && sql`site_id = ${siteId}`,
  ]);
}

/** Condition on days. Undefined matches all days, an empty list matches none. */
function isInRanges(stretches: readonly Range[] | undefined): Statement {
  if (stretches === undefined) return sql`TRUE`;
  if (stretches.length === 0) return sql`FALSE`;
  const each = stretches.map(({ start, end }) => sql`day BETWEEN ${start}::date AND ${end}::date`);
  return sql`(${join(each, sql` OR `)})`;
}

/** Adds days that are not rolled up yet to their half-month, except at the ends of the range, which use single days. */
function mergeParts(counted: readonly Counted[], singleDays: readonly Range[]): Part[] {
  const parts = new Map<Day, Part>();
  for (const { day, half, rows: count } of counted) {
    const single = !half && singleDays.some(({ start, end }) => start <= day && day <= end);
    const { start, end } = single ? { start: day, end: day } : periodOf(day, "beWeek");
    const part = parts.get(start);
    if (part) part.rows += count;
    else parts.set(start, { start, end, rows: count });
  }
  return [...parts.values()];
}

const Criteria = LogCriteria(clickFields, "clickTime").extend({
  ipAddress: Filter(Text(64)),
  siteId: Filter(Id),
  clickId: Filter(ClickId),
  subId: SubIdFilter,
});
export const ClickForm = Criteria.extend(ScreenFields);
export type ClickForm = z.output<typeof ClickForm>;

/** Clicks of every class on tracked links, newest first, or with `after` in the order in which they were stored. Agents see their own, managers their office's, admins all. */
export const searchClicks = query({
  name: "logs.clicks",
  does: "read click logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria.extend({ after: After }),
  output: List(ClickRow).extend(Continued),
  async run({ actor }, { after, ...criteria }) {
    const { question } = await checkClickCriteria(actor, criteria);
    if (after !== undefined) {
      const { records, ...continued } = await readClickFeed(question, { ...criteria, after });
      return { items: clickRows(actor, records), total: records.length, ...continued };
    }
    const { items, total, totalIsEstimate } = await readLog<ClickRecord, ClickField>(clickLog, question);
    return { items: clickRows(actor, items), total, ...(totalIsEstimate ? { totalIsEstimate } : {}) };
  },
});

/** Columns that this account may not see: names by role, IP addresses and referrers by the brand's settings. */
export function hiddenOf(actor: Actor): ClickField[] {
  const can = abilities(actor);
  const hidden: (ClickField | false)[] = [
    !can.chooseOffice && "officeName",
    !can.chooseAgent && "agentUsername",
    !can.seeIp && "fromIp",
    !can.seeIp && "uniques",
    !can.seeReferrer && "referer",
  ];
  return hidden.filter((field) => field !== false);
}

/**
 * Builds the question to the click log. Without an IP address, click ID or sub ID, it uses the row counts of the roll-ups.
 * Throws like `judge`, and 422 for an invalid or hidden IP address.
 */
export async function checkClickCriteria(actor: Actor, input: ClickForm): Promise<CheckedCriteria<ClickField>> {
  const { ipAddress, siteId, clickId, companyId, subId } = input;
  const { question, chosen } = await checkCriteria(actor, clickLog, input, hiddenOf(actor));
  const address = fromAddress(actor, ipAddress);
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const matching = all([
    question.matching,
    siteId !== undefined && sql`l.site_id = ${siteId}`,
    address,
    clickId !== undefined && withId(clickId),
    subId !== undefined && hasSubId(sql`l.subs`, subId),
  ]);
  const tally = clickTally(actor, { companyId, siteId, agentId: chosen.agentId }, chosen.days);
  // The clicks of one agent are read through the key of the table. Those of all agents are searched from the newest on.
  const ofOneAgent = chosen.agentId !== undefined || !abilities(actor).chooseAgent;
  const strategy = subId === undefined ? { tally } : {};
  const selective = address !== undefined || clickId !== undefined || (subId !== undefined && ofOneAgent);
  return {
    question: { ...question, matching, ...(selective ? { selective } : strategy) },
    chosen: { ...chosen, site: site?.sitename },
  };
}

const ADDRESS = "Please enter a whole IP address, its beginning such as 192.0.2. or a network such as 192.0.2.0/24.";

function fromAddress(actor: Actor, text: string | undefined): Statement | undefined {
  if (text === undefined) return undefined;
  if (!abilities(actor).seeIp) throw invalid({ ipAddress: ["Addresses are not shown here."] });
  const range = addressRange(text);
  if (!range) throw invalid({ ipAddress: [ADDRESS] });
  const { first, last } = range;
  return first === last ? sql`l.ip = ${first}::inet` : sql`l.ip BETWEEN ${first}::inet AND ${last}::inet`;
}

/** A click ID contains its time, so the search is limited to that millisecond. */
function withId(id: string): Statement {
  const at = new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const next = new Date(Number(at) + 1);
  return sql`l.id = ${id}::uuid AND l.clicked_at >= ${at} AND l.clicked_at < ${next}`;
}
