import type { Paged } from "../../kernel/operation/page";
import { sql, type Statement } from "../../kernel/database/sql";
import type { Direction, Key, Log } from "./log";
import type { Tally } from "./tally";

/** A validated query to a log. */
export type Question = Paged & {
  sortField: string;
  sortAsc: boolean;
  range?: readonly [Date, Date];
  /** All conditions except the range: visibility and filters. */
  matching: Statement;
  /** True if a filter has a dedicated index, which does not depend on the time. */
  selective?: boolean;
  /** Row counts per day. With them, a deep page or a page of rare rows costs no more than the first. */
  tally?: Tally;
  /** The page begins after this row. `page` then only counts the pages before it. */
  after?: Key;
};

/**
 * Limits of a query. `statement` and `looking` are milliseconds that a person waits. The others are numbers of rows
 * that one statement reads (`stretch`), counts (`counted`, in an index `indexed`) or sorts (`sorted`).
 */
export type Bounds = {
  statement: number;
  looking: number;
  stretch: number;
  counted: number;
  sorted: number;
  indexed: number;
};
export const BOUNDS: Bounds = {
  ...{ statement: 450, looking: 650 },
  ...{ stretch: 10_000, counted: 10_000, sorted: 100_000, indexed: 1_000_000 },
};

export type Answer<R> = {
  items: R[];
  /** Exact with row counts or up to `counted` rows. An estimate beyond that or if the search timed out. */
  total: number;
  totalIsEstimate?: true;
  /** Whether rows follow the page, where `next` does not say so. */
  hasMore?: boolean;
  /** The position after which the next page begins, as text. */
  next?: string;
  /** Only this many of the newest rows were sorted. */
  sortedAmong?: number;
  /** The search stopped at this time and did not read rows beyond it. */
  cutOffAt?: Date;
};

export const sortsByTime = (log: Log, { sortField }: Question): boolean => sortField === log.timeField;
/** A log that is sorted by another column is still read newest first. */
export const directionOf = (log: Log, question: Question): Direction =>
  sortsByTime(log, question) && question.sortAsc ? "newer" : "older";
/** The number of rows to skip before this page. 0 if the page begins after a position. */
export const offsetOf = (log: Log, question: Question): number =>
  placeIn(log, question) ? 0 : (question.page - 1) * question.pageSize;
export const placeIn = (log: Log, question: Question): Key | undefined =>
  sortsByTime(log, question) ? question.after : undefined;

export const inRange = ({ time }: Log, range: Question["range"]): Statement =>
  range ? sql`${time} >= ${range[0]} AND ${time} < ${range[1]}` : sql`TRUE`;
