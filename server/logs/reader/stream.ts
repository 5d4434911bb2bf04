import { readTransaction, queryRows } from "../../kernel/database/transactions";
import { all, sql } from "../../kernel/database/sql";
import { readWithTimeout } from "../../kernel/database/time-limit";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, type Kind, microsOf } from "./kind";
import { BOUNDS, directionOf, type Question } from "./question";
import { rowsAt, type Stretch, stretches } from "./stretches";
import { inOrder, type Tally, withinDays } from "./tally";

// SQL by hand: reads up to all rows of a log for a file, in batches.

/** Rows per statement. They stay in memory while a slow client reads them. */
const BATCH_SIZE = 500;
const STRETCH = 10_000;

/**
 * Yields all matching rows in time order, in batches and without a limit. Each statement runs in its own transaction.
 * A stretch without matching rows yields an empty batch, so that the caller soon notices a client that disconnected.
 */
export async function* streamLog<R>(
  kind: Kind,
  question: Question,
  { atOnce = BATCH_SIZE, stretch = STRETCH } = {},
): AsyncGenerator<R[]> {
  const direction = directionOf(kind, question);
  const { range, tally } = question;
  const places = question.selective ? await selectivePlaces(kind, question) : undefined;
  if (places) {
    for (let first = 0; first < places.length; first += atOnce) {
      const chunk = places.slice(first, first + atOnce);
      yield await readTransaction(() => rowsAt<R>(kind, chunk, byTime(kind, direction)));
    }
    return;
  }
  const parts = tally
    ? daysWithRows(kind, tally, direction)
    : stretches(kind, { range, direction }, stretch, readTransaction);
  for await (const { within } of parts) {
    let from: Key | undefined;
    do {
      const where = all([within, question.matching, from && beyond(kind, from, direction)]);
      const records = await readTransaction(() =>
        queryRows<R & Key>(sql`
          SELECT ${kind.select}, ${microsOf(kind)} FROM ${kind.table} l ${kind.joins} WHERE ${where}
          ${byTime(kind, direction)} LIMIT ${atOnce}`),
      );
      yield records;
      from = records.length < atOnce ? undefined : records.at(-1);
    } while (from);
  }
}

/** Positions through a filter's dedicated index. Undefined if there are too many, so that the whole log is read. */
const selectivePlaces = (kind: Kind, question: Question) =>
  readTransaction(() => readWithTimeout(BOUNDS.statement, () => placesByIndex(kind, question, BOUNDS.counted)));

/** The days that have rows, one after another, from the tally. */
async function* daysWithRows(kind: Kind, tally: Tally, direction: Direction): AsyncGenerator<Stretch> {
  const parts = await readTransaction(() => tally.parts());
  for (const part of inOrder(parts, direction)) {
    const days = await readTransaction(() => tally.days([part]));
    for (const day of inOrder(days, direction)) yield { within: withinDays(kind, day) };
  }
}
