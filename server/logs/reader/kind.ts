import { Office, Site, Type } from "~models";
import { abilities } from "../../accounts";
import { selectColumns, sql, type Statement } from "../../kernel/database/sql";
import type { Actor } from "../../kernel/operation/roles";

/** A kind of log: its table and columns. The alias of its table is always `l`. */
export type Kind<F extends string = string> = {
  table: Statement;
  /** The time of a row. An index covers it together with the id. */
  time: Statement;
  /** The name of that column in results. */
  timeField: F;
  /** The type of the row's id. */
  id: "bigint" | "uuid";
  /** The agent and office of the row at the time it was written. */
  agent: Statement;
  company: Statement;
  /** The sort expression of each column. */
  columns: Readonly<Record<F, Statement>>;
  /** The selected columns of a row, and the joins that they need in addition to `l`. */
  select: Statement;
  joins: Statement;
};

/** A row's position in time order: microseconds since 1970 (UTC), and its id. */
export type Key = { micros: number; id: number | string };
export type Direction = "older" | "newer";

export const keyOf = (kind: Kind): Statement => sql`l.id, ${microsOf(kind)}`;
export const microsOf = ({ time }: Kind): Statement => sql`(extract(epoch FROM ${time}) * 1000000)::bigint AS micros`;

/** Condition for rows after a position in the direction of the list. `upTo` matches the others, with the position. */
export function beyond(kind: Kind, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${kind.time}, l.id) ${direction === "older" ? sql`<` : sql`>`} ${placed(kind, micros, id)}`;
}
export function upTo(kind: Kind, { micros, id }: Key, direction: Direction): Statement {
  return sql`(${kind.time}, l.id) ${direction === "older" ? sql`>=` : sql`<=`} ${placed(kind, micros, id)}`;
}

const placed = ({ id: type }: Kind, micros: number, id: Key["id"]): Statement =>
  sql`(${momentOf(sql`${micros}::bigint`)}, ${String(id)}${type === "uuid" ? sql`::uuid` : sql`::bigint`})`;

/** Converts microseconds since 1970 (UTC) to a timestamp. */
const momentOf = (micros: Statement): Statement => sql`('epoch'::timestamptz + ${micros} * interval '1 microsecond')`;

/** Must be exactly the order of the index or its exact reverse, so that the index can serve it. */
export const byTime = ({ time }: Kind, direction: Direction): Statement =>
  direction === "newer" ? sql`ORDER BY ${time}, l.id` : sql`ORDER BY ${time} DESC, l.id DESC`;

const PLACE = { bigint: /^(\d{1,16})\.(\d{1,18})$/, uuid: /^(\d{1,16})\.([0-9a-f-]{36})$/ } as const;

/** A position as text for a URL. */
export const placeText = ({ micros, id }: Key): string => `${micros}.${id}`;

/** Parses a position from `placeText`. Undefined for any other text. */
export function parsePlace(kind: Kind, text: string): Key | undefined {
  const [, micros, id] = PLACE[kind.id].exec(text) ?? [];
  return micros !== undefined && id !== undefined ? { micros: Number(micros), id } : undefined;
}

/** Names from offices `o`, sites `s` and types `t`. */
export const officeNames = selectColumns(Office, ["officeName"], { from: "o" });
export const siteNames = selectColumns(Site, ["sitename"], { from: "s" });
export const typeNames = selectColumns(Type, ["typename"], { from: "t" });

/** The agent's username from accounts `a`. Deleted agents keep their figures but not their name. */
export const agentShown = sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`;

/** The names in a row that the account may see: offices for admins, agents for managers and above. */
export function namesFor<O, A>(actor: Actor, office: O, agent: A): Partial<O & A> {
  const can = abilities(actor);
  return { ...(can.chooseOffice ? office : {}), ...(can.chooseAgent ? agent : {}) };
}
