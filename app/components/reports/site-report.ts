/** Types and addresses of a site report, as its screen receives it. */

export type Grouping = "date" | "company" | "agent" | "detail";

export type ReportColumn = {
  key: string;
  label: string;
  sub?: string;
  kind: "date" | "text" | "count" | "percent" | "dollars" | "pesos" | "tier";
  total?: string;
  /** The site of a link's column. */
  site?: { short: string; name: string };
};

/** The differences between the four site reports. */
export type Variant = { readonly avp: boolean; readonly payroll: boolean; readonly geo: boolean };
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
};

export type ReportQuery = {
  groupBy: Grouping;
  siteId?: number;
  typeId?: number;
  companyId?: number;
  agent?: string;
  agentId?: number;
  geo?: string;
  /** Filters by the AVP tier with this index. */
  avp?: number;
  start: string;
  end: string;
  sortField: string;
  sortAsc: boolean;
  page: number;
  pageSize: number;
  print: boolean;
  /** Set where the reader chose to see or to leave out empty columns. */
  empty?: "show" | "hide";
};

export const groupingLabels: Record<Grouping, string> = {
  date: "Date",
  company: "Office",
  agent: "Agent",
  detail: "Detail",
};

/** The address of the report with its criteria, some of them changed. Sorting and page are reset. */
export function reportAddress(path: string, query: ReportQuery, change: Partial<ReportQuery> = {}): string {
  const { groupBy, siteId, typeId, companyId, agent, agentId, geo, avp, start, end, empty } = { ...query, ...change };
  // In the links of the rows, what differs comes last: they compress better.
  const values = { groupBy, start, end, siteId, typeId, geo, avp, empty, companyId, agentId: agent ?? agentId };
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) searchParams.set(name, String(value));
  return `${path}?${searchParams}`;
}

/**
 * Address behind a row's name (STAT-21 to STAT-23). A date opens that day (in a report of payout periods, the whole
 * period), an office its agents, an agent their days. Undefined if there is no finer grouping.
 */
export function drillDown(
  path: string,
  { asked: query, next, variant }: { asked: ReportQuery; next: Grouping | null; variant: Variant },
  row: ReportRow,
): string | undefined {
  if (next === null) return undefined;
  const changes: Partial<Record<Grouping, Partial<ReportQuery>>> = {
    date: variant.avp ? {} : { start: row.date, end: row.date },
    company: { companyId: row.companyId },
    // A deleted agent cannot be looked up by name.
    agent: row.agent === "deleted agent" ? { agent: undefined, agentId: row.agentId } : { agent: row.agent },
  };
  return reportAddress(path, query, { groupBy: next, ...changes[query.groupBy] });
}
