/** A site report as its screen gets it. */

export type Grouping = "date" | "company" | "agent" | "detail";

export type ReportColumn = {
  key: string;
  label: string;
  sub?: string;
  kind: "date" | "text" | "count" | "percent" | "dollars";
  total?: string;
};

export type ReportRow = Readonly<Record<string, string | number | undefined>> & {
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
  const { groupBy, siteId, typeId, companyId, agent, agentId, geo, start, end } = { ...asked, ...change };
  const values = { groupBy, siteId, typeId, companyId, agentId: agent ?? agentId, geo, start, end };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return `${path}?${query}`;
}

/**
 * Where a click on a row's name leads: a date to that day alone, an office to its agents, an agent to his days (STAT-21
 * to STAT-23). Undefined where the row is as fine as it gets.
 */
export function drillDown(path: string, asked: Asked, next: Grouping | null, row: ReportRow): string | undefined {
  if (next === null) return undefined;
  const here: Partial<Record<Grouping, Partial<Asked>>> = {
    date: { start: row.date, end: row.date },
    company: { companyId: row.companyId },
    // A deleted agent has no name to be found by.
    agent: row.agent === "deleted agent" ? { agent: undefined, agentId: row.agentId } : { agent: row.agent },
  };
  return reportAddress(path, asked, { groupBy: next, ...here[asked.groupBy] });
}
