import { all, join, sql, type Statement } from "../../kernel/database/sql";
import { readWithTimeout } from "../../kernel/database/time-limit";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { orderBy } from "../../kernel/operation/page";
import { type Day, dayOf } from "../../kernel/time";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, keyOf, type Log, microsOf, upTo } from "./log";
import { scanLog, pageAmong, placeAfter } from "./scan";
import {
  type Answer,
  type Bounds,
  BOUNDS,
  directionOf,
  inRange,
  offsetOf,
  placeIn,
  type Question,
  sortsByTime,
} from "./question";
import { rowsAt } from "./stretches";
import { partsCovering, inOrder, type Part, type Tally, totalOf, withinDays } from "./tally";

/** Days with at most this many rows are read through the index on agents instead of completely. */
const SPARSE_ROWS = 100;

/**
 * A page in time order of a log with row counts per day. The counts give the days that contain the page, however deep
 * or rare its rows are. Only rows within those days are skipped (docs/decisions/0032-reading-logs.md).
 */
async function readByTally<R>(log: Log<R>, question: Question & { tally: Tally }): Promise<Answer<R>> {
  const { tally, pageSize } = question;
  const direction = directionOf(log, question);
  const place = placeIn(log, question);
  const count = pageSize + 1;
  const options = { count, direction, from: place && dayOf(place.micros / 1_000) };
  const parts = inOrder(await tally.parts(), direction);
  const total = totalOf(parts);
  const nearby = partsCovering(parts, { ...options, skip: offsetOf(log, question) });
  if (nearby.parts.length === 0) return { items: [], total };
  const days = inOrder(await tally.days(nearby.parts), direction);
  const page = partsCovering(days, { ...options, skip: nearby.skip });
  const branches = await branchesOf(log, question, page.parts, { place, direction, limit: page.skip + count });
  const keys = branches.length === 0 ? [] : await placesIn(branches, direction, { skip: page.skip, count });
  const items = await rowsAt<R>(log, keys.slice(0, pageSize), byTime(log, direction));
  return { items, total, ...placeAfter(items, keys.length > pageSize) };
}

type BranchOptions = { place: Key | undefined; direction: Direction; limit: number };

/** One subquery per day, so that each reads a single partition and stops at its LIMIT. */
async function branchesOf(
  log: Log,
  { matching, tally }: Question & { tally: Tally },
  days: readonly Part[],
  { place, direction, limit }: BranchOptions,
): Promise<Statement[]> {
  const sparse = days.filter((day) => day.rows <= SPARSE_ROWS).map(({ start }) => start);
  const dayAgents = sparse.length > 0 ? ((await tally.agents?.(sparse)) ?? []) : [];
  const agentsOf = new Map<Day, number[]>(dayAgents.map(({ day, agents }) => [day, agents]));
  return days.map((day) => {
    const agents = agentsOf.get(day.start);
    const where = all([
      withinDays(log, day),
      agents && sql`${log.agent} = ANY(${agents}::int[])`,
      place && beyond(log, place, direction),
      matching,
    ]);
    return sql`(SELECT l.id, ${log.time} AS at FROM ${log.table} l WHERE ${where} ${byTime(log, direction)} LIMIT ${limit})`;
  });
}

function placesIn(
  branches: readonly Statement[],
  direction: Direction,
  { skip, count }: { skip: number; count: number },
): Promise<Key[]> {
  const order = direction === "newer" ? sql`ORDER BY at, id` : sql`ORDER BY at DESC, id DESC`;
  return queryRows<Key>(sql`
    SELECT id, (extract(epoch FROM at) * 1000000)::bigint AS micros
    FROM (${join(branches, sql` UNION ALL `)}) places ${order} LIMIT ${count} OFFSET ${skip}`);
}

/**
 * Reads a page of a log. In time order it uses the index on time. By another column it sorts the newest rows.
 * If that takes longer than `bounds.statement` ms, it searches stretch by stretch until `bounds.looking` ms have passed
 * and returns how far it came (`cutOffAt`).
 */
export async function readLog<R>(log: Log<R>, question: Question, bounds: Bounds = BOUNDS): Promise<Answer<R>> {
  const reader = readerFor<R>(log, question);
  const quick = bounds.statement > 0 && (await readWithTimeout(bounds.statement, () => reader(log, question, bounds)));
  return quick || scanLog(log, question, bounds);
}

function readerFor<R>(log: Log<R>, question: Question) {
  const { tally } = question;
  if (question.selective) return readSelective<R>;
  if (!sortsByTime(log, question)) return readSorted<R>;
  return tally ? (): Promise<Answer<R>> => readByTally<R>(log, { ...question, tally }) : readByTime<R>;
}

const conditions = (log: Log, { range, matching }: Question) => all([inRange(log, range), matching]);

