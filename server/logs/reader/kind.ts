import { sql, type Statement } from "../../kernel/sql";

/** A kind of log: where its rows stand and how they are shown. Its table bears the alias `l` everywhere. */
export type Kind<F extends string = string> = {
  table: Statement;
  /** When a row happened; an index has it together with the id. */
  time: Statement;
  /** The key of that column in answers. */
  timeField: F;
  /** Of the row's id. */
  id: "bigint" | "uuid";
  /** Whose row it is, as it was when it was written. */
  agent: Statement;
  company: Statement;
  /** What the columns sort by. */
  columns: Readonly<Record<F, Statement>>;
  /** Columns of a row as it is answered, and the tables beside `l` that they come from. */
  select: Statement;
  joins: Statement;
};

/** A row's place in the order of time: microseconds since 1970, and its id. */
export type Key = { micros: number; id: number | string };
export type Direction = "older" | "newer";

export const keyOf = (kind: Kind): Statement => sql`l.id, ${microsOf(kind)}`;
export const microsOf = ({ time }: Kind): Statement => sql`(extract(epoch FROM ${time}) * 1000000)::bigint AS micros`;

/** The rows that come after a place in the direction of the list, or those up to it and with it. */
export function beyond(kind: Kind, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${kind.time}, l.id) ${direction === "older" ? sql`<` : sql`>`} ${placed(kind, micros, id)}`;
}
export function upTo(kind: Kind, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${kind.time}, l.id) ${direction === "older" ? sql`>=` : sql`<=`} ${placed(kind, micros, id)}`;
}

const placed = ({ id: type }: Kind, micros: number, id: Key["id"]): Statement =>
  sql`(${momentOf(sql`${micros}::bigint`)}, ${String(id)}${type === "uuid" ? sql`::uuid` : sql`::bigint`})`;

/** The time that so many microseconds since 1970 are. */
export const momentOf = (micros: Statement): Statement =>
  sql`('epoch'::timestamptz + ${micros} * interval '1 microsecond')`;

/** Exactly the order of the index, or exactly its reverse. */
export const byTime = ({ time }: Kind, direction: Direction): Statement =>
  direction === "newer" ? sql`ORDER BY ${time}, l.id` : sql`ORDER BY ${time} DESC, l.id DESC`;

const PLACE = { bigint: /^(\d{1,16})\.(\d{1,18})$/, uuid: /^(\d{1,16})\.([0-9a-f-]{36})$/ } as const;

/** A place as a text in an address. */
export const textOf = ({ micros, id }: Key): string => `${micros}.${id}`;

/** The place that such a text names; undefined for any other text. */
export function placeOf(kind: Kind, text: string): Key | undefined {
  const [, micros, id] = PLACE[kind.id].exec(text) ?? [];
  return micros !== undefined && id !== undefined ? { micros: Number(micros), id } : undefined;
}
