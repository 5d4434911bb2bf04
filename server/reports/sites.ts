import { one } from "../kernel/database";
import { query } from "../kernel/operation";
import { type Actor, atLeast } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";
import { readQuery, SitesInput, type SitesQuery } from "./query";
import { type Answered, shaped, SitesAnswer } from "./shape";
import { groupsOf } from "./sites-groups";
import { agentFullName, agentName, identityOf, keysOf, names, order } from "./sites-order";

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

/**
 * Everything in one statement, so that rows, totals and columns are those of one moment. All groups are told by the
 * relations of groupsOf; links' counts and names join only those of the page, save where names decide the order. A total
 * is a row of its own, so that an empty page has one. Groups and links count by raws and events, which never fall, since
 * a reversed sale leaves sums of nothing. No correlated subqueries, GROUPING SETS or LATERAL: the same text runs where
 * the tables are distributed by agent.
 */
export function statement(actor: Actor, asked: SitesQuery): Statement {
  const { groupBy, siteId, typeId } = asked;
  const keys = keysOf(groupBy);
  return sql`
    WITH ${groupsOf(actor, asked)}, page AS (
      SELECT ${identityOf[groupBy]}, sum(raws) AS raws, sum(uniques) AS uniques, sum(sales) AS sales,
        sum(bonus_sales) AS bonus_sales, sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp,
        sum(lpp_prev) AS lpp_prev,
        json_object_agg(type_id, json_build_array(sales, bonus_sales)) FILTER (WHERE events > 0) AS counts
      FROM (
        SELECT ${keys}, type_id, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events, sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales, sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp,
          sum(lpp_prev) AS lpp_prev, max(latest) AS latest
        FROM picked JOIN figures USING (${keys}) GROUP BY ${keys}, type_id
      ) AS by_type GROUP BY ${keys}
    )
    SELECT total, overall, coalesce(types, '[]') AS types, coalesce(items, '[]') AS items
    FROM counted CROSS JOIN (
      SELECT json_build_object('raws', coalesce(sum(raws), 0), 'uniques', coalesce(sum(uniques), 0),
        'sales', coalesce(sum(sales), 0), 'bonusSales', coalesce(sum(bonus_sales), 0), 'lpp', coalesce(sum(lpp), 0),
        'lppPrev', coalesce(max(counted.lpp_prev), 0), 'earning', coalesce(sum(earning), 0)::text,
        'bonusEarning', coalesce(sum(bonus_earning), 0)::text) AS overall
      FROM counted LEFT JOIN totals ON TRUE
    ) AS summed CROSS JOIN (
      SELECT json_agg(json_build_object('id', types.id, 'typename', typename,
        'bonus', bonus OR coalesce(bonus_sales, 0) <> 0, 'sales', coalesce(sales, 0),
        'bonusSales', coalesce(bonus_sales, 0)) ORDER BY typename ~* 'eng', lower(typename), types.id) AS types
      FROM types LEFT JOIN totals ON totals.type_id = types.id
      WHERE events > 0
        OR (show_no_sales_stat AND site_id = ${siteId ?? null} AND types.id = coalesce(${typeId ?? null}, types.id))
    ) AS columns CROSS JOIN (
      SELECT json_agg(json_build_object('date', page.day, 'companyId', page.company_id, 'officeName', office_name,
        'agentId', page.agent_id, 'agent', ${agentName}, 'agentFullName', ${agentFullName}, 'raws', raws,
        'uniques', uniques, 'sales', sales, 'bonusSales', bonus_sales, 'lpp', lpp, 'lppPrev', lpp_prev,
        'earning', earning::text, 'bonusEarning', bonus_earning::text, 'counts', counts) ORDER BY ${order(asked)}) AS items
      FROM picked JOIN page USING (${keys}) ${names}
    ) AS listed`;
}
