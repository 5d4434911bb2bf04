import type { Paged } from "../../kernel/page";
import { sql, type Statement } from "../../kernel/sql";
import type { Direction, Key, Kind } from "./kind";
import type { Tally } from "./tally";

/** What is asked of a log once it has been judged. */
export type Question<F extends string = string> = Paged & {
  sortField: F;
  sortAsc: boolean;
  range?: readonly [Date, Date];
  /** Beside the range: whose rows, and what is looked for. */
  matching: Statement;
  /** It looks for something that has an index of its own, whatever the time. */
  apart?: boolean;
  /** How many of its rows stand where; then a page far down, or of rare rows, costs no more than the first. */
  tally?: Tally;
  /** The page begins after this row; its number then only says how many pages lie before. */
  after?: Key;
};

/**
 * How far a question may go: milliseconds bound what a person waits for, rows what one statement reads, sorts, or counts in
 * an index.
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
  /** Exact up to `counted`; beyond, or where the looking was cut off, an estimate. */
  total: number;
  totalIsEstimate?: true;
  /** Where the next page begins. */
  next?: string;
  /** Sorted among the newest so many alone. */
  sortedAmong?: number;
  /** Rows beyond this time were not looked at. */
  cutOffAt?: Date;
};

export const sortsByTime = (kind: Kind, { sortField }: Question): boolean => sortField === kind.timeField;
/** Sorted by another column, a log is read newest first all the same. */
export const directionOf = (kind: Kind, question: Question): Direction =>
  sortsByTime(kind, question) && question.sortAsc ? "newer" : "older";
/** The rows before this page, where no place says where it begins. */
export const offsetOf = (kind: Kind, question: Question): number =>
  placeIn(kind, question) ? 0 : (question.page - 1) * question.pageSize;
export const placeIn = (kind: Kind, question: Question): Key | undefined =>
  sortsByTime(kind, question) ? question.after : undefined;

export const inRange = ({ time }: Kind, range: Question["range"]): Statement =>
  range ? sql`${time} >= ${range[0]} AND ${time} < ${range[1]}` : sql`TRUE`;
