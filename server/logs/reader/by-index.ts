import { rows } from "../../kernel/database";
import { all, sql } from "../../kernel/sql";
import { beyond, byTime, type Key, type Kind, keyOf } from "./kind";
import { directionOf, inRange, placeIn, type Question } from "./question";

// SQL by hand: a page of millions of rows, found by an index.

/**
 * The places of rows that an index of their own finds, in the order of time, and whether they come after the question's
 * place; undefined where they are more than `most`, too many to be put in order.
 */
export async function placesByIndex<F extends string>(
  kind: Kind<F>,
  question: Question<F>,
  most: number,
): Promise<(Key & { here: boolean })[] | undefined> {
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  // Put in order by itself, the index on time would look like the shorter way, and be the longest for a rare text.
  const found = await rows<Key & { here: boolean }>(sql`
    WITH found AS MATERIALIZED (
      SELECT l.* FROM ${kind.table} l WHERE ${all([inRange(kind, question.range), question.matching])} LIMIT ${most + 1})
    SELECT ${keyOf(kind)}, ${place ? beyond(kind, place, direction) : sql`TRUE`} AS here
    FROM found l ${byTime(kind, direction)}`);
  return found.length > most ? undefined : found;
}
