import { sql } from "../kernel/database/sql";
import { queryRows, readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { dayOf, isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { csvText, offsetCell, offsetHeading, timeCell, timeHeading } from "../kernel/operation/csv";
import { type AgentRow, agentListColumns, agentTables } from "./agent";
import { type AgentFigures, figuresOf, noFigures } from "./figures";
import { listing } from "./find-agents";
import { ListInput, searchCondition } from "./list-screen";

const BATCH = 500;

/** All agents of the list as CSV, in its order, without passwords. */
export const exportAgents = stream({
  name: "agents.export",
  does: "export agents",
  allow: atLeast("company"),
  type: "EXPORT",
  heavy: true,
  input: ListInput,
  run: ({ actor }, input) => exportLines(actor, input),
});

export const exportName = (): string => `agents-${dayOf(now())}.csv`;

async function* exportLines(actor: Actor, input: ListInput): AsyncGenerator<string> {
  const ids = await readTransaction(async () => {
    const { from, where, order } = listing(actor, await searchCondition(actor, input), input);
    return queryRows<{ id: number }>(sql`SELECT agents.id FROM ${from} WHERE ${where} ${order}`);
  });
  const columns = columnsFor(actor);
  yield csvText([columns.map(([label]) => label)]);
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH).map(({ id }) => id);
    const rows = await readTransaction(() => readBatch(actor, batch));
    yield csvText(rows.map((row) => columns.map(([, cell]) => cell(row) ?? "")));
  }
}

type Row = AgentRow & AgentFigures;

async function readBatch(actor: Actor, ids: readonly number[]): Promise<Row[]> {
  const rows = await queryRows<AgentRow>(sql`
    SELECT ${agentListColumns(actor)} FROM ${agentTables} WHERE agents.id = ANY(${ids}::int[])
    ORDER BY array_position(${ids}::int[], agents.id)`);
  const figures = await figuresOf(actor, ids);
  return rows.map((row) => ({ ...row, ...(figures.get(row.id) ?? noFigures) }));
}

type CsvColumn = readonly [label: string, cell: (row: Row) => string | number | null];

const columnsFor = (actor: Actor): CsvColumn[] => [
  ["Username", ({ username }) => username],
  ["First name", ({ firstName }) => firstName],
  ["Last name", ({ lastName }) => lastName],
  ["E-mail", ({ email }) => email],
  ["Campaign ID", ({ campaignId }) => campaignId],
  ...(hasRole(actor, "admin") ? [["Office", ({ officeName }: Row) => officeName] as const] : []),
  [timeHeading("Registered"), ({ registeredAt }) => timeCell(isoTime(registeredAt))],
  [timeHeading("Last login"), ({ lastLoginAt }) => timeCell(lastLoginAt && isoTime(lastLoginAt))],
  ["Logins", ({ loginCount }) => loginCount],
  ["Status", ({ active }) => (active ? "Activated" : "Suspended")],
  ["Hidden", ({ hidden }) => (hidden ? "yes" : "no")],
  ["Login", ({ loginBlocked }) => (loginBlocked ? "off" : "on")],
  ["Approval", ({ approved, rejectedAt }) => (approved ? "approved" : rejectedAt ? "rejected" : "waiting")],
  ["Sites", ({ sitesCount }) => sitesCount],
  ["Sales this half-month", ({ sales }) => sales],
  ["Last sale", ({ lastSale }) => lastSale],
  [offsetHeading("Registered"), ({ registeredAt }) => offsetCell(isoTime(registeredAt))],
  [offsetHeading("Last login"), ({ lastLoginAt }) => offsetCell(lastLoginAt && isoTime(lastLoginAt))],
];