/** Reads along the index on time: first the positions, which are small, then the rows at those positions. */
async function readByTime<R>(log: Log<R>, question: Question, bounds: Bounds): Promise<Answer<R>> {
  const direction = directionOf(log, question);
  const place = placeIn(log, question);
  const where = all([conditions(log, question), place && beyond(log, place, direction)]);
  const count = await counted(log, question, bounds.counted);
  if (count <= Math.min(bounds.counted, offsetOf(log, question)) || (await endsBefore(log, question, bounds)))
    return { items: [], ...total(count, bounds) };
  const found = await queryRows<R & Key>(sql`
    SELECT ${log.select}, ${microsOf(log)}
    FROM (SELECT l.id AS place_id, ${log.time} AS place_time FROM ${log.table} l WHERE ${where}
          ${byTime(log, direction)} LIMIT ${question.pageSize + 1} OFFSET ${offsetOf(log, question)}) place
    JOIN ${log.table} l ON l.id = place_id AND ${log.time} = place_time
    ${log.joins} ${byTime(log, direction)}`);
  const items = found.slice(0, question.pageSize);
  return { items, ...total(count, bounds), ...placeAfter(items, found.length > items.length) };
}

/**
 * True if the page certainly lies beyond the last row, so that no rows need to be skipped to find it empty. Upper
 * bounds for the number of rows are the range of sequential ids and, for an indexed filter, its matches at any time.
 */
async function endsBefore(log: Log, question: Question, bounds: Bounds): Promise<boolean> {
  const offset = offsetOf(log, question);
  if (offset <= bounds.counted) return false;
  const numbers = sql`SELECT max(id) - min(id) + 1 AS most FROM ${log.table}`;
  const maxRows = log.idType === "bigint" ? (await queryOne<{ most: number | null }>(numbers))?.most : Infinity;
  if (offset >= (maxRows ?? 0)) return true;
  if (!question.selective) return false;
  const totalEver = await counted(log, { ...question, range: undefined }, bounds.indexed);
  return totalEver <= Math.min(bounds.indexed, offset);
}

/**
 * Sorts the newest `bounds.sorted` rows by a column other than time: first their positions, which are small, then reads
 * the rows at those of the page. The newest rows are those from a position on, so that each server of a cluster sorts its
 * own; with a LIMIT they would all be sent to the first one.
 */
async function readSorted<R>(log: Log<R>, question: Question, bounds: Bounds): Promise<Answer<R>> {
  const tallyWindow = await readTallyWindow(log, question, bounds.sorted);
  const count = tallyWindow?.total ?? (await counted(log, question, bounds.sorted));
  const isCut = count > bounds.sorted;
  const within = all([conditions(log, question), tallyWindow?.within]);
  const oldest = isCut
    ? await queryOne<Key>(sql`
        SELECT ${keyOf(log)} FROM ${log.table} l WHERE ${within}
        ${byTime(log, "older")} LIMIT 1 OFFSET ${bounds.sorted - 1}`)
    : undefined;
  const order = orderBy(log.sorts, question, sql`l.id`);
  const places = await queryRows<Key>(sql`
    SELECT ${keyOf(log)} FROM ${log.table} l ${log.joins} WHERE ${all([within, oldest && upTo(log, oldest, "older")])}
    ${order} LIMIT ${question.pageSize + 1} OFFSET ${offsetOf(log, question)}`);
  const items = await rowsAt<R>(log, places.slice(0, question.pageSize), order);
  return {
    items,
    hasMore: places.length > items.length,
    ...(tallyWindow ? { total: count } : total(count, bounds)),
    ...(isCut ? { sortedAmong: bounds.sorted } : {}),
  };
}

/** The number of rows and a condition for the days of the newest `most` rows. Undefined without a tally. */
async function readTallyWindow(log: Log, { tally }: Question, limit: number) {
  if (!tally) return undefined;
  const parts = inOrder(await tally.parts(), "older");
  const { parts: covering } = partsCovering(parts, { skip: 0, count: limit, direction: "older" });
  const [newest, oldest] = [covering[0], covering.at(-1)];
  const condition = newest && oldest && withinDays(log, { start: oldest.start, end: newest.end });
  return { total: totalOf(parts), within: condition ?? sql`FALSE` };
}

/**
 * Reads through the filter's dedicated index. Returns undefined if it finds too many rows to sort. A page beyond
 * `bounds.counted` rows is not read: it is either empty or has too many rows before it.
 */
async function readSelective<R>(log: Log<R>, question: Question, bounds: Bounds): Promise<Answer<R> | undefined> {
  if (offsetOf(log, question) > bounds.counted) {
    const none = await endsBefore(log, question, bounds);
    return none ? { items: [], ...total(await counted(log, question, bounds.counted), bounds) } : undefined;
  }
  const places = await placesByIndex(log, question, bounds.counted);
  if (!places) return undefined;
  const keysHere = places.filter((key) => key.here);
  return { ...(await pageAmong<R>(log, question, keysHere)), total: places.length };
}

/** Counts rows, up to `most` + 1. */
async function counted(log: Log, question: Question, limit: number): Promise<number> {
  const row = await queryOne<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${log.table} l WHERE ${conditions(log, question)} LIMIT ${limit + 1}) counted`);
  return row?.n ?? 0;
}

const total = (count: number, bounds: Bounds) => (count > bounds.counted ? manyRows(bounds) : { total: count });
const manyRows = ({ counted: limit }: Bounds) => ({ total: limit, totalIsEstimate: true as const });
