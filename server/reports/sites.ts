import { queryOne } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { addDays } from "../kernel/time";
import { now } from "../kernel/time/now";
import { type Range } from "../trade/periods";
import { join, nothing, sql, type Statement } from "../kernel/database/sql";
import { cte, type Cte, type Groups, withCtes } from "./ctes";
import { type Compared, comparedWith } from "./comparison";
import { columnOf, isFurther } from "./group-keys";
import { groupingsOf } from "./group-limits";
import { hasTier, inputOf, readQuery, type SitesQuery } from "./query";
import { figuresOf, type Measure, measuresOf, jsonMembers, previousMeasures, sums } from "./measures";
import { type GroupRow, keyValues, type ReportData, type ShapedReport, shapeReport } from "./shape";
import { ListedPayroll, ListedSites, withFigures } from "./sites-answer";
import { groupsOf } from "./sites-groups";
import { agentFullName, agentName, identityColumns, keysOf, nameJoins, order } from "./sites-order";
import { dollarParts, tierIndex, tierJoin, tierSales } from "./sites-paid";
import { type Variant, variants } from "./variants";

const call = (variant: Variant, output: typeof ListedSites | typeof ListedPayroll) =>
  query({
    name: `reports.${variant.name}`,
    does: variant.does,
    allow: atLeast(variant.least),
    mayLag: true,
    heavy: true,
    input: inputOf(variant),
    allowed: (actor) => ({ groupBy: groupingsOf(actor) }),
    output,
    run: async ({ actor }, criteria) =>
      withFigures((await siteReport(actor, await readQuery(actor, variant, criteria))).answer),
  });

/** Clicks and sales of a range by date, by office, by agent, or by day and agent, with totals over all pages. */
export const sites = call(variants.sites, ListedSites);
/** The same for AVP sites in a payout period, with the tier of each agent. */
export const sitesAvp = call(variants.sitesAvp, ListedSites);
/** The same with paid amounts in pesos and dollars. */
export const payroll = call(variants.payroll, ListedPayroll);
export const payrollAvp = call(variants.payrollAvp, ListedPayroll);

/** Runs a report: counts, points, and money as numbers with two decimals. Days are New York days. */
export async function siteReport(actor: Actor, sitesQuery: SitesQuery): Promise<ShapedReport> {
  const data = await readData(actor, sitesQuery);
  if (!sitesQuery.compare) return shapeReport(actor, sitesQuery, data);
  const compared = comparedWith(sitesQuery.range, sitesQuery.compare, now());
  const before = await readData(actor, beforeOf(sitesQuery, compared, data.items));
  const range = { ...compared.range, until: compared.until?.toISOString() ?? null };
  return shapeReport(actor, sitesQuery, data, { ...before, range, rowBefore: rowBefore(sitesQuery, compared) });
}

async function readData(actor: Actor, sitesQuery: SitesQuery): Promise<ReportData> {
  const plan = isShort(sitesQuery.range) ? "generic" : "hash";
  const data = await queryOne<ReportData>(statement(actor, sitesQuery), { plan });
  if (!data) throw new Error("The report answered nothing.");
  return data;
}

/** The keys of a row in the compared range; undefined for a day that has no counterpart. */
const rowBefore =
  (sitesQuery: SitesQuery, { dayBefore }: Compared) =>
  (row: GroupRow): unknown[] | undefined => {
    const date = row.date === null ? null : dayBefore(row.date);
    return date === undefined ? undefined : keyValues(sitesQuery, { ...row, date });
  };

/** The same report of the compared range: its totals, and the counterparts of these rows. */
function beforeOf(sitesQuery: SitesQuery, compared: Compared, items: readonly GroupRow[]): SitesQuery {
  const keysBefore = rowBefore(sitesQuery, compared);
  const rows = items.map(keysBefore).filter((keys) => keys !== undefined);
  const { range, until } = compared;
  return {
    ...sitesQuery,
    range,
    until,
    rows,
    sort: { field: "raws", ascending: false },
    limit: rows.length,
    offset: 0,
  };
}

/** Ranges of at most this many days are planned once for all values. */
const MOST_DAYS = 62;

/** One plan suits all short ranges. Its cost is half of their time, while a long range needs a plan for its own size. */
const isShort = ({ start, end }: Range) => end < addDays(start, MOST_DAYS);

/**
 * One statement reads everything, so that rows, totals and columns are from the same snapshot. `groupsOf` defines
 * the groups. Link counts and names are joined only to the groups of the page, unless names decide the order.
 * The totals are separate from the rows, so an empty page has them too. Groups and links are included by raws and
 * events, which never decrease; a reversed sale can leave sums of 0. The statement uses no correlated subqueries,
 * GROUPING SETS or LATERAL, so that it also runs where the tables are distributed by agent.
 */
