import type { Output, payroll } from "~/gate.server";

export type Period = { id: number; start: string; end: string };

export type Sheet = NonNullable<Output<typeof payroll.statementScreen>["sheet"]>;
export type StatementLine = Sheet["lines"][number];
export type AgentAccount = NonNullable<Sheet["agents"]>[number];
export type StatementQuery = Output<typeof payroll.statementScreen>["asked"];

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
