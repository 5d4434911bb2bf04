import { one } from "../../kernel/database";
import { all, sql, type Statement } from "../../kernel/sql";
import { beyond, byTime, type Direction, type Key, type Kind, keyOf, upTo } from "./kind";
import { inRange, type Question } from "./question";

// SQL by hand: the ends of a stretch, read off an index.

/** Rows that stand together in time; `last` is the place of the last of them, absent where the log ends. */
export type Stretch = { within: Statement; last?: Key };

/**
 * The log cut into stretches of so many rows, in the direction of the list: a condition for each, which the index on
 * time serves. However rare a row is that somebody looks for, no statement then reads more than a stretch.
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