export function statement(actor: Actor, sitesQuery: SitesQuery): Statement {
  const { variant, siteId, typeId } = sitesQuery;
  const keys = keysOf(sitesQuery);
  const figures = figuresOf(sitesQuery);
  const { ctes, picked, counted, totals, ...groups } = groupsOf(actor, sitesQuery);
  const { of, dollars, ofGroups, ofPage, ofAll } = paidColumns(sitesQuery, { picked, ...groups });
  const tiers = variant.avp && hasTier(sitesQuery);
  const tierOf = tiers ? sql`, 'avpPeriod', ${tierIndex(sitesQuery)}, 'avpSales', ${tierSales}` : nothing;
  const speechLast = variant.speechLast ? sql`typename ~* 'eng', ` : nothing;
  const rows = cte(
    "page",
    sql`
      SELECT ${identityColumns(sitesQuery)}, ${sums(figures)},
        json_object_agg(type_id, json_build_array(sales, bonus_sales${of})) FILTER (WHERE events > 0) AS counts
      FROM (
        SELECT ${keys}, type_id, max(latest) AS latest, ${sums(measuresOf(sitesQuery))}
        FROM ${groups.figures.name} GROUP BY ${keys}, type_id
      ) AS by_type GROUP BY ${keys}`,
  );
  const page = rows.name;
  return withCtes(
    [...ctes, rows, ...dollars],
    sql`
    SELECT total, overall, coalesce(types, '[]') AS types, coalesce(items, '[]') AS items
    FROM ${counted.name} CROSS JOIN (
      SELECT json_build_object(${jsonMembers(figures, (each) => sql`coalesce(${total(each, counted)}, 0)`)}${ofAll}) AS overall
      FROM ${counted.name} LEFT JOIN ${totals.name} ON TRUE
    ) AS summed CROSS JOIN (
      SELECT json_agg(json_build_object('id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename,
        'bonus', bonus OR coalesce(bonus_sales, 0) <> 0, 'counts', json_build_array(coalesce(sales, 0),
        coalesce(bonus_sales, 0)${of})) ORDER BY ${speechLast}sitename COLLATE by_name, site_id, typename COLLATE by_name, types.id) AS types
      FROM types JOIN sites ON sites.id = site_id LEFT JOIN ${totals.name} ON ${totals.name}.type_id = types.id
      WHERE events > 0
        OR (show_no_sales_stat AND site_id = ${siteId ?? null} AND types.id = coalesce(${typeId ?? null}, types.id))
    ) AS columns CROSS JOIN (
      SELECT json_agg(json_build_object('date', ${page}.day, 'companyId', ${page}.company_id, 'officeName', office_name,
        'agentId', ${page}.agent_id, 'agent', ${agentName}, 'agentFullName', ${agentFullName}, 'counts', counts,${furtherKeys(sitesQuery, page)}
        ${jsonMembers(figures, ({ name }) => sql`${page}.${name}`)}${tierOf}${ofPage})
        ORDER BY ${order(sitesQuery, page)}) AS items
      FROM ${picked.name} JOIN ${page} USING (${keys}) ${ofGroups} ${nameJoins(page, sitesQuery)} ${tiers ? tierJoin(page) : nothing}
    ) AS listed`,
  );
}

/** The keys of a row beyond its day, office and agent, as members of a JSON object. */
const furtherKeys = ({ keys }: SitesQuery, page: Statement): Statement =>
  join(
    keys.map((key) =>
      key === "link"
        ? sql` 'typeId', links.id, 'typename', links.typename, 'siteId', links.site_id, 'sitename', links.sitename,`
        : isFurther(key)
          ? sql` '${columnOf(key)}', ${page}.${columnOf(key)},`
          : nothing,
    ),
    nothing,
  );

/** Points of the period before have no link, so their total comes from `counted`. */
const total = ({ name, value }: Measure, counted: Cte): Statement =>
  previousMeasures.some((each) => each.name === name) ? sql`max(${counted.name}.${name})` : sql`sum(${value})`;

/** The additions of a payroll: the pesos of each link, and the dollars of each group of the page and of all groups. */
function paidColumns(
  sitesQuery: SitesQuery,
  { picked, halves, allHalves }: Pick<Groups, "picked" | "halves" | "allHalves">,
) {
  if (!halves || !allHalves) return { of: nothing, dollars: [], ofGroups: nothing, ofPage: nothing, ofAll: nothing };
  const keys = keysOf(sitesQuery);
  const dollars = cte("dollars", dollarParts(sql`${picked.name} JOIN ${halves.name} USING (${keys})`, keys));
  return {
    of: sitesQuery.variant.payroll ? sql`, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text` : nothing,
    dollars: [dollars],
    ofGroups: sql`LEFT JOIN ${dollars.name} USING (${keys})`,
    ofPage: sql`, 'dollars', ${dollars.name}.dollars`,
    ofAll: sql`, 'dollars', (${dollarParts(allHalves.name)})`,
  };
}
