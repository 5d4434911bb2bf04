import type { Output, reports } from "~/gate.server";

type SiteScreen = Output<typeof reports.sitesScreen>;
export type Grouping = SiteScreen["groupings"][number];
export type ReportColumn = SiteScreen["columns"][number];
/** The differences between the four site reports. */
export type Variant = SiteScreen["variant"];
/** `within` is the range of dates from which a day was opened: `start,end`. */
export type ReportQuery = SiteScreen["asked"] & { within?: string };
export type ComparedFigures = NonNullable<NonNullable<SiteScreen["report"]>["compared"]>;
export type AvpTier = {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly payoutPhp: number;
};

export type Figure = string | number | null | undefined;
export type ReportRow = Readonly<Record<string, Figure>> & {
  date?: string;
  agent?: string;
  agentId?: number;
  companyId?: number;
  typeId?: number;
  siteId?: number;
  country?: string;
};

export const groupingLabels: Record<Grouping, string> = {
  date: "Date",
  company: "Office",
  agent: "Agent",
  detail: "Detail",
  ...{ type: "Type", country: "Country", hour: "Hour", referrer: "Referrer", device: "Device" },
  ...{ sub1: "Sub 1", sub2: "Sub 2", sub3: "Sub 3", sub4: "Sub 4", sub5: "Sub 5" },
};
/** The four groupings of every network, which have buttons of their own. */
export const mainGroupings: readonly Grouping[] = ["date", "company", "agent", "detail"];

/** Both groupings: `Office, then Type`. */
export const groupingLabel = ({ groupBy, then }: Pick<ReportQuery, "groupBy" | "then">): string =>
  then ? `${groupingLabels[groupBy]}, then ${groupingLabels[then].toLowerCase()}` : groupingLabels[groupBy];

/** What a row without a value of its grouping is called. */
export const unnamed: Partial<Record<string, string>> = {
  ...{ country: "unknown", referrer: "none", sub1: "none", sub2: "none", sub3: "none", sub4: "none", sub5: "none" },
};

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
