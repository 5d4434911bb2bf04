import { identifier, join, nothing, sql, type Statement } from "../kernel/database/sql";

/** A named part of a statement. Statements that read it receive it and write its name, not a name of their own. */
export type Cte = { name: Statement; query: Statement; materialized: boolean };

export const cte = (name: string, query: Statement): Cte => ({ name: identifier(name), query, materialized: false });

/** Computed once, and planned by itself. */
export const materialized = (name: string, query: Statement): Cte => ({ ...cte(name, query), materialized: true });

/** A statement with all parts that it and they read, each after those that it reads itself. */
export const withCtes = (ctes: readonly Cte[], statement: Statement): Statement => {
  const parts = ctes.map(
    ({ name, query, materialized: isOnce }) => sql`${name} AS ${isOnce ? sql`MATERIALIZED ` : nothing}(${query})`,
  );
  return sql`WITH ${join(parts)} ${statement}`;
};

/** The parts that the statement of a site report reads. `ctes` are these and what they read. */
export type Groups = {
  ctes: Cte[];
  /** The groups of the page, as their keys and sort value. */
  picked: Cte;
  /** The measures of these groups, by link. */
  figures: Cte;
  /**
   * The number of all groups, and their points of the period before. Groups with figures only in the period before are
   * excluded from both.
   */
  counted: Cte;
  /** The measures of all groups, by link. */
  totals: Cte;
  /** In a payroll: the dollar components of the page's groups and of all groups, by half-month. */
  halves?: Cte;
  allHalves?: Cte;
};
