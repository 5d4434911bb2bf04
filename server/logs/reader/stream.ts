import { readTransaction, queryRows } from "../../kernel/database/transactions";
import { all, sql } from "../../kernel/database/sql";
import { readWithTimeout } from "../../kernel/database/time-limit";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, type Log, microsOf } from "./log";
import { BOUNDS, directionOf, type Question } from "./question";
import { rowsAt, type Stretch, stretches } from "./stretches";
import { inOrder, type Tally, withinDays } from "./tally";

/** Rows per statement. They stay in memory while a slow client reads them. */
const BATCH_SIZE = 500;
const STRETCH = 10_000;

/**
 * Yields all matching rows in time order, in batches and without a limit. Each statement runs in its own transaction.
 * A stretch without matching rows yields an empty batch, so that the caller soon notices a client that disconnected.
 */
export async function* streamLog<R>(
  log: Log<R>,
  question: Question,
  { atOnce = BATCH_SIZE, stretch = STRETCH } = {},
): AsyncGenerator<R[]> {
  const direction = directionOf(log, question);
  const { range, tally } = question;
  const places = question.selective ? await selectivePlaces(log, question) : undefined;
  if (places) {
    for (let first = 0; first < places.length; first += atOnce) {
      const chunk = places.slice(first, first + atOnce);
      yield await readTransaction(() => rowsAt<R>(log, chunk, byTime(log, direction)));
    }
    return;
  }
  const parts = tally
    ? daysWithRows(log, tally, direction)
    : stretches(log, { range, direction }, stretch, readTransaction);
  for await (const { within } of parts) {
    let from: Key | undefined;
    do {
      const where = all([within, question.matching, from && beyond(log, from, direction)]);
      const records = await readTransaction(() =>
        queryRows<R & Key>(sql`
          SELECT ${log.select}, ${microsOf(log)} FROM ${log.table} l ${log.joins} WHERE ${where}
          ${byTime(log, direction)} LIMIT ${atOnce}`),
      );
      yield records;
      from = records.length < atOnce ? undefined : records.at(-1);
    } while (from);
  }
}

/** Positions through a filter's dedicated index. Undefined if there are too many, so that the whole log is read. */
const selectivePlaces = (log: Log, question: Question) =>
  readTransaction(() => readWithTimeout(BOUNDS.statement, () => placesByIndex(log, question, BOUNDS.counted)));

/** The days that have rows, one after another, from the tally. */
async function* daysWithRows(log: Log, tally: Tally, direction: Direction): AsyncGenerator<Stretch> {
  const parts = await readTransaction(() => tally.parts());
  for (const part of inOrder(parts, direction)) {
    const days = await readTransaction(() => tally.days([part]));
    for (const day of inOrder(days, direction)) yield { within: withinDays(log, day) };
  }
}
