import { type Day, instants, type Range } from "../../kernel/periods";
import { sql, type Statement } from "../../kernel/sql";
import type { Direction, Kind } from "./kind";

/** Some days and how many rows of the question they have. */
export type Part = Range & { rows: number };

/** What is known of a question's rows without reading them: how many stand in which days. */
export type Tally = {
  /** Stretches of days that have rows: half-months, and single days at the ends of the range. */
  parts(): Promise<Part[]>;
  /** Single days of these stretches that have rows. */
  days(stretches: readonly Range[]): Promise<Part[]>;
  /** Whose rows stand in these days; absent where the question names the agent. */
  agents?(days: readonly Day[]): Promise<{ day: Day; agents: number[] }[]>;
};

export const inOrder = (parts: readonly Part[], direction: Direction): Part[] =>
  [...parts].sort((a, b) => (a.start < b.start === (direction === "newer") ? -1 : 1));

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** What of the parts, which stand in the direction of the list, holds a page, and how many rows stand before it there. */
export function holding(
  parts: readonly Part[],
  { skip, count, from, direction }: { skip: number; count: number; from?: Day; direction: Direction },
): { skip: number; parts: Part[] } {
  const held: Part[] = [];
  let before = skip;
  let found = 0;
  for (const part of parts) {
    if (from !== undefined && (direction === "older" ? part.start > from : part.end < from)) continue;
    if (from === undefined && held.length === 0 && before >= part.rows) {
      before -= part.rows;
      continue;
    }
    held.push(part);
    // How many rows of the page's first day lie before its place is not known: none of them is counted on.
    if (from === undefined || from < part.start || from > part.end) found += part.rows;
    if (found >= before + count) break;
  }
  return { skip: before, parts: held };
}

export function withinDays({ time }: Kind, range: Range): Statement {
  const [from, to] = instants(range);
  return sql`${time} >= ${from} AND ${time} < ${to}`;
}
