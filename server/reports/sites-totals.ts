import { sql, type Statement } from "../kernel/database/sql";
import { cte, type Groups, materialized } from "./ctes";
import {
  clickMeasures,
  columnNames,
  halfColumns,
  soldMeasures,
  sums,
  tierMeasures,
  typeId,
  unionAll,
} from "./measures";
import type { SitesQuery } from "./query";
import type { PageFigures } from "./sites-figures";
import { halvesOf, halvesOfAll } from "./sites-paid";

type Totals = Pick<Groups, "ctes" | "totals" | "allHalves">;

/** The totals of all groups: clicks without links, and sales by link and half-month, both from the same sums of `sold`. */
export function totalsOf(sitesQuery: SitesQuery, clicks: Statement, sold: Statement): Totals {
  const measures = [...soldMeasures(sitesQuery), ...tierMeasures(sitesQuery)];
  const by = columnNames([typeId, ...halfColumns(sitesQuery)]);
  const soldSums = materialized("sums", sql`SELECT ${by}, ${sums(measures)} FROM (${sold}) AS sold GROUP BY ${by}`);
  const { ctes, ...totals } = totalsBy(sitesQuery, clicks, soldSums.name, halvesOf(soldSums.name));
  return { ctes: [soldSums, ...ctes], ...totals };
}

/** The same from the sums of a page with all groups. */
export const totalsOfPage = (sitesQuery: SitesQuery, clicks: Statement, { byLink, halves }: PageFigures): Totals =>
  totalsBy(sitesQuery, clicks, byLink.name, halves && halvesOfAll(halves.name));

function totalsBy(sitesQuery: SitesQuery, clicks: Statement, sold: Statement, halves: Statement | undefined): Totals {
  const measures = soldMeasures(sitesQuery);
  const rows = unionAll(
    [typeId, ...clickMeasures, ...measures],
    [
      {
        rows: sql`(SELECT type_id, ${sums(measures)} FROM ${sold} GROUP BY type_id) AS sold`,
        has: [typeId, ...measures],
      },
      { rows: sql`(${clicks}) AS clicks`, has: clickMeasures },
    ],
  );
  const totals = cte("totals", rows);
  if (!halves || !sitesQuery.pays) return { ctes: [totals], totals };
  const allHalves = cte("all_halves", halves);
  return { ctes: [totals, allHalves], totals, allHalves };
}
