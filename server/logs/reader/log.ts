import { sql, type Statement } from "../../kernel/database/sql";

/** How the rows of a log are read. The alias of its table is always `l`. */
export type Log<R = unknown> = {
  table: Statement;
  /** The time of a row. An index covers it together with the id. */
  time: Statement;
  /** The name of that column in results. */
  timeField: string;
  idType: "bigint" | "uuid";
  /** The agent and office of the row at the time it was written. */
  agent: Statement;
  company: Statement;
  /** The sort expression of each column that sorts. */
  sorts: Readonly<Record<string, Statement>>;
  /** The selected columns of a row, and the joins that they need in addition to `l`. */
  select: Statement;
  joins: Statement;
  /** Only a type, that of a selected row; never set. */
  record?: R;
};

/** A row's position in time order: microseconds since 1970 (UTC), and its id. */
export type Key = { micros: number; id: number | string };
export type Direction = "older" | "newer";

export const keyOf = (log: Log): Statement => sql`l.id, ${microsOf(log)}`;
export const microsOf = ({ time }: Log): Statement => sql`(extract(epoch FROM ${time}) * 1000000)::bigint AS micros`;

/** Condition for rows after a position in the direction of the list. `upTo` matches the others, with the position. */
export function beyond(log: Log, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${log.time}, l.id) ${direction === "older" ? sql`<` : sql`>`} ${placed(log, micros, id)}`;
}
export function upTo(log: Log, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${log.time}, l.id) ${direction === "older" ? sql`>=` : sql`<=`} ${placed(log, micros, id)}`;
}

const placed = ({ idType }: Log, micros: number, id: Key["id"]): Statement =>
  sql`(${momentOf(sql`${micros}::bigint`)}, ${String(id)}${idType === "uuid" ? sql`::uuid` : sql`::bigint`})`;

/** Converts microseconds since 1970 (UTC) to a timestamp. */
const momentOf = (micros: Statement): Statement => sql`('epoch'::timestamptz + ${micros} * interval '1 microsecond')`;

/** Must be exactly the order of the index or its exact reverse, so that the index can serve it. */
export const byTime = ({ time }: Log, direction: Direction): Statement =>
  direction === "newer" ? sql`ORDER BY ${time}, l.id` : sql`ORDER BY ${time} DESC, l.id DESC`;

const PLACE = { bigint: /^(\d{1,16})\.(\d{1,18})$/, uuid: /^(\d{1,16})\.([0-9a-f-]{36})$/ } as const;

/** A position as text for a URL. */
export const placeText = ({ micros, id }: Key): string => `${micros}.${id}`;

/** Parses a position from `placeText`. Undefined for any other text. */
export function parsePlace(log: Log, text: string): Key | undefined {
  const [, micros, id] = PLACE[log.idType].exec(text) ?? [];
  return micros !== undefined && id !== undefined ? { micros: Number(micros), id } : undefined;
}
