/** A site report as its screen gets it. */

export type Grouping = "date" | "company" | "agent" | "detail";

export type ReportColumn = {
  key: string;
  label: string;
  sub?: string;
  kind: "date" | "text" | "count" | "percent" | "dollars" | "pesos" | "tier";
  total?: string;
};

/** What tells the screens of the four reports apart. */
export type Variant = { readonly avp: boolean; readonly payroll: boolean; readonly geo: boolean };
export type AvpTier = { readonly index: number; readonly from: number; readonly to: number };

export type Figure = string | number | null | undefined;
export type ReportRow = Readonly<Record<string, Figure>> & {
  date?: string;
  agent?: string;
  agentId?: number;
  companyId?: number;
};

export type Asked = {
  groupBy: Grouping;
  siteId?: number;
  typeId?: number;
  companyId?: number;
  agent?: string;
  agentId?: number;
  geo?: string;
  /** Index of the tier whose agents are asked for. */
  avp?: number;
  start: string;
  end: string;
  sortField: string;
  sortAsc: boolean;
  page: number;
  pageSize: number;
  print: boolean;
};

export const groupingLabels: Record<Grouping, string> = {
  date: "Date",
  company: "Office",
  agent: "Agent",
  detail: "Detail",
};

/** The address of the report with the criteria, and others in their place; sorting and page start anew. */
export function reportAddress(path: string, asked: Asked, change: Partial<Asked> = {}): string {
  const { groupBy, siteId, typeId, companyId, agent, agentId, geo, avp, start, end } = { ...asked, ...change };
  const values = { groupBy, siteId, typeId, companyId, agentId: agent ?? agentId, geo, avp, start, end };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return `${path}?${query}`;
}

/**
 * Where a click on a row's name leads: a date to that day alone (of a report of payout periods to all of it), an office to
 * its agents, an agent to his days (STAT-21 to STAT-23). Undefined where the row is as fine as it gets.
 */
export function drillDown(
  path: string,
  { asked, next, variant }: { asked: Asked; next: Grouping | null; variant: Variant },
  row: ReportRow,
): string | undefined {
  if (next === null) return undefined;
  const here: Partial<Record<Grouping, Partial<Asked>>> = {
    date: variant.avp ? {} : { start: row.date, end: row.date },
    company: { companyId: row.companyId },
    // A deleted agent has no name to be found by.
    agent: row.agent === "deleted agent" ? { agent: undefined, agentId: row.agentId } : { agent: row.agent },
  };
  return reportAddress(path, asked, { groupBy: next, ...here[asked.groupBy] });
}
