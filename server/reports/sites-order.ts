import { join, sql, type Statement } from "../kernel/database/sql";
import { figuresOf } from "./measures";
import type { Grouping, SitesQuery } from "./query";
import { dollarsToSort, halvesOf, tierIndex, tierJoin, tierSales } from "./sites-paid";

/** The group keys and sort values of the rows of a site report. */

const keyColumns: Record<Grouping, Statement[]> = {
  date: [sql`day`],
  company: [sql`company_id`],
  agent: [sql`agent_id`],
  detail: [sql`day`, sql`agent_id`],
};
export const keysOf = (groupBy: Grouping): Statement => join(keyColumns[groupBy]);

// An agent who moved has the office of their latest figures; within one day or half-month, the one with the higher ID.
const office = sql`(max(latest) % 2147483648)::int AS company_id`;
/** The identifying columns of a group; NULL if the grouping does not have them. */
export const identityColumns: Record<Grouping, Statement> = {
  date: sql`day, NULL::int AS agent_id, NULL::int AS company_id`,
  company: sql`NULL::date AS day, NULL::int AS agent_id, company_id`,
  agent: sql`NULL::date AS day, agent_id, ${office}`,
  detail: sql`day, agent_id, ${office}`,
};

/** Joins the names of their office and agent to a relation with `company_id` and `agent_id`. */
export const nameJoins = (groups: Statement): Statement => sql`
  LEFT JOIN offices ON offices.id = ${groups}.company_id
  LEFT JOIN agents ON agents.id = ${groups}.agent_id LEFT JOIN accounts ON accounts.id = agents.account_id`;
const shownName = (name: Statement) => sql`CASE WHEN deleted_at IS NULL THEN ${name} ELSE 'deleted agent' END`;
export const agentName = shownName(sql`username`);
export const agentFullName = shownName(sql`trim(first_name || ' ' || last_name)`);

export const nameColumns: Record<string, Statement> = {
  officeName: sql`office_name COLLATE by_name`,
  agent: sql`(${agentName}) COLLATE by_name`,
  agentFullName: sql`(${agentFullName}) COLLATE by_name`,
};
function measure(sitesQuery: SitesQuery): Statement {
  const { sort } = sitesQuery;
  if (sort.field === "date") return sql`day`;
  if (sort.field !== "bonusRatio") {
    const figure = figuresOf(sitesQuery).find(({ key }) => key === sort.field);
    return figure ? sql`sum(${figure.value})` : typeSortValue(sort);
  }
  return sql`CASE WHEN sum(sales) = 0 THEN ${ratioWithoutSales(sitesQuery)} ELSE sum(bonus_sales)::numeric / sum(sales) END`;
}

/** The sort value of a group without sales. In a payroll its bonus ratio is 100 % (PAYROLL-05), which is 1 here. */
export const ratioWithoutSales = ({ sort, variant }: Pick<SitesQuery, "sort" | "variant">): Statement =>
  sort.field === "bonusRatio" && variant.payroll ? sql`1` : sql`0`;

/** The count or pesos of the link that the rows are sorted by; 0 for other sort fields. */
function typeSortValue({ type }: SitesQuery["sort"]): Statement {
  if (!type) return sql`0`;
  const [count, pesos] = type.bonus ? [sql`bonus_sales`, sql`bonus_payout`] : [sql`sales`, sql`sale_php`];
  return sql`coalesce(sum(${type.pesos ? pesos : count}) FILTER (WHERE type_id = ${type.id}), 0)`;
}

/** True for orders that do not need sales. */
export const sortsByClicks = ({ sort: { field } }: SitesQuery): boolean =>
  field in nameColumns || ["date", "raws", "uniques", "avpPeriod", "agent_avp_sales_count"].includes(field);

/** True for orders that need neither clicks nor points of the period before. */
export const sortsBySales = (sitesQuery: SitesQuery): boolean =>
  !sortsByClicks(sitesQuery) && sitesQuery.sort.field !== "lppPrev";

export const sortDirection = ({ ascending }: SitesQuery["sort"]): Statement => (ascending ? sql`ASC` : sql`DESC`);

/** The order of a relation of groups with a column `sorted`: unknown values last, ties by the group's keys. */
export function order({ groupBy, sort }: SitesQuery, groups: Statement): Statement {
  const direction = sortDirection(sort);
  const keys = keyColumns[groupBy].map((key) => sql`${groups}.${key} ${direction}`);
  return join([sql`sorted ${direction} NULLS LAST`, ...keys]);
}

/** The groups of `rows`, as their keys and sort value. Only the measures that the order needs are summed. */
export function sortedGroups(sitesQuery: SitesQuery, rows: Statement): Statement {
  const { groupBy, sort } = sitesQuery;
  const keys = keysOf(groupBy);
  const name = nameColumns[sort.field];
  const tier = { avpPeriod: tierIndex(sitesQuery), agent_avp_sales_count: tierSales }[sort.field];
  const groups = (columns: Statement) => sql`
    SELECT ${columns} FROM (${rows}) AS rows GROUP BY ${keys} HAVING bool_or(shown)`;
  if (sort.field === "payoutDollars") {
    const sorted = dollarsToSort(sql`(${halvesOf(sql`(${rows}) AS rows`, keys)}) AS halves`, keys);
    // A group without sales is paid 0.
    return sql`
      SELECT page.*, CASE WHEN paid IS NULL THEN 0 ELSE paid.sorted END AS sorted
      FROM (${groups(keys)}) AS page LEFT JOIN (${sorted}) AS paid USING (${keys})`;
  }
  if (tier) return sql`SELECT page.*, ${tier} AS sorted FROM (${groups(keys)}) AS page ${tierJoin(sql`page`)}`;
  if (!name) return groups(sql`${keys}, ${measure(sitesQuery)} AS sorted`);
  return sql`SELECT page.*, ${name} AS sorted FROM (${groups(identityColumns[groupBy])}) AS page ${nameJoins(sql`page`)}`;
}
