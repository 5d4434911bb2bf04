import { readTransaction, queryRows } from "../../server/kernel/database/transactions";
import { perform, performStream } from "../../server/kernel/operation/perform";
import { instants, type Range } from "../../server/trade/periods";
import { system } from "../../server/kernel/operation/roles";
import { all, sql, type Statement } from "../../server/kernel/database/sql";
import { from } from "./cell";
import { type Log, logs, type Query } from "./log-queries";
import { measureRepeatedly, measureWithFloor, measureRaw, type Timing } from "./timing";

/**
 * A log with a filter, over all of its years: the first page beside its rows read by their keys alone, the page after
 * it, page 100,000 or the last page, and the time until the first rows of an export.
 */
export type LogCell = {
  log: string;
  filter: string;
  total: string;
  first: Timing;
  floor: number;
  raw?: number;
  next?: Timing;
  deepest: number;
  deep: Timing;
  start: Timing;
};

const PAGE = 50;
const DEEP = 100_000;

type Answer = { items: Record<string, unknown>[]; total: number; totalIsEstimate?: boolean; next?: string };

export async function logCells(range: Range): Promise<LogCell[]> {
  const cells: LogCell[] = [];
  for (const log of await logs()) for (const query of log.questions) cells.push(await measure(log, query, range));
  return cells;
}

async function measure(log: Log, { filter, input, where }: Query, range: Range): Promise<LogCell> {
  const criteria = { ...range, pageSize: PAGE, sortField: log.timeField, sortAsc: false, ...input };
  const page = (more: object = {}) => perform(log.screen, system, { ...criteria, ...more }, from) as Promise<Answer>;
  const { items, total, totalIsEstimate, next } = await page();
  const { floor, ...first } = await measureWithFloor(
    () => page(),
    () => readTransaction(() => queryRows(byKeys(log, items))),
  );
  const deepest = totalIsEstimate ? DEEP : Math.max(1, Math.min(DEEP, Math.ceil(total / PAGE)));
  return {
    ...{ log: log.log, filter, total: `${totalIsEstimate ? "> " : ""}${total.toLocaleString("en-US")}` },
    ...{ first, floor, raw: await measureRaw(plainQuery(log, where, range)) },
    next: next === undefined ? undefined : await measureRepeatedly(() => page({ page: 2, after: next })),
    ...{ deepest, deep: await measureRepeatedly(() => page({ page: deepest })) },
    start: await measureRepeatedly(() => startExport(log, criteria)),
  };
}

/** Reads the head and the first rows of an export, then cancels it. */
async function startExport({ download }: Log, input: object): Promise<void> {
  let pieces = 0;
  for await (const piece of performStream(download, system, input, from)) {
    pieces += (piece as string).split("\n").length - 1;
    if (pieces > 1) return;
  }
}

/** A click is found by its id alone, because the id contains its time. */
function byKeys({ table, time, log }: Log, items: readonly Record<string, unknown>[]): Statement {
  const ids = items.map(({ id }) => String(id));
  if (log !== "clicks") return sql`SELECT * FROM ${table} WHERE id = ANY(${ids}::bigint[])`;
  const times = ids.map((id) => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16)));
  return sql`
    SELECT l.* FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS place (id, at)
    JOIN ${table} l ON l.id = place.id AND ${time} >= at AND ${time} < at + interval '1 millisecond'`;
}

/** The page and the total, as a plain list would query them. */
const plainQuery = ({ table, time }: Log, where: Statement, range: Range): Statement => {
  const [since, until] = instants(range);
  const condition = all([sql`${time} >= ${since} AND ${time} < ${until}`, where]);
  return sql`
    SELECT * FROM (SELECT * FROM ${table} WHERE ${condition} ORDER BY ${time} DESC, id DESC LIMIT ${PAGE}) AS page
    CROSS JOIN (SELECT count(*) AS total FROM ${table} WHERE ${condition}) AS counted`;
};
