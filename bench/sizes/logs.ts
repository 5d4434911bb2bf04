import { readTransaction, rows } from "../../server/kernel/database/transactions";
import { perform, performStream } from "../../server/kernel/operation/perform";
import type { Range } from "../../server/kernel/periods";
import { instants } from "../../server/kernel/periods";
import { system } from "../../server/kernel/operation/roles";
import { all, sql, type Statement } from "../../server/kernel/database/sql";
import { from } from "./cell";
import { type Log, logs, type Question } from "./log-questions";
import { alone, beside, rawOf, type Timed } from "./timing";

/**
 * A log with a filter, over all of its years: the first page beside its rows read by their keys alone, the page after
 * it, page 100,000 or the last page, and the time until the first rows of an export.
 */
export type LogCell = {
  log: string;
  filter: string;
  total: string;
  first: Timed;
  floor: number;
  raw?: number;
  next?: Timed;
  deepest: number;
  deep: Timed;
  start: Timed;
};

const PAGE = 50;
const DEEP = 100_000;

type Answer = { items: Record<string, unknown>[]; total: number; totalIsEstimate?: boolean; next?: string };

export async function logCells(range: Range): Promise<LogCell[]> {
  const cells: LogCell[] = [];
  for (const log of await logs()) for (const question of log.questions) cells.push(await measure(log, question, range));
  return cells;
}

async function measure(log: Log, { filter, input, where }: Question, range: Range): Promise<LogCell> {
  const asked = { ...range, pageSize: PAGE, sortField: log.timeField, sortAsc: false, ...input };
  const page = (more: object = {}) => perform(log.screen, system, { ...asked, ...more }, from) as Promise<Answer>;
  const { items, total, totalIsEstimate, next } = await page();
  const { floor, ...first } = await beside(
    () => page(),
    () => readTransaction(() => rows(byKeys(log, items))),
  );
  const deepest = totalIsEstimate ? DEEP : Math.max(1, Math.min(DEEP, Math.ceil(total / PAGE)));
  return {
    ...{ log: log.log, filter, total: `${totalIsEstimate ? "> " : ""}${total.toLocaleString("en-US")}` },
    ...{ first, floor, raw: await rawOf(plainly(log, where, range)) },
    next: next === undefined ? undefined : await alone(() => page({ page: 2, after: next })),
    ...{ deepest, deep: await alone(() => page({ page: deepest })) },
    start: await alone(() => begun(log, asked)),
  };
}

/** Reads the head and the first rows of an export, then cancels it. */
async function begun({ download }: Log, asked: object): Promise<void> {
  let pieces = 0;
  for await (const piece of performStream(download, system, asked, from)) {
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
const plainly = ({ table, time }: Log, where: Statement, range: Range): Statement => {
  const [since, until] = instants(range);
  const here = all([sql`${time} >= ${since} AND ${time} < ${until}`, where]);
  return sql`
    SELECT * FROM (SELECT * FROM ${table} WHERE ${here} ORDER BY ${time} DESC, id DESC LIMIT ${PAGE}) AS page
    CROSS JOIN (SELECT count(*) AS total FROM ${table} WHERE ${here}) AS counted`;
};
