import { z } from "zod";
import type { Abilities } from "../../accounts";
import { sql, type Statement } from "../../kernel/database/sql";

type Cell = string | number | null | undefined;

/** A column of a log: where its value comes from, what it is called and who sees it. */
export type LogColumn = {
  /** The value in JSON. A column that not everybody sees is optional there. */
  readonly type: z.ZodType;
  /**
   * An SQL expression, or the model's attribute if its name is not the column's. Null for a value that `compute` of the
   * log returns.
   */
  readonly from?: Statement | string | null;
  /** A moment, which is an ISO string in JSON. */
  readonly time?: true;
  /** Not in JSON: only `compute`, the export or the screen needs the value. */
  readonly internal?: true;
  /** The heading of the column on the screen and in the export. A column without one is in JSON only. */
  readonly label?: string;
  /** The ability that the column needs. */
  readonly sees?: keyof Abilities;
  /** Sorts by the value, by name (whatever the case and accents), or by an expression. */
  readonly sort?: true | "name" | Statement;
  /** Exported as a number with two decimals. */
  readonly money?: true;
  /** The exported text of the value, or several columns of it by their headings. Default: the value. */
  readonly csv?: ((value: never) => Cell) | Readonly<Record<string, (value: never) => Cell>>;
};
export type LogColumns = Readonly<Record<string, LogColumn>>;

type Value<C extends LogColumn> = z.output<C["type"]>;
type Selected<C extends LogColumn> = C extends { time: true } ? Date | Extract<Value<C>, null> : Value<C>;
type Seen<C extends LogColumn> = C extends { sees: string } ? z.ZodOptional<C["type"]> : C["type"];

/** A row as it is selected. */
export type RecordOf<C extends LogColumns> = {
  [K in keyof C as C[K] extends { from: null } ? never : K]: Selected<C[K]>;
};
/** The values that `compute` returns for a row. */
export type ComputedOf<C extends LogColumns> = {
  [K in keyof C as C[K] extends { from: null } ? K : never]: Value<C[K]>;
};
/** A row as an account sees it, with the internal columns. */
export type RowOf<C extends LogColumns> = { [K in keyof C]: z.output<Seen<C[K]>> };
/** The schema of a row in JSON. */
export type RowSchema<C extends LogColumns> = z.ZodObject<{
  [K in keyof C as C[K] extends { internal: true } ? never : K]: Seen<C[K]>;
}>;

export const isVisible = ({ sees }: LogColumn, can: Abilities): boolean => sees === undefined || can[sees];

/** The columns that several logs have, from offices `o`, agents `g` with accounts `a`, sites `s` and types `t`. */
export const integer = { type: z.int() } as const;
export const officeName = {
  type: z.string(),
  from: sql`o.office_name`,
  label: "Office",
  sees: "chooseOffice",
  sort: "name",
} as const;
/** Deleted agents keep their figures but not their name. */
export const agentName = {
  type: z.string(),
  from: sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`,
  label: "Agent",
  sees: "chooseAgent",
  sort: "name",
} as const;
export const sitename = { type: z.string(), from: sql`s.sitename`, label: "Site", sort: "name" } as const;
export const typename = { type: z.string(), from: sql`t.typename`, sort: "name" } as const;

/** The office, agent, site and link of a sale. Needs `peopleSiteAndType`. */
export const ofSale = {
  companyId: integer,
  officeName,
  agentId: integer,
  agent: agentName,
  siteId: integer,
  sitename,
  typeId: integer,
  typename: { ...typename, label: "Link" },
} as const;

export const peopleAndSite = sql`
  JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
  JOIN sites s ON s.id = l.site_id`;
export const peopleSiteAndType = sql`${peopleAndSite} JOIN types t ON t.id = l.type_id`;
