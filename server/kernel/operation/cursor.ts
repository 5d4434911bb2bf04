import { z } from "zod";
import { Text } from "./input";
import { invalid } from "./refusal";

/**
 * Cursors of lists. A page begins at a number of rows, so a row that is stored or deleted meanwhile moves it. A cursor
 * begins after a row, so a program that sends `next` of each answer as `after` gets every row once.
 */

const AFTER =
  'Reads rows in the order of their IDs, or of their time in a log: "" begins with the first, and `next` of an answer ' +
  "continues after it. Filters and criteria apply; `sortField` and `sortAsc` do not. `total` is then the number of rows in the answer.";
const FEED_AFTER =
  'Reads rows in the order in which they were stored: "" begins with the oldest, "now" with the next one, and `next` of an ' +
  "answer continues after it. Filters apply; `sortField` and `sortAsc` do not. `total` is then the number of rows in the answer.";

const After = Text(100);
/** The input of a call that lists, and of one that mirrors a log. */
export const cursorInput = { after: After.optional().describe(AFTER) };
export const feedInput = { after: After.optional().describe(FEED_AFTER) };
/** The answer has both keys with `after` only. */
export const cursorAnswer = {
  next: z.string().optional().describe("The cursor to send as `after`; only with `after`."),
  more: z.boolean().optional().describe("Whether further rows can be read at once; only with `after`."),
};
export type Followed = { next?: string; more?: boolean };

/** A cursor is the name of the list and a position in it. */
export const cursorOf = (name: string, position: number | string): string =>
  Buffer.from(`${name}:${position}`).toString("base64url");

/** The position in a cursor. Throws 422 for any other text, and for a page beside it. */
export function positionIn(name: string, { after, page }: { after: string; page: number }, form: RegExp): string {
  requireFirstPage(page);
  const text = Buffer.from(after, "base64url").toString();
  const position = text.slice(name.length + 1);
  if (!text.startsWith(`${name}:`) || !form.test(position)) throw invalid({ after: [WRONG[name] ?? WRONG_CURSOR] });
  return position;
}

const WRONG_CURSOR = 'Please send "next" of the last answer, or "" for the first row.';
const WRONG_FEED = 'Please send "next" of the last answer, "" for the oldest row, or "now".';
const WRONG: Partial<Record<string, string>> = { sale: WRONG_FEED, postback: WRONG_FEED, click: WRONG_FEED };

export function requireFirstPage(page: number): void {
  if (page !== 1) throw invalid({ page: ['Please leave out the page and send "next" as "after".'] });
}

type Asked = { after: string; page: number; pageSize: number };

/** A page of a list in the order of its IDs. `read` gets at most that many rows with IDs above that one. */
export async function followById<Row>(
  name: string,
  asked: Asked,
  idOf: (row: Row) => number,
  read: (above: number, most: number) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; total: number; next: string; more: boolean }> {
  requireFirstPage(asked.page);
  const above = asked.after === "" ? 0 : Number(positionIn(name, asked, /^\d{1,15}$/));
  const found = await read(above, asked.pageSize + 1);
  const rows = found.slice(0, asked.pageSize);
  const last = rows.at(-1);
  const next = last === undefined ? asked.after : cursorOf(name, idOf(last));
  return { rows, total: rows.length, next, more: found.length > rows.length };
}
