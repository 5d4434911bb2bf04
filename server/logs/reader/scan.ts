import { queryRows } from "../../kernel/database/transactions";
import { orderBy } from "../../kernel/operation/page";
import { all, sql } from "../../kernel/database/sql";
import { byTime, type Key, type Kind, keyOf, placeText } from "./kind";
import { type Answer, type Bounds, directionOf, offsetOf, placeIn, type Question, sortsByTime } from "./question";
import { rowsAt, stretches } from "./stretches";

// SQL by hand: searches millions of rows for a page, stretch by stretch.

/**
 * A page of rows that no index finds. Reads one stretch of the log after another until the page is full, the log ends
 * or `bounds.looking` ms have passed. After a timeout, `cutOffAt` has the time of the last row read, and `next`
 * continues the search from there.
 */
export async function scanLog<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  bounds: Bounds,
): Promise<Answer<R>> {
  const until = performance.now() + bounds.looking;
  const full = sortsByTime(kind, question) ? offsetOf(kind, question) + question.pageSize + 1 : bounds.counted + 1;
  const span = { range: question.range, direction: directionOf(kind, question), after: placeIn(kind, question) };
  const places: Key[] = [];
  let last: Key | undefined;
  for await (const stretch of stretches(kind, span, bounds.stretch)) {
    last = stretch.last;
    places.push(
      ...(await queryRows<Key>(sql`
        SELECT ${keyOf(kind)} FROM ${kind.table} l WHERE ${all([stretch.within, question.matching])}
        ${byTime(kind, span.direction)} LIMIT ${full - places.length}`)),
    );
    if (places.length >= full || performance.now() >= until) break;
  }
  const answer = await pageAmong<R, F>(kind, question, places.slice(0, full));
  if (places.length >= full) return { ...answer, ...manyMore(kind, question, bounds) };
  if (!last) return answer;
  return { ...answer, totalIsEstimate: true, next: placeText(last), cutOffAt: new Date(last.micros / 1_000) };
}

const manyMore = (kind: Kind, question: Question, { counted }: Bounds) => ({
  total: counted,
  totalIsEstimate: true as const,
  ...(sortsByTime(kind, question) ? {} : { sortedAmong: counted }),
});

/** Cuts the page out of the found positions, which are in time order, or sorts their rows by the chosen column. */
export async function pageAmong<R, F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  allPlaces: readonly Key[],
): Promise<Answer<R>> {
  const offset = offsetOf(kind, question);
  const { page, pageSize } = question;
  const sorted = sortsByTime(kind, question);
  const places = sorted ? allPlaces.slice(offset, offset + pageSize) : allPlaces;
  const order = sorted
    ? byTime(kind, directionOf(kind, question))
    : sql`${orderBy(kind.columns, question, sql`l.id`)} LIMIT ${pageSize} OFFSET ${offset}`;
  const items = await rowsAt<R>(kind, places, order);
  const before = placeIn(kind, question) ? (page - 1) * pageSize : 0;
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
