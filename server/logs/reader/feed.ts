import { LOCKS } from "../../kernel/database/advisory-locks";
import { readIdHorizon } from "../../kernel/database/id-horizon";
import { all, sql } from "../../kernel/database/sql";
import { inNewTransaction, queryRows } from "../../kernel/database/transactions";
import { cursorOf, positionIn, requireFirstPage } from "../../kernel/operation/cursor";
import { conflict } from "../../kernel/operation/refusal";
import { type Key, type Log, parsePlace, placeText } from "./log";
import { inRange, type Question } from "./question";
import { readLog } from "./read";

/**
 * A log in the order in which its rows were stored, for programs that mirror it. IDs come from a sequence, so a row that
 * is committed late has a lower ID than others that are already visible. Each writer therefore holds a lock with a
 * number below its IDs, and a page ends before the lowest such number: no row is skipped.
 */
export type Feed = {
  /** Begins each cursor, so that one of another log is refused. */
  name: "sale" | "postback" | "click";
  sequence: "sale_event_ids" | "postback_ids" | "click_arrivals";
  /** The class of the writers' locks. */
  lock: number;
};

export const saleFeed: Feed = { name: "sale", sequence: "sale_event_ids", lock: LOCKS.saleEventIds };
export const postbackFeed: Feed = { name: "postback", sequence: "postback_ids", lock: LOCKS.postbackIds };
/** Its IDs are those of batches (server/logs/click-feed.ts). */
export const clickFeed: Feed = { name: "click", sequence: "click_arrivals", lock: LOCKS.clickArrivals };

/** IDs that one page looks through at most, so that an account with few rows does not read the whole table at once. */
export const WINDOW = 100_000;

/** The ID in a cursor; "" is before the oldest row. */
const idIn = ({ name }: Feed, asked: Asked): number =>
  asked.after === "" ? 0 : Number(positionIn(name, asked, /^\d{1,15}$/));

export type Asked = { after: string; page: number; pageSize: number };
export type Page<R> = { records: R[]; next: string; more: boolean };

/**
 * Runs `read` on the primary with the last ID of the feed up to which every row is visible. `beginsBefore` refuses a
 * cursor from a later state of the data than a restored backup has (409). Throws 422 with a page.
 */
export function onFeed<R>(
  feed: Feed,
  { page }: Asked,
  read: (end: number, beginsBefore: (id: number) => void) => Promise<Page<R>>,
): Promise<Page<R>> {
  requireFirstPage(page);
  // In a transaction of its own: each statement must see what was committed before it.
  return inNewTransaction(async () => {
    const { last, settled } = await readIdHorizon(feed.sequence, feed.lock);
    return read(settled, (id) => {
      if (id > last) throw conflict('These rows were replaced by a backup. Please begin again with after: "".');
    });
  });
}

/** Reads a page of a feed. Throws like `onFeed` and `positionIn`. */
export type FeedReader<R> = (log: Log<R>, question: Question, asked: Asked) => Promise<Page<R>>;

/** Reads the first `pageSize` rows after the cursor that the question selects, in the order of their IDs. */
export const readById =
  <R extends { id: number }>(feed: Feed): FeedReader<R> =>
  (log, question, asked) =>
    onFeed<R>(feed, asked, async (end, beginsBefore) => {
      const { after, pageSize } = asked;
      if (after === "now") return { records: [], next: cursorOf(feed.name, end), more: false };
      const start = idIn(feed, asked);
      beginsBefore(start);
      const windowEnd = Math.min(end, start + WINDOW);
      const isSelected = all([inRange(log, question.range), question.matching]);
      const records = await queryRows<R>(sql`
        SELECT ${log.select} FROM ${log.table} l ${log.joins}
        WHERE l.id > ${start} AND l.id <= ${windowEnd} AND ${isSelected} ORDER BY l.id LIMIT ${pageSize}`);
      const reached = records.length === pageSize ? Number(records.at(-1)?.id) : Math.max(start, windowEnd);
      return { records, next: cursorOf(feed.name, reached), more: reached < end };
    });

/**
 * Reads the rows of a log that is not a feed after a cursor, in the order of their time. A row that is committed late may be
 * missed by those who ask again later.
 */
export const readInTime =
  <R>(name: string): FeedReader<R> =>
  async (log, question, asked) => {
    const { after } = asked;
    const form = log.idType === "uuid" ? /^\d{1,16}\.[\da-f-]{36}$/ : /^\d{1,16}\.\d{1,18}$/;
    const place = after === "" ? undefined : parsePlace(log, positionIn(name, asked, form));
    if (after === "") requireFirstPage(asked.page);
    const ordered = { ...question, page: 1, sortField: log.timeField, sortAsc: true };
    const { items, next } = await readLog(log, place ? { ...ordered, after: place } : ordered);
    const last = items.at(-1) as (R & Key) | undefined;
    const reached = next ?? (last && placeText(last));
    return { records: items, next: reached === undefined ? after : cursorOf(name, reached), more: next !== undefined };
  };
