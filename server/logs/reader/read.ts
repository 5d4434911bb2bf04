import { all, join, sql, type Statement } from "../../kernel/database/sql";
import { readWithin } from "../../kernel/database/time-limit";
import { one, rows } from "../../kernel/database/transactions";
import { orderBy } from "../../kernel/operation/page";
import { type Day, dayOf } from "../../kernel/periods";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, type Kind, microsOf } from "./kind";
import { lookThrough, pageAmong, placeAfter } from "./look-through";
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
import { holding, inOrder, type Part, type Tally, totalOf, withinDays } from "./tally";

// SQL by hand: finds a page among millions of rows through daily row counts.

/** Days with at most this many rows are read through the index on agents instead of completely. */
const FEW = 100;

/**
 * A page in time order of a log with row counts per day. The counts give the days that contain the page, however deep
 * or rare its rows are. Only rows within those days are skipped (docs/decisions/0033-click-log.md).
 */
async function byTally<R, F extends string>(
  kind: Kind<F>,
  question: Question<F> & { tally: Tally },
): Promise<Answer<R>> {
  const { tally, pageSize } = question;
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const count = pageSize + 1;
  const asked = { count, direction, from: place && dayOf(place.micros / 1_000) };
  const parts = inOrder(await tally.parts(), direction);
  const total = totalOf(parts);
  const near = holding(parts, { ...asked, skip: offsetOf(kind, question) });
  if (near.parts.length === 0) return { items: [], total };
  const days = inOrder(await tally.days(near.parts), direction);
  const page = holding(days, { ...asked, skip: near.skip });
  const branches = await branchesOf(kind, question, page.parts, { place, direction, limit: page.skip + count });
  const keys = branches.length === 0 ? [] : await placesIn(branches, direction, { skip: page.skip, count });
  const items = await rowsAt<R>(kind, keys.slice(0, pageSize), byTime(kind, direction));
  return { items, total, ...placeAfter(items, keys.length > pageSize) };
}

type Way = { place: Key | undefined; direction: Direction; limit: number };

/** One subquery per day, so that each reads a single partition and stops at its LIMIT. */
async function branchesOf(
  kind: Kind,
  { matching, tally }: Question & { tally: Tally },
  days: readonly Part[],
  { place, direction, limit }: Way,
): Promise<Statement[]> {
  const sparse = days.filter((day) => day.rows <= FEW).map(({ start }) => start);
  const found = sparse.length > 0 ? ((await tally.agents?.(sparse)) ?? []) : [];
  const agentsOf = new Map<Day, number[]>(found.map(({ day, agents }) => [day, agents]));
  return days.map((day) => {
    const agents = agentsOf.get(day.start);
    const here = all([
      withinDays(kind, day),
      agents && sql`${kind.agent} = ANY(${agents}::int[])`,
      place && beyond(kind, place, direction),
      matching,
    ]);
    return sql`(SELECT l.id, ${kind.time} AS at FROM ${kind.table} l WHERE ${here} ${byTime(kind, direction)} LIMIT ${limit})`;
  });
}

