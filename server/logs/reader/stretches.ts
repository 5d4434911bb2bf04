import { all, sql, type Statement } from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { beyond, byTime, type Direction, type Key, keyOf, type Log, microsOf, upTo } from "./log";
import { inRange, type Question } from "./question";

/**
 * The rows at these positions, in the given order. Positions contain the time, so only their partitions are read; with
 * the range of these times, only their partitions are planned. They are lists of values: joined with a relation of
 * positions, each server of a cluster would read its whole table.
 */
export async function rowsAt<R>(log: Log<R>, places: readonly Key[], order: Statement): Promise<(R & Key)[]> {
  if (places.length === 0) return [];
  const micros = places.map((place) => place.micros);
  const first = new Date(Math.floor(Math.min(...micros) / 1_000));
  const end = new Date(Math.floor(Math.max(...micros) / 1_000) + 1);
  const ids = places.map(({ id }) => String(id));
  return queryRows<R & Key>(
    sql`
    SELECT ${log.select}, ${microsOf(log)} FROM ${log.table} l ${log.joins}
    WHERE ${log.time} = ANY(${micros.map(momentText)}::timestamptz[]) AND ${inRange(log, [first, end])}
      AND l.id = ANY(${ids}::${log.idType === "uuid" ? sql`uuid` : sql`bigint`}[])
    ${order}`,
    { plan: "generic" },
  );
}

/** Microseconds since 1970 (UTC) as a timestamp. A Date has milliseconds only. */
const momentText = (micros: number): string =>
  new Date(Math.floor(micros / 1_000)).toISOString().replace("Z", `${String(micros % 1_000).padStart(3, "0")}Z`);

/** A condition for consecutive rows in time order. `last` is the last row's position, undefined at the log's end. */
export type Stretch = { within: Statement; last?: Key };

/**
 * Cuts the log into stretches of `rowsEach` rows, in the direction of the list. Yields a condition for each, which the
 * index on time serves. No statement then reads more than one stretch, however rare the matching rows are.
 */
export async function* stretches(
  log: Log,
  { range, direction, after }: { range: Question["range"]; direction: Direction; after?: Key },
  rowsEach: number,
  read: <T>(body: () => Promise<T>) => Promise<T> = (body) => body(),
): AsyncGenerator<Stretch> {
  for (let from = after; ;) {
    const rest = all([inRange(log, range), from && beyond(log, from, direction)]);
    const end = sql`
      SELECT ${keyOf(log)} FROM ${log.table} l WHERE ${rest}
      ${byTime(log, direction)} LIMIT 1 OFFSET ${rowsEach - 1}`;
    const last = await read(() => queryOne<Key>(end));
    yield { within: all([rest, last && upTo(log, last, direction)]), last };
    if (!last) return;
    from = last;
  }
}
