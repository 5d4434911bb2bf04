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

/** Each present price with what was typed for it, then the other rows that were typed, then an empty one. */
export function withOthers<T extends object>(present: readonly T[], rows: Rows, key: string & keyof T) {
  const keyOf = (row: Rows[number]) => typed(row[key])?.toUpperCase();
  const isPresent = (row: Rows[number]) => present.some((one) => String(one[key]) === keyOf(row));
  const others = rows.filter((row) => Object.values(row).some(typed) && !isPresent(row));
  return [
    ...present.map((one) => ({ present: one, row: rows.find((row) => keyOf(row) === String(one[key])) })),
    ...[...others, undefined].map((row) => ({ present: undefined, row })),
  ];
}
