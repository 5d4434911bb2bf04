import { all, join, sql, type Statement } from "../../kernel/database/sql";
import { readWithTimeout } from "../../kernel/database/time-limit";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { orderBy } from "../../kernel/operation/page";
import { type Day, dayOf } from "../../kernel/periods";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, keyOf, type Kind, microsOf, upTo } from "./kind";
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

// SQL by hand: finds a page among millions of rows through daily row counts.

/** Days with at most this many rows are read through the index on agents instead of completely. */
const SPARSE_ROWS = 100;

/**
 * A page in time order of a log with row counts per day. The counts give the days that contain the page, however deep
 * or rare its rows are. Only rows within those days are skipped (docs/decisions/0033-click-log.md).
 */
async function readByTally<R, F extends string>(
  kind: Kind<F>,
  question: Question<F> & { tally: Tally },
): Promise<Answer<R>> {
  const { tally, pageSize } = question;
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const count = pageSize + 1;
  const options = { count, direction, from: place && dayOf(place.micros / 1_000) };
  const parts = inOrder(await tally.parts(), direction);
  const total = totalOf(parts);
  const nearby = partsCovering(parts, { ...options, skip: offsetOf(kind, question) });
  if (nearby.parts.length === 0) return { items: [], total };
  const days = inOrder(await tally.days(nearby.parts), direction);
  const page = partsCovering(days, { ...options, skip: nearby.skip });
  const branches = await branchesOf(kind, question, page.parts, { place, direction, limit: page.skip + count });
  const keys = branches.length === 0 ? [] : await placesIn(branches, direction, { skip: page.skip, count });
  const items = await rowsAt<R>(kind, keys.slice(0, pageSize), byTime(kind, direction));
  return { items, total, ...placeAfter(items, keys.length > pageSize) };
}

type BranchOptions = { place: Key | undefined; direction: Direction; limit: number };

/** One subquery per day, so that each reads a single partition and stops at its LIMIT. */
async function branchesOf(
  kind: Kind,
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
      withinDays(kind, day),
      agents && sql`${kind.agent} = ANY(${agents}::int[])`,
      place && beyond(kind, place, direction),
      matching,
    ]);
    return sql`(SELECT l.id, ${kind.time} AS at FROM ${kind.table} l WHERE ${where} ${byTime(kind, direction)} LIMIT ${limit})`;
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

// SQL by hand: reads a page among millions of rows, with its names.

/**
 * Reads a page of any kind of log. In time order it uses the index on time. By another column it sorts the newest rows.
 * If that takes longer than `bounds.statement` ms, it searches stretch by stretch until `bounds.looking` ms have passed
 * and returns how far it came (`cutOffAt`).
 */
export async function readLog<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds = BOUNDS,
): Promise<Answer<R>> {
  const reader = readerFor<R, F>(kind, question);
  const quick = bounds.statement > 0 && (await readWithTimeout(bounds.statement, () => reader(kind, question, bounds)));
  return quick || scanLog(kind, question, bounds);
}

function readerFor<R, F extends string>(kind: Kind<F>, question: Question<F>) {
  const { tally } = question;
  if (question.selective) return readSelective<R, F>;
  if (!sortsByTime(kind, question)) return readSorted<R, F>;
  return tally ? (): Promise<Answer<R>> => readByTally<R, F>(kind, { ...question, tally }) : readByTime<R, F>;
}

const conditions = (kind: Kind, { range, matching }: Question) => all([inRange(kind, range), matching]);

/** Reads along the index on time: first the positions, which are small, then the rows at those positions. */
async function readByTime<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R>> {
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const where = all([conditions(kind, question), place && beyond(kind, place, direction)]);
  const count = await counted(kind, question, bounds.counted);
  if (count <= Math.min(bounds.counted, offsetOf(kind, question)) || (await endsBefore(kind, question, bounds)))
    return { items: [], ...total(count, bounds) };
  const items = await queryRows<R & Key>(sql`
    SELECT ${kind.select}, ${microsOf(kind)}
    FROM (SELECT l.id AS place_id, ${kind.time} AS place_time FROM ${kind.table} l WHERE ${where}
          ${byTime(kind, direction)} LIMIT ${question.pageSize} OFFSET ${offsetOf(kind, question)}) place
    JOIN ${kind.table} l ON l.id = place_id AND ${kind.time} = place_time
    ${kind.joins} ${byTime(kind, direction)}`);
  return {
    items,
    ...total(count, bounds),
    ...placeAfter(items, count > question.page * question.pageSize || count > bounds.counted),
  };
}

