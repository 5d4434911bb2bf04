import { one, rows } from "../../kernel/database";
import { orderBy } from "../../kernel/page";
import { all, sql } from "../../kernel/sql";
import { readWithin } from "../../kernel/time-limit";
import { byTally } from "./by-tally";
import { beyond, byTime, type Key, type Kind, keyOf, microsOf } from "./kind";
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
import { holding, inOrder, totalOf, withinDays } from "./tally";

/**
 * A page of a log, whichever its kind. By time it is read along the index, by another column the newest rows are sorted;
 * what takes too long that way is looked for stretch by stretch, as far as the time allows, and the answer says how far.
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

/** Along the index on time: places first, which are small, then the rows that stand there. */
async function along<R, F extends string>(kind: Kind<F>, question: Question<F>, bounds: Bounds): Promise<Answer<R>> {
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const here = all([wanted(kind, question), place && beyond(kind, place, direction)]);
  const items = await rows<R & Key>(sql`
    SELECT ${kind.select}, ${microsOf(kind)}
    FROM (SELECT l.id AS place_id, ${kind.time} AS place_time FROM ${kind.table} l WHERE ${here}
          ${byTime(kind, direction)} LIMIT ${question.pageSize} OFFSET ${offsetOf(kind, question)}) place
    JOIN ${kind.table} l ON l.id = place_id AND ${kind.time} = place_time
    ${kind.joins} ${byTime(kind, direction)}`);
  const count = await counted(kind, question, bounds.counted);
  return {
    items,
    ...total(count, bounds),
    ...placeAfter(items, count > question.page * question.pageSize || count > bounds.counted),
  };
}

/** By another column: the newest rows are put in its order. */
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

/** How many rows there are, and the days of the newest `most` of them, where both are known. */
async function tallied(kind: Kind, { tally }: Question, most: number) {
  if (!tally) return undefined;
  const parts = inOrder(await tally.parts(), "older");
  const { parts: held } = holding(parts, { skip: 0, count: most, direction: "older" });
  const [newest, oldest] = [held[0], held.at(-1)];
  const within = newest && oldest && withinDays(kind, { start: oldest.start, end: newest.end });
  return { total: totalOf(parts), within: within ?? sql`FALSE` };
}

/** By the index of what is looked for, where it finds little enough to be put in order; undefined where it does not. */
async function apart<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R> | undefined> {
  const most = bounds.counted;
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  // Put in order by itself, the index on time would look like the shorter way, and be the longest for a rare text.
  const found = await rows<Key & { here: boolean }>(sql`
    WITH found AS MATERIALIZED (
      SELECT l.* FROM ${kind.table} l WHERE ${wanted(kind, question)} LIMIT ${most + 1})
    SELECT ${keyOf(kind)}, ${place ? beyond(kind, place, direction) : sql`TRUE`} AS here
    FROM found l ${byTime(kind, direction)}`);
  if (found.length > most) return undefined;
  const here = found.filter((key) => key.here);
  return { ...(await pageAmong<R, F>(kind, question, here)), total: found.length };
}

/** Counted up to one more than `most`. */
async function counted(kind: Kind, question: Question, most: number): Promise<number> {
  const found = await one<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT FROM ${kind.table} l WHERE ${wanted(kind, question)} LIMIT ${most + 1}) counted`);
  return found?.n ?? 0;
}

const total = (count: number, { counted: most }: Bounds) =>
  count > most ? { total: most, totalIsEstimate: true as const } : { total: count };
