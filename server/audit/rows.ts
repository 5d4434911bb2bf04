import { createHash } from "node:crypto";
import type { Attributes } from "sequelize";
import type { AuditSeal } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";

export type Seal = Attributes<AuditSeal>;

/** The first line of a day's file, which the hash covers too. */
export const headOf = ({ number, day, lastHash, afterId, toId, rows, sealedAt }: Omit<Seal, "hash">): string =>
  JSON.stringify({ seal: number, day, lastHash, afterId, toId, rows, sealedAt: sealedAt.toISOString() });

/** IDs of the rows of a seal: above the first, up to the last. */
export type Range = Pick<Seal, "afterId" | "toId">;

/** Rows per statement. A row has few kilobytes, at most some hundreds. */
const BATCH = 1_000;

type Row = { id: number; at: string; before: string | null; after: string | null } & Record<string, unknown>;
/** A row in the form that is hashed: one line of JSON. */
export type Line = { id: number; at: Date; text: string };

/**
 * The rows of a range by their IDs, as lines whose bytes depend on the values alone: PostgreSQL keeps JSON in a form of its
 * own, and times are UTC with all six digits.
 */
export async function* linesOf({ afterId, toId }: Range): AsyncGenerator<Line> {
  for (let last = afterId; ;) {
    const rows = await queryRows<Row>(sql`
      SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, operation, account_id, username, by,
        on_behalf_of, session_id, record, record_id, before::text AS before, after::text AS after
      FROM audit WHERE id > ${last} AND id <= ${toId} ORDER BY id LIMIT ${BATCH}`);
    for (const { before, after, ...values } of rows) {
      const start = JSON.stringify(values).slice(0, -1);
      const text = `${start},"before":${before ?? "null"},"after":${after ?? "null"}}`;
      yield { id: values.id, at: new Date(values.at), text };
    }
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < BATCH) return;
    last = next;
  }
}

export type Digest = { rows: number; hash: string; firstAt: Date | undefined };

/** SHA-256 of the lines of a range, behind `head`, each with its line end; their number, and the earliest time of a row. */
export async function digestOf(range: Range, head?: string): Promise<Digest> {
  const hash = createHash("sha256");
  if (head !== undefined) hash.update(`${head}\n`);
  let rows = 0;
  let firstAt: Date | undefined;
  for await (const { at, text } of linesOf(range)) {
    hash.update(`${text}\n`);
    rows += 1;
    if (!firstAt || at < firstAt) firstAt = at;
  }
  return { rows, hash: hash.digest("hex"), firstAt };
}
