/** Types and addresses of a statement, as its screen receives it. */

export type Amounts = { php: number; usd: number | null };
export type Period = { id: number; start: string; end: string };

export type StatementLine = Amounts & {
  id: number | null;
  agentId: number;
  companyId: number;
  kind: "event" | "correction" | "adjustment" | "advance" | "penalty" | "payment";
  typeId: number | null;
  basis: string | null;
  count: number | null;
  agent?: string;
  officeName?: string;
  reason: string | null;
  by: string | null;
  at: string | null;
  site: string | null;
  link: string | null;
  tier: string | null;
  origin: Period | null;
  reference: string | null;
  gone: boolean;
};

export type Sheet = {
  opening: Amounts;
  carried: Amounts | null;
  lines: readonly StatementLine[];
  later: Amounts | null;
  sums: readonly (Amounts & { of: "events" | "corrections" | "others" })[];
  count: number;
  inPeriod: Amounts;
  payments: Amounts;
  total: Amounts;
  agents: readonly AgentAccount[] | null;
};

export type AgentAccount = {
  agentId: number;
  agent: string;
  fullName: string;
  gone: boolean;
  opening: Amounts;
  events: Amounts;
  others: Amounts;
  payments: Amounts;
  total: Amounts;
};

export type StatementQuery = {
  agentId?: number;
  agent?: string | null;
  fullName?: string;
  companyId?: number;
  office?: string;
  page: number;
  pageSize: number;
  print: boolean;
};

/** The events behind the count of a line; corrections and lines of other kinds have none of their own. */
export function eventsAddress({ start, end }: Period, line: StatementLine): string | undefined {
  const { kind, typeId, basis, agentId, companyId } = line;
  if (kind !== "event" || typeId === null || basis === null) return undefined;
  const measure = `${typeId}${basis.startsWith("Bonus") ? "b" : ""}`;
  const row = { rowAgentId: String(agentId), rowCompanyId: String(companyId) };
  return `/app/stats/explain?${new URLSearchParams({ report: "sites", start, end, measure, basis, ...row }).toString()}`;
}

export const STATEMENTS = "/app/stats/statements";

/** Address of the same agent's or office's statement for another period, or of a path below it. */
export function statementAddress(
  periodId: number,
  { agent, agentId, companyId }: Partial<StatementQuery>,
  below = "",
): string {
  const query = new URLSearchParams();
  const agentFilter = agent ?? agentId;
  if (agentFilter !== undefined) query.set("agentId", String(agentFilter));
  if (companyId !== undefined) query.set("companyId", String(companyId));
  const text = query.toString();
  return `${STATEMENTS}/${periodId}${below}${text && `?${text}`}`;
}

const anchorOf = (typeId: number): string => `link-${typeId}`;

/** The element ID of a line that is the first one of its link. */
export function lineAnchor(lines: readonly StatementLine[], index: number): string | undefined {
  const typeId = lines[index]?.typeId ?? null;
  const isFirst = typeId !== null && lines.findIndex((line) => line.typeId === typeId) === index;
  return isFirst ? anchorOf(typeId) : undefined;
}

/** Address of the first line of a link on a statement. */
export const lineAddress = (periodId: number, typeId: number, query: Partial<StatementQuery>): string =>
  `${statementAddress(periodId, query)}#${anchorOf(typeId)}`;
