import { one } from "../../kernel/database/transactions";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { beyond, byTime, type Direction, type Key, type Kind, keyOf, upTo } from "./kind";
import { inRange, type Question } from "./question";

// SQL by hand: reads the end of a stretch from an index.

/** A condition for consecutive rows in time order. `last` is the last row's position, undefined at the log's end. */
export type Stretch = { within: Statement; last?: Key };

/**
 * Cuts the log into stretches of `rowsEach` rows, in the direction of the list. Yields a condition for each, which the
 * index on time serves. No statement then reads more than one stretch, however rare the matching rows are.
 */
export async function* stretches(
  kind: Kind,
  { range, direction, after }: { range: Question["range"]; direction: Direction; after?: Key },
  rowsEach: number,
  read: <T>(body: () => Promise<T>) => Promise<T> = (body) => body(),
): AsyncGenerator<Stretch> {
  for (let from = after; ;) {
    const rest = all([inRange(kind, range), from && beyond(kind, from, direction)]);
    const end = sql`
      SELECT ${keyOf(kind)} FROM ${kind.table} l WHERE ${rest}
      ${byTime(kind, direction)} LIMIT 1 OFFSET ${rowsEach - 1}`;
    const last = await read(() => one<Key>(end));
    yield { within: all([rest, last && upTo(kind, last, direction)]), last };
    if (!last) return;
    from = last;
  }
}