function placesIn(
  branches: readonly Statement[],
  direction: Direction,
  { skip, count }: { skip: number; count: number },
): Promise<Key[]> {
  const order = direction === "newer" ? sql`ORDER BY at, id` : sql`ORDER BY at DESC, id DESC`;
  return rows<Key>(sql`
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
  const read = wayOf<R, F>(kind, question);
  const quick = bounds.statement > 0 && (await readWithin(bounds.statement, () => read(kind, question, bounds)));
  return quick || lookThrough(kind, question, bounds);
}

function wayOf<R, F extends string>(kind: Kind<F>, question: Question<F>) {
  const { tally } = question;
  if (question.apart) return apart<R, F>;
  if (!sortsByTime(kind, question)) return sorted<R, F>;
  return tally ? (): Promise<Answer<R>> => byTally<R, F>(kind, { ...question, tally }) : along<R, F>;
}

const wanted = (kind: Kind, { range, matching }: Question) => all([inRange(kind, range), matching]);

/** Reads along the index on time: first the positions, which are small, then the rows at those positions. */
async function along<R, F extends string>(kind: Kind<F>, question: Question<F>, bounds: Bounds): Promise<Answer<R>> {
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const here = all([wanted(kind, question), place && beyond(kind, place, direction)]);
  const count = await counted(kind, question, bounds.counted);
  if (count <= Math.min(bounds.counted, offsetOf(kind, question)) || (await endsBefore(kind, question, bounds)))
    return { items: [], ...total(count, bounds) };
  const items = await rows<R & Key>(sql`
    SELECT ${kind.select}, ${microsOf(kind)}
    FROM (SELECT l.id AS place_id, ${kind.time} AS place_time FROM ${kind.table} l WHERE ${here}
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
  const most = kind.id === "bigint" ? (await one<{ most: number | null }>(numbers))?.most : Infinity;
  if (offset >= (most ?? 0)) return true;
  if (!question.apart) return false;
  const ever = await counted(kind, { ...question, range: undefined }, bounds.indexed);
  return ever <= Math.min(bounds.indexed, offset);
}

/** Sorts the newest `bounds.sorted` rows by another column than time. */
async function sorted<R, F extends string>(kind: Kind<F>, question: Question<F>, bounds: Bounds): Promise<Answer<R>> {
  const known = await tallied(kind, question, bounds.sorted);
  const newest = sql`
    SELECT l.* FROM ${kind.table} l WHERE ${all([wanted(kind, question), known?.within])} ${byTime(kind, "older")}
    LIMIT ${bounds.sorted}`;
  const items = await rows<R>(sql`
    SELECT ${kind.select} FROM (${newest}) l ${kind.joins} ${orderBy(kind.columns, question, sql`l.id`)}
    LIMIT ${question.pageSize} OFFSET ${offsetOf(kind, question)}`);
  const count = known?.total ?? (await counted(kind, question, bounds.sorted));
  const sortedAmong = count > bounds.sorted ? { sortedAmong: bounds.sorted } : {};
  return { items, ...(known ? { total: count } : total(count, bounds)), ...sortedAmong };
}

/** The number of rows and a condition for the days of the newest `most` rows. Undefined without a tally. */
async function tallied(kind: Kind, { tally }: Question, most: number) {
  if (!tally) return undefined;
  const parts = inOrder(await tally.parts(), "older");
  const { parts: held } = holding(parts, { skip: 0, count: most, direction: "older" });
  const [newest, oldest] = [held[0], held.at(-1)];
  const within = newest && oldest && withinDays(kind, { start: oldest.start, end: newest.end });
  return { total: totalOf(parts), within: within ?? sql`FALSE` };
}

/**
 * Reads through the filter's dedicated index. Returns undefined if it finds too many rows to sort. A page beyond
 * `bounds.counted` rows is not read: it is either empty or has too many rows before it.
 */
async function apart<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R> | undefined> {
  if (offsetOf(kind, question) > bounds.counted) {
    const none = await endsBefore(kind, question, bounds);
    return none ? { items: [], ...total(await counted(kind, question, bounds.counted), bounds) } : undefined;
  }
  const found = await placesByIndex(kind, question, bounds.counted);
  if (!found) return undefined;
  const here = found.filter((key) => key.here);
  return { ...(await pageAmong<R, F>(kind, question, here)), total: found.length };
}

/** Counts rows, up to `most` + 1. */
async function counted(kind: Kind, question: Question, most: number): Promise<number> {
  const found = await one<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT FROM ${kind.table} l WHERE ${wanted(kind, question)} LIMIT ${most + 1}) counted`);
  return found?.n ?? 0;
}

const total = (count: number, bounds: Bounds) => (count > bounds.counted ? manyRows(bounds) : { total: count });
const manyRows = ({ counted: most }: Bounds) => ({ total: most, totalIsEstimate: true as const });
