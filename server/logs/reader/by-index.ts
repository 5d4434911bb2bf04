import { queryRows } from "../../kernel/database/transactions";
import { all, sql } from "../../kernel/database/sql";
import { beyond, byTime, type Key, type Log, keyOf } from "./log";
import { directionOf, inRange, placeIn, type Question } from "./question";

/**
 * Positions of the rows that a dedicated index finds, in time order. `here` is true for rows after the question's start
 * position. Returns undefined for more than `limit` rows, which would be too many to sort.
 */
export async function placesByIndex(
  log: Log,
  question: Question,
  limit: number,
): Promise<(Key & { here: boolean })[] | undefined> {
  const direction = directionOf(log, question);
  const place = placeIn(log, question);
  // With ORDER BY in the same query, the planner would choose the index on time, which is very slow for a rare text.
  const places = await queryRows<Key & { here: boolean }>(sql`
    WITH found AS MATERIALIZED (
      SELECT l.* FROM ${log.table} l WHERE ${all([inRange(log, question.range), question.matching])} LIMIT ${limit + 1})
    SELECT ${keyOf(log)}, ${place ? beyond(log, place, direction) : sql`TRUE`} AS here
    FROM found l ${byTime(log, direction)}`);
  return places.length > limit ? undefined : places;
}
