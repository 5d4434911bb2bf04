import { readTransaction, rows } from "../../kernel/database";
import { all, sql } from "../../kernel/sql";
import { readWithin } from "../../kernel/time-limit";
import { placesByIndex } from "./by-index";
import { beyond, byTime, type Direction, type Key, type Kind, microsOf } from "./kind";
import { BOUNDS, directionOf, type Question } from "./question";
import { rowsAt } from "./rows-at";
import { type Stretch, stretches } from "./stretches";
import { inOrder, type Tally, withinDays } from "./tally";

// SQL by hand: a file of up to all rows of a log, read piece by piece.

/** Rows of one statement: few enough to wait in memory for a slow client. */
const AT_ONCE = 500;
const STRETCH = 10_000;

/**
 * All rows that fit, in the order of time, some at a time and without a limit. Each statement is a transaction of its
 * own; a stretch in which nothing fits is answered empty, so that whoever went away is missed in time.
 */
export async function* streamLog<R>(
  kind: Kind,
  question: Question,
  { atOnce = AT_ONCE, stretch = STRETCH } = {},
): AsyncGenerator<R[]> {
  const direction = directionOf(kind, question);
  const { range, tally } = question;
  const places = question.apart ? await few(kind, question) : undefined;
  if (places) {
    for (let first = 0; first < places.length; first += atOnce) {
      const here = places.slice(first, first + atOnce);
      yield await readTransaction(() => rowsAt<R>(kind, here, byTime(kind, direction)));
    }
    return;
  }
  const parts = tally
    ? daysWithRows(kind, tally, direction)
    : stretches(kind, { range, direction }, stretch, readTransaction);
  for await (const { within } of parts) {
    let from: Key | undefined;
    do {
      const here = all([within, question.matching, from && beyond(kind, from, direction)]);
      const found = await readTransaction(() =>
        rows<R & Key>(sql`
          SELECT ${kind.select}, ${microsOf(kind)} FROM ${kind.table} l ${kind.joins} WHERE ${here}
          ${byTime(kind, direction)} LIMIT ${atOnce}`),
      );
      yield found;
      from = found.length < atOnce ? undefined : found.at(-1);
    } while (from);
  }
}

/** What has an index of its own is not looked for along the whole log, unless there is much of it. */
const few = (kind: Kind, question: Question) =>
  readTransaction(() => readWithin(BOUNDS.statement, () => placesByIndex(kind, question, BOUNDS.counted)));

/** Day after day that has rows, where that is known. */
async function* daysWithRows(kind: Kind, tally: Tally, direction: Direction): AsyncGenerator<Stretch> {
  const parts = await readTransaction(() => tally.parts());
  for (const part of inOrder(parts, direction)) {
    const days = await readTransaction(() => tally.days([part]));
    for (const day of inOrder(days, direction)) yield { within: withinDays(kind, day) };
  }
}
