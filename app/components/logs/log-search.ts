import { withQuery } from "../ui/address";

type Values = Readonly<Record<string, unknown>>;

/** The criteria that the form keeps without showing them. */
export const keptOf = ({ sortField, sortAsc, pageSize }: Values) =>
  Object.fromEntries(
    Object.entries({ sortField, sortAsc, pageSize }).filter(([, value]) => typeof value === "string"),
  ) as Record<string, string>;

/** Where the rows that are shown are exported: the same question, with the days that hold, and no page. */
export function exportAddress(path: string, search: string, { start, end }: Values): string {
  const question = { start: String(start), end: String(end), page: null, pageSize: null, after: null };
  return path + withQuery(search, { ...question, hint: null, hintWas: null, dateRange: null });
}

/** Messages that no field of the form shows. */
export const unshown = <T>(errors: Readonly<Record<string, T>>, fields: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !fields.includes(name)));
