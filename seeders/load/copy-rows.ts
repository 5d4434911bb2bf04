import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type Cell = string | number | bigint | boolean | Date | Buffer | readonly string[] | object | null;

const LINES_PER_CHUNK = 500;

/**
 * Writes rows by COPY in its text form. Dates are sent as ISO text, buffers as bytea, lists as arrays, objects as JSON.
 */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`));
  await pipeline(Readable.from(chunks(rows)), stream);
}

function* chunks(rows: Iterable<readonly Cell[]>): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${row.map(text).join("\t")}\n`);
    if (lines.length < LINES_PER_CHUNK) continue;
    yield lines.join("");
    lines = [];
  }
  if (lines.length > 0) yield lines.join("");
}

function text(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell === "string") return escapeText(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString("hex")}`;
  if (Array.isArray(cell)) return escapeText(`{${cell.join(",")}}`);
  return typeof cell === "object" ? escapeText(JSON.stringify(cell)) : String(cell);
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeText = (value: string) => value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string);

/** Cents as the decimal text that the database reads. */
export const money = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));
