import { type Day } from "../../kernel/time";
import { instants, type Range } from "../../trade/periods";
import { sql, type Statement } from "../../kernel/database/sql";
import type { Direction, Log } from "./log";

/** A range of days and the number of matching rows in it. */
export type Part = Range & { rows: number };

/** Row counts per day for a question, known without reading its rows. */
export type Tally = {
  /** Ranges of days that have rows: half-months, and single days at the ends of the range. */
  parts(): Promise<Part[]>;
  /** Single days of these stretches that have rows. */
  days(stretches: readonly Range[]): Promise<Part[]>;
  /** The agents with rows on these days. Undefined if the question is for one agent. */
  agents?(days: readonly Day[]): Promise<{ day: Day; agents: number[] }[]>;
};

export const inOrder = (parts: readonly Part[], direction: Direction): Part[] =>
  [...parts].sort((a, b) => (a.start < b.start === (direction === "newer") ? -1 : 1));

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/**
 * The parts that contain a page, and the number of rows to skip in them before it. `parts` must be sorted in the
 * direction of the list.
 */
export function partsCovering(
  parts: readonly Part[],
  { skip, count, from, direction }: { skip: number; count: number; from?: Day; direction: Direction },
): { skip: number; parts: Part[] } {
  const covering: Part[] = [];
  let before = skip;
  let rowCount = 0;
  for (const part of parts) {
    if (from !== undefined && (direction === "older" ? part.start > from : part.end < from)) continue;
    if (from === undefined && covering.length === 0 && before >= part.rows) {
      before -= part.rows;
      continue;
    }
    covering.push(part);
    // The split of the first day's rows at the page's start position is unknown, so none of them are counted.
    if (from === undefined || from < part.start || from > part.end) rowCount += part.rows;
    if (rowCount >= before + count) break;
  }
  return { skip: before, parts: covering };
}

export function withinDays({ time }: Log, range: Range): Statement {
  const [from, to] = instants(range);
  return sql`${time} >= ${from} AND ${time} < ${to}`;
}
