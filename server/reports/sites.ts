import { one } from "../kernel/database";
import { query } from "../kernel/operation";
import { addDays, previous } from "../kernel/periods";
import { type Actor, atLeast } from "../kernel/roles";
import { nothing, sql, type Statement } from "../kernel/sql";
import { type Grouping, readQuery, SitesInput, type SitesQuery } from "./query";
import { type Answered, seesPoints, shaped, SitesAnswer } from "./shape";
import { source } from "./source";

/** Clicks and sales of a range by date, office, agent or day and agent, with totals over all pages. */
export const sites = query({
  name: "reports.sites",
  does: "read statistics of sites",
  allow: atLeast("agent"),
  input: SitesInput,
  output: SitesAnswer,
  run: async ({ actor }, criteria) => sitesReport(actor, await readQuery(actor, criteria)),
});

/** The report of a question: counts, points, money in dollars as numbers of two decimals, days of New York. */
export async function sitesReport(actor: Actor, asked: SitesQuery): Promise<SitesAnswer> {
  const found = await one<Answered>(statement(actor, asked));
  if (!found) throw new Error("The report answered nothing.");
  return shaped(actor, asked, found);
}

const keysOf: Record<Grouping, Statement> = {
  date: sql`day`,
  company: sql`company_id`,
  agent: sql`agent_id`,
  detail: sql`day, agent_id`,
};
// Of an agent who moved, the office of his latest figures; within one day or half-month, that with the higher number.
const office = sql`(max(latest) % 2147483648)::int AS company_id`;
const identityOf: Record<Grouping, Statement> = {
  date: sql`day, NULL::int AS agent_id, NULL::int AS company_id`,
  company: sql`NULL::date AS day, NULL::int AS agent_id, company_id`,
  agent: sql`NULL::date AS day, agent_id, ${office}`,
  detail: sql`day, agent_id, ${office}`,
};

/**
 * Everything in one statement, so that rows, totals and columns are those of one moment. The groups are made once
 * (MATERIALIZED) and both the page and the totals read them: they cannot differ. First by group and link, then by group;
 * links' counts and names join only the rows of the page, save where names decide the order. A total is a row of its
 * own, so that an empty page has one. Groups and links count by raws and events, which never fall, since a reversed
 * sale leaves sums of nothing. The points of the period before come as rows of the same relation, not by a join.
 * No correlated subqueries, GROUPING SETS or LATERAL: the same text runs where the tables are distributed by agent.
 */
export function statement(actor: Actor, asked: SitesQuery): Statement {
  const { groupBy, siteId, typeId, sort, limit, offset } = asked;
  const keys = keysOf[groupBy];
  const rows = read(actor, asked);
  return sql`
    WITH by_type AS MATERIALIZED (${groupBy === "detail" ? rows : summed(rows, groupBy)}), groups AS MATERIALIZED (
      SELECT ${identityOf[groupBy]}, sum(raws) AS raws, sum(uniques) AS uniques, sum(sales) AS sales,
        sum(bonus_sales) AS bonus_sales, sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp,
        sum(lpp_prev) AS lpp_prev, ${counted(sort)} AS counted
      FROM by_type GROUP BY ${keys} HAVING sum(raws) > 0 OR sum(events) > 0
    ), page AS MATERIALIZED (
      SELECT page.* FROM groups AS page ${byName.has(sort.field) ? names : nothing}
      ORDER BY ${order(sort)} LIMIT ${limit} OFFSET ${offset}
    ), counts AS (
      SELECT ${keys}, json_object_agg(type_id, json_build_array(sales, bonus_sales)) AS counts
      FROM (
        SELECT ${keys}, type_id, sum(by_type.sales) AS sales, sum(by_type.bonus_sales) AS bonus_sales
        FROM page JOIN by_type USING (${keys}) WHERE by_type.events > 0 GROUP BY ${keys}, type_id
      ) AS sold GROUP BY ${keys}
    ), seen AS (
      SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales
      FROM by_type GROUP BY type_id
    )
    SELECT total, overall, coalesce(types, '[]') AS types, coalesce(items, '[]') AS items
    FROM (
      SELECT count(*) AS total, json_build_object('raws', coalesce(sum(raws), 0), 'uniques', coalesce(sum(uniques), 0),
        'sales', coalesce(sum(sales), 0), 'bonusSales', coalesce(sum(bonus_sales), 0), 'lpp', coalesce(sum(lpp), 0),
        'lppPrev', coalesce(sum(lpp_prev), 0), 'earning', coalesce(sum(earning), 0)::text,
        'bonusEarning', coalesce(sum(bonus_earning), 0)::text) AS overall
      FROM groups
    ) AS totals CROSS JOIN (
      SELECT json_agg(json_build_object('id', types.id, 'typename', typename,
        'bonus', bonus OR coalesce(bonus_sales, 0) <> 0, 'sales', coalesce(sales, 0),
        'bonusSales', coalesce(bonus_sales, 0)) ORDER BY typename ~* 'eng', lower(typename), types.id) AS types
      FROM types LEFT JOIN seen ON seen.type_id = types.id
      WHERE events > 0
        OR (show_no_sales_stat AND site_id = ${siteId ?? null} AND types.id = coalesce(${typeId ?? null}, types.id))
    ) AS shown CROSS JOIN (
      SELECT json_agg(json_build_object('date', day, 'companyId', page.company_id, 'officeName', office_name,
        'agentId', page.agent_id, 'agent', ${shownName(sql`username`)},
        'agentFullName', ${shownName(fullName)}, 'raws', raws, 'uniques', uniques,
        'sales', sales, 'bonusSales', bonus_sales, 'lpp', lpp, 'lppPrev', lpp_prev, 'earning', earning::text,
        'bonusEarning', bonus_earning::text, 'counts', counts) ORDER BY ${order(sort)}) AS items
      FROM page LEFT JOIN counts USING (${keys}) ${names}
    ) AS listed`;
}