/**
 * True if the page certainly lies beyond the last row, so that no rows need to be skipped to find it empty. Upper
 * bounds for the number of rows are the range of sequential ids and, for an indexed filter, its matches at any time.
 */
async function endsBefore(kind: Kind, question: Question, bounds: Bounds): Promise<boolean> {
  const offset = offsetOf(kind, question);
  if (offset <= bounds.counted) return false;
  const numbers = sql`SELECT max(id) - min(id) + 1 AS most FROM ${kind.table}`;
  const maxRows = kind.id === "bigint" ? (await queryOne<{ most: number | null }>(numbers))?.most : Infinity;
  if (offset >= (maxRows ?? 0)) return true;
  if (!question.selective) return false;
  const totalEver = await counted(kind, { ...question, range: undefined }, bounds.indexed);
  return totalEver <= Math.min(bounds.indexed, offset);
}

/**
 * Sorts the newest `bounds.sorted` rows by a column other than time: first their positions, which are small, then reads
 * the rows at those of the page. The newest rows are those from a position on, so that each server of a cluster sorts its
 * own; with a LIMIT they would all be sent to the first one.
 */
async function readSorted<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R>> {
  const tallyWindow = await readTallyWindow(kind, question, bounds.sorted);
  const count = tallyWindow?.total ?? (await counted(kind, question, bounds.sorted));
  const isCut = count > bounds.sorted;
  const within = all([conditions(kind, question), tallyWindow?.within]);
  const oldest = isCut
    ? await queryOne<Key>(sql`
        SELECT ${keyOf(kind)} FROM ${kind.table} l WHERE ${within}
        ${byTime(kind, "older")} LIMIT 1 OFFSET ${bounds.sorted - 1}`)
    : undefined;
  const order = orderBy(kind.columns, question, sql`l.id`);
  const places = await queryRows<Key>(sql`
    SELECT ${keyOf(kind)} FROM ${kind.table} l ${kind.joins} WHERE ${all([within, oldest && upTo(kind, oldest, "older")])}
    ${order} LIMIT ${question.pageSize} OFFSET ${offsetOf(kind, question)}`);
  const items = await rowsAt<R>(kind, places, order);
  return {
    items,
    ...(tallyWindow ? { total: count } : total(count, bounds)),
    ...(isCut ? { sortedAmong: bounds.sorted } : {}),
  };
}

/** The number of rows and a condition for the days of the newest `most` rows. Undefined without a tally. */
async function readTallyWindow(kind: Kind, { tally }: Question, limit: number) {
  if (!tally) return undefined;
  const parts = inOrder(await tally.parts(), "older");
  const { parts: covering } = partsCovering(parts, { skip: 0, count: limit, direction: "older" });
  const [newest, oldest] = [covering[0], covering.at(-1)];
  const condition = newest && oldest && withinDays(kind, { start: oldest.start, end: newest.end });
  return { total: totalOf(parts), within: condition ?? sql`FALSE` };
}

/**
 * Reads through the filter's dedicated index. Returns undefined if it finds too many rows to sort. A page beyond
 * `bounds.counted` rows is not read: it is either empty or has too many rows before it.
 */
async function readSelective<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R> | undefined> {
  if (offsetOf(kind, question) > bounds.counted) {
    const none = await endsBefore(kind, question, bounds);
    return none ? { items: [], ...total(await counted(kind, question, bounds.counted), bounds) } : undefined;
  }
  const places = await placesByIndex(kind, question, bounds.counted);
  if (!places) return undefined;
  const keysHere = places.filter((key) => key.here);
  return { ...(await pageAmong<R, F>(kind, question, keysHere)), total: places.length };
}

/** Counts rows, up to `most` + 1. */
async function counted(kind: Kind, question: Question, limit: number): Promise<number> {
  const row = await queryOne<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${kind.table} l WHERE ${conditions(kind, question)} LIMIT ${limit + 1}) counted`);
  return row?.n ?? 0;
}

const total = (count: number, bounds: Bounds) => (count > bounds.counted ? manyRows(bounds) : { total: count });
const manyRows = ({ counted: limit }: Bounds) => ({ total: limit, totalIsEstimate: true as const });
