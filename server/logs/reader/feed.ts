import { z } from "zod";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { all, sql } from "../../kernel/database/sql";
import { inNewTransaction, queryOne, queryRows } from "../../kernel/database/transactions";
import { Text } from "../../kernel/operation/input";
import { conflict, invalid } from "../../kernel/operation/refusal";
import type { Kind } from "./kind";
import { inRange, type Question } from "./question";

// SQL by hand: reads the locks of writers in progress, and a page by ID with the columns and joins of the log.

/**
 * A log in the order in which its rows were stored, for programs that mirror it. IDs come from a sequence, so a row that
 * is committed late has a lower ID than others that are already visible. Each writer therefore holds a lock with a
 * number below its IDs, and a page ends before the lowest such number: no row is skipped.
 */
export type Feed = {
  /** Begins each cursor, so that one of another log is refused. */
  name: "sale" | "postback";
  sequence: "sale_event_ids" | "postback_ids";
  /** The class of the writers' locks. */
  lock: number;
};

export const saleFeed: Feed = { name: "sale", sequence: "sale_event_ids", lock: LOCKS.saleEventIds };
export const postbackFeed: Feed = { name: "postback", sequence: "postback_ids", lock: LOCKS.postbackIds };

/** The input and the answer of a search that may be a feed. The answer has both keys with `after` only. */
export const After = Text(60).optional();
export const Continued = { next: z.string().optional(), more: z.boolean().optional() };

/** IDs that one page looks through at most, so that an account with few rows does not read the whole table at once. */
const WINDOW = 100_000;

const cursorOf = ({ name }: Feed, id: number): string => Buffer.from(`${name}:${id}`).toString("base64url");

/** The ID in a cursor; "" is before the oldest row. */
function idIn({ name }: Feed, after: string): number {
  if (after === "") return 0;
  const [, id] = new RegExp(`^${name}:(\\d{1,15})$`).exec(Buffer.from(after, "base64url").toString()) ?? [];
  if (id === undefined) {
    throw invalid({ after: ['Please send "next" of the last answer, "" for the oldest row, or "now".'] });
  }
  return Number(id);
}

type Asked = { after: string; page: number; pageSize: number };

/**
 * The first `pageSize` rows after the cursor that the question selects, from the primary. Throws 422 for a text that is
 * not a cursor or with a page, and 409 for a cursor from a later state of the data than a restored backup has.
 */
export function readFeed<R extends { id: number }, F extends string>(
  feed: Feed,
  kind: Kind<F>,
  question: Question<F>,
  { after, page, pageSize }: Asked,
): Promise<{ records: R[]; next: string; more: boolean }> {
  if (page !== 1) throw invalid({ page: ['Please leave out the page and send "next" as "after".'] });
  // In a transaction of its own: each statement must see what was committed before it.
  return inNewTransaction(async () => {
    const last = await lastId(feed);
    const end = Math.min(last, (await lowestInProgress(feed)) ?? last);
    if (after === "now") return { records: [], next: cursorOf(feed, end), more: false };
    const start = idIn(feed, after);
    if (start > last) throw conflict('These rows were replaced by a backup. Please begin again with after: "".');
    const windowEnd = Math.min(end, start + WINDOW);
    const isSelected = all([inRange(kind, question.range), question.matching]);
    const records = await queryRows<R>(sql`
      SELECT ${kind.select} FROM ${kind.table} l ${kind.joins}
      WHERE l.id > ${start} AND l.id <= ${windowEnd} AND ${isSelected} ORDER BY l.id LIMIT ${pageSize}`);
    const reached = records.length === pageSize ? Number(records.at(-1)?.id) : Math.max(start, windowEnd);
    return { records, next: cursorOf(feed, reached), more: reached < end };
  });
}

async function lastId({ sequence }: Feed): Promise<number> {
  const row = await queryOne<{ id: number }>(
    sql`SELECT coalesce(pg_sequence_last_value(${sequence}), 0)::bigint AS id`,
  );
  return row?.id ?? 0;
}

/** A number below the IDs of every writer in progress. Has to be read after `lastId`. */
async function lowestInProgress({ lock }: Feed): Promise<number | undefined> {
  const row = await queryOne<{ id: number | null }>(sql`
    SELECT min(objid::bigint) AS id FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${lock}::int::oid AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  return row?.id ?? undefined;
}
