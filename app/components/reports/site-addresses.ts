import type { Grouping, ReportQuery, ReportRow, Variant } from "./site-report";

/** The address of the report with its criteria, some of them changed. Sorting and page are reset. */
export function reportAddress(path: string, query: ReportQuery, change: Partial<ReportQuery> = {}): string {
  const changed = { ...query, ...change };
  const {
    groupBy,
    then,
    compare,
    siteId,
    typeId,
    companyId,
    agent,
    agentId,
    geo,
    avp,
    start,
    end,
    empty,
    hide,
    within,
  } = changed;
  // In the links of the rows, what differs comes last: they compress better.
  const values = {
    groupBy,
    then,
    compare,
    within,
    start,
    end,
    siteId,
    typeId,
    geo,
    avp,
    empty,
    hide,
    companyId,
    agentId: agent ?? agentId,
  };
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) searchParams.set(name, String(value));
  return `${path}?${searchParams}`;
}

/**
 * Address behind a row's name (STAT-21 to STAT-23). A date opens that day (in a report of payout periods, the whole
 * period), an office its agents, an agent their days, a link or country its dates. Undefined if there is no finer grouping,
 * or no filter for the row.
 */
export function drillDown(
  path: string,
  { asked: query, next, variant }: { asked: ReportQuery; next: Grouping | null; variant: Variant },
  row: ReportRow,
): string | undefined {
  if (next === null || (row.country !== undefined && !(variant.geo && row.country))) return undefined;
  const changes: Partial<Record<Grouping, Partial<ReportQuery>>> = {
    date: variant.avp ? {} : { start: row.date, end: row.date, within: `${query.start},${query.end}` },
    company: { companyId: row.companyId },
    // A deleted agent cannot be looked up by name.
    agent: row.agent === "deleted agent" ? { agent: undefined, agentId: row.agentId } : { agent: row.agent },
    type: { typeId: row.typeId, siteId: row.siteId },
    country: { geo: row.country },
  };
  const ofSecond = query.then && changes[query.then];
  return reportAddress(path, query, { groupBy: next, then: undefined, ...changes[query.groupBy], ...ofSecond });
}

/** Filters by agent ID because a deleted agent cannot be looked up by name. */
export const criteriaOf = ({
  groupBy,
  then,
  siteId,
  typeId,
  companyId,
  agentId,
  geo,
  avp,
  start,
  end,
}: ReportQuery) => ({
  ...{ groupBy, then, siteId, typeId, companyId, agentId, geo, avp, start, end },
});

/** The file with the columns and order of the screen. */
export const exportAddress = (path: string, query: ReportQuery) =>
  `${reportAddress(`${path}/export.csv`, query)}&sortField=${query.sortField}&sortAsc=${query.sortAsc}`;

export const columnsAddress = (path: string, query: ReportQuery) =>
  `${reportAddress("/app/stats/columns", query, { agent: undefined })}&report=${path.split("/").at(-1)}`;
