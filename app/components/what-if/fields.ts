import type { FieldState } from "../form/field";

type Query = {
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows of a list in the query, as typed. */
export const rowsOf = ({ values }: Query, list: string): Rows =>
  Array.isArray(values[list]) ? (values[list] as unknown[]).filter(isRow) : [];
const isRow = (row: unknown): row is Rows[number] => typeof row === "object" && row !== null;

/** The text of a value in the query. */
export const typed = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** The state of a field by its full name, such as `offices[0].payout`. */
export function fieldAt({ errors }: Query, name: string, value: unknown): FieldState {
  const id = `q-${name.replaceAll(/[[\].]+/g, "-")}`;
  return {
    ...{ name, id, errorId: `${id}-error`, descriptionId: `${id}-hint` },
    ...{ errors: errors[name], defaultValue: typed(value) },
  };
}

const PAGE_SIZE = 50;

/** The page of agents in the query. */
export const pageOf = ({ page, pageSize }: Query["values"]) => ({
  page: Math.max(1, Number(typed(page)) || 1),
  pageSize: Math.max(1, Number(typed(pageSize)) || PAGE_SIZE),
});
