import { queryRows } from "../../kernel/database/transactions";
import { orderBy } from "../../kernel/operation/page";
import { all, sql } from "../../kernel/database/sql";
import { byTime, type Key, type Log, keyOf, placeText } from "./log";
import { type Answer, type Bounds, directionOf, offsetOf, placeIn, type Question, sortsByTime } from "./question";
import { rowsAt, stretches } from "./stretches";

/**
 * A page of rows that no index finds. Reads one stretch of the log after another until the page is full, the log ends
 * or `bounds.looking` ms have passed. After a timeout, `cutOffAt` has the time of the last row read, and `next`
 * continues the search from there.
 */
export async function scanLog<R>(log: Log<R>, question: Question, bounds: Bounds): Promise<Answer<R>> {
  const until = performance.now() + bounds.looking;
  const full = sortsByTime(log, question) ? offsetOf(log, question) + question.pageSize + 1 : bounds.counted + 1;
  const span = { range: question.range, direction: directionOf(log, question), after: placeIn(log, question) };
  const places: Key[] = [];
  let last: Key | undefined;
  for await (const stretch of stretches(log, span, bounds.stretch)) {
    last = stretch.last;
    places.push(
      ...(await queryRows<Key>(sql`
        SELECT ${keyOf(log)} FROM ${log.table} l WHERE ${all([stretch.within, question.matching])}
        ${byTime(log, span.direction)} LIMIT ${full - places.length}`)),
    );
    if (places.length >= full || performance.now() >= until) break;
  }
  const answer = await pageAmong<R>(log, question, places.slice(0, full));
  if (places.length >= full) return { ...answer, ...manyMore(log, question, bounds) };
  if (!last) return answer;
  return {
    ...answer,
    totalIsEstimate: true,
    hasMore: true,
    next: placeText(last),
    cutOffAt: new Date(last.micros / 1_000),
  };
}

const manyMore = (log: Log, question: Question, { counted }: Bounds) => ({
  total: counted,
  totalIsEstimate: true as const,
  hasMore: question.page * question.pageSize <= counted || sortsByTime(log, question),
  ...(sortsByTime(log, question) ? {} : { sortedAmong: counted }),
});

/** Cuts the page out of the found positions, which are in time order, or sorts their rows by the chosen column. */
export async function pageAmong<R>(log: Log<R>, question: Question, allPlaces: readonly Key[]): Promise<Answer<R>> {
  const offset = offsetOf(log, question);
  const { page, pageSize } = question;
  const sorted = sortsByTime(log, question);
  const places = sorted ? allPlaces.slice(offset, offset + pageSize) : allPlaces;
  const order = sorted
    ? byTime(log, directionOf(log, question))
    : sql`${orderBy(log.sorts, question, sql`l.id`)} LIMIT ${pageSize} OFFSET ${offset}`;
  const items = await rowsAt<R>(log, places, order);
  const before = placeIn(log, question) ? (page - 1) * pageSize : 0;
  return {
    items,
    total: before + allPlaces.length,
    ...placeAfter(items, sorted && allPlaces.length > offset + pageSize),
  };
}

/** The position after which the next page begins, if there are more rows. */
export function placeAfter(items: readonly Key[], more: boolean): { next?: string } {
  const last = items.at(-1);
  return more && last ? { next: placeText(last) } : {};
}
