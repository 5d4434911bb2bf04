import { queryRows } from "../../kernel/database/transactions";
import { all, sql } from "../../kernel/database/sql";
import { beyond, byTime, type Key, type Kind, keyOf } from "./kind";
import { directionOf, inRange, placeIn, type Question } from "./question";

// SQL by hand: finds a page among millions of rows through an index.

/**
 * Positions of the rows that a dedicated index finds, in time order. `here` is true for rows after the question's start
 * position. Returns undefined for more than `limit` rows, which would be too many to sort.
 */
export async function placesByIndex<F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  limit: number,
): Promise<(Key & { here: boolean })[] | undefined> {
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  // With ORDER BY in the same query, the planner would choose the index on time, which is very slow for a rare text.
  const places = await queryRows<Key & { here: boolean }>(sql`
    WITH found AS MATERIALIZED (
      SELECT l.* FROM ${kind.table} l WHERE ${all([inRange(kind, question.range), question.matching])} LIMIT ${limit + 1})
    SELECT ${keyOf(kind)}, ${place ? beyond(kind, place, direction) : sql`TRUE`} AS here
    FROM found l ${byTime(kind, direction)}`);
  return places.length > limit ? undefined : places;
}
