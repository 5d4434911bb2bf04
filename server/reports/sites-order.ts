import { join, nothing, sql, type Statement } from "../kernel/database/sql";
import { figuresOf } from "./measures";
import { columnOf, columnsOfKeys, furtherColumns, type GroupKey } from "./group-keys";
import type { SitesQuery } from "./query";
import { dollarsToSort, halvesOf, marginToSort, tierIndex, tierJoin, tierSales } from "./sites-paid";

/** The group keys and sort values of the rows of a site report. */

type HasKeys = Pick<SitesQuery, "keys">;
export const keysOf = ({ keys }: HasKeys): Statement => columnsOfKeys(keys);

// An agent who moved has the office of their latest figures; within one day or half-month, the one with the higher ID.
const office = sql`(max(latest) % 2147483648)::int AS company_id`;
/** True if the office of a row is that of its agent's latest figures. */
export const hasLatestOffice = ({ keys }: HasKeys): boolean => keys.includes("agent") && !keys.includes("company");
/** The identifying columns of a group; NULL for a day, agent or office that the grouping does not have. */
export function identityColumns({ keys }: HasKeys): Statement {
  const own = (key: GroupKey, none: Statement) => (keys.includes(key) ? columnOf(key) : none);
  const noOffice = hasLatestOffice({ keys }) ? office : sql`NULL::int AS company_id`;
  const people = sql`${own("day", sql`NULL::date AS day`)}, ${own("agent", sql`NULL::int AS agent_id`)}, ${own("company", noOffice)}`;
  return sql`${people}${furtherColumns(keys)}`;
}

/** Joins the names of office, agent and link to a relation with `company_id`, `agent_id` and the keys. */
export const nameJoins = (groups: Statement, { keys }: HasKeys): Statement => sql`
  LEFT JOIN offices ON offices.id = ${groups}.company_id
  LEFT JOIN agents ON agents.id = ${groups}.agent_id LEFT JOIN accounts ON accounts.id = agents.account_id
  ${keys.includes("link") ? sql`LEFT JOIN ${links} AS links ON links.id = ${groups}.link_id` : nothing}`;
const links = sql`(SELECT types.id, typename, site_id, sitename FROM types JOIN sites ON sites.id = site_id)`;
const shownName = (name: Statement) => sql`CASE WHEN deleted_at IS NULL THEN ${name} ELSE 'deleted agent' END`;
export const agentName = shownName(sql`username`);
export const agentFullName = shownName(sql`trim(first_name || ' ' || last_name)`);

export const nameColumns: Record<string, Statement> = {
  officeName: sql`office_name COLLATE by_name`,
  agent: sql`(${agentName}) COLLATE by_name`,
  agentFullName: sql`(${agentFullName}) COLLATE by_name`,
  typename: sql`links.typename COLLATE by_name`,
  sitename: sql`links.sitename COLLATE by_name`,
};
const PAID = sql`sum(sale_php + bonus_payout)`;
/** Figures of another one: NULL, and so last, where that is 0. */
const shares: Record<string, Statement> = {
  epc: sql`sum(earning + bonus_earning) / nullif(sum(raws), 0)`,
  phpPerUnique: sql`${PAID} / nullif(sum(uniques), 0)`,
};
/** The key that the rows are sorted by. */
const sortKey = ({ keys, sort: { field } }: SitesQuery): GroupKey | undefined =>
  keys.find((key) => key === (field === "date" ? "day" : field));

function measure(sitesQuery: SitesQuery): Statement {
  const { sort } = sitesQuery;
  const key = sortKey(sitesQuery);
  if (key) return columnOf(key);
  if (sort.field !== "bonusRatio") {
    const share = shares[sort.field];
    if (share) return share;
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
export const sortsByClicks = (sitesQuery: SitesQuery): boolean => {
  const { field } = sitesQuery.sort;
  return (
    field in nameColumns ||
    sortKey(sitesQuery) !== undefined ||
    ["raws", "uniques", "avpPeriod", "agent_avp_sales_count"].includes(field)
  );
};

/** True for orders that need clicks as well as sales. */
export const sortsByShare = ({ sort: { field } }: SitesQuery): boolean => field in shares;

/** True for orders that need neither clicks nor points of the period before. */
export const sortsBySales = (sitesQuery: SitesQuery): boolean =>
  !sortsByClicks(sitesQuery) && !sortsByShare(sitesQuery) && sitesQuery.sort.field !== "lppPrev";

export const sortDirection = ({ ascending }: SitesQuery["sort"]): Statement => (ascending ? sql`ASC` : sql`DESC`);

/** The order of a relation of groups with a column `sorted`: unknown values last, ties by the group's keys. */
export function order({ keys, sort }: SitesQuery, groups: Statement): Statement {
  const direction = sortDirection(sort);
  const ties = keys.map((key) => sql`${groups}.${columnOf(key)} ${direction}`);
  return join([sql`sorted ${direction} NULLS LAST`, ...ties]);
}

/** The groups of `rows`, as their keys and sort value. Only the measures that the order needs are summed. */
export function sortedGroups(sitesQuery: SitesQuery, rows: Statement): Statement {
  const { sort } = sitesQuery;
  const keys = keysOf(sitesQuery);
  const name = nameColumns[sort.field];
  const tier = { avpPeriod: tierIndex(sitesQuery), agent_avp_sales_count: tierSales }[sort.field];
  const groups = (columns: Statement) => sql`
    SELECT ${columns} FROM (${rows}) AS rows GROUP BY ${keys} HAVING bool_or(shown)`;
  if (sort.field === "payoutDollars" || sort.field === "margin") {
    const inOrder = sort.field === "margin" ? marginToSort : dollarsToSort;
    const sorted = inOrder(sql`(${halvesOf(sql`(${rows}) AS rows`, keys)}) AS halves`, keys);
    // A group without sales is paid 0.
    return sql`
      SELECT page.*, CASE WHEN paid IS NULL THEN 0 ELSE paid.sorted END AS sorted
      FROM (${groups(keys)}) AS page LEFT JOIN (${sorted}) AS paid USING (${keys})`;
  }
  if (tier) return sql`SELECT page.*, ${tier} AS sorted FROM (${groups(keys)}) AS page ${tierJoin(sql`page`)}`;
  if (!name) return groups(sql`${keys}, ${measure(sitesQuery)} AS sorted`);
  return sql`SELECT page.*, ${name} AS sorted FROM (${groups(identityColumns(sitesQuery))}) AS page ${nameJoins(sql`page`, sitesQuery)}`;
}