/** The rows of the range, and the points of the period before; of Detail each day's points stand in the day after. */
function read(actor: Actor, asked: SitesQuery): Statement {
  const { groupBy, range } = asked;
  const byDay = groupBy === "date" || groupBy === "detail";
  if (!seesPoints(actor, groupBy)) return source(actor, asked, { range, byDay });
  if (groupBy !== "detail") return source(actor, asked, { range, before: previous(range), byDay });
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return source(actor, asked, { range, before, shift: 1, byDay });
}

/** Rows of one group and link as one. In Detail they nearly are, and to sum them first would cost more than it saves. */
const summed = (rows: Statement, groupBy: Grouping): Statement => sql`
  SELECT ${keysOf[groupBy]}, type_id, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events, sum(sales) AS sales,
    sum(bonus_sales) AS bonus_sales, sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp,
    sum(lpp_prev) AS lpp_prev${groupBy === "agent" ? sql`, max(latest) AS latest` : nothing}
  FROM (${rows}) AS rows GROUP BY ${keysOf[groupBy]}, type_id`;

const names = sql`
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id LEFT JOIN accounts ON accounts.id = agents.account_id`;
const shownName = (name: Statement) => sql`CASE WHEN deleted_at IS NULL THEN ${name} ELSE 'deleted agent' END`;
const fullName = sql`trim(first_name || ' ' || last_name)`;

const byName = new Set(["officeName", "agent", "agentFullName"]);
const columnOf: Record<string, Statement> = {
  date: sql`day`,
  officeName: sql`lower(office_name)`,
  agent: sql`lower(${shownName(sql`username`)})`,
  agentFullName: sql`lower(${shownName(fullName)})`,
  raws: sql`raws`,
  uniques: sql`uniques`,
  sales: sql`sales`,
  bonusSales: sql`bonus_sales`,
  bonusRatio: sql`CASE WHEN sales = 0 THEN 0 ELSE bonus_sales::numeric / sales END`,
  lpp: sql`lpp`,
  lppPrev: sql`lpp_prev`,
  earn: sql`earning`,
  bonusEarn: sql`bonus_earning`,
};

/** Ties by id, of a day's rows by agent. */
function order({ field, ascending }: SitesQuery["sort"]): Statement {
  const way = ascending ? sql`ASC` : sql`DESC`;
  return sql`${columnOf[field] ?? sql`counted`} ${way}, day ${way}, page.agent_id ${way}, page.company_id ${way}`;
}

/** The count that the rows are sorted by, where it is a link's. */
function counted({ type }: SitesQuery["sort"]): Statement {
  if (!type) return sql`0`;
  return sql`coalesce(sum(${type.bonus ? sql`bonus_sales` : sql`sales`}) FILTER (WHERE type_id = ${type.id}), 0)`;
}
