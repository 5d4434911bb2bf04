import { withQuery } from "../ui/address";

type Values = Readonly<Record<string, unknown>>;

/** Criteria kept as hidden fields. */
export const hiddenCriteria = ({ sortField, sortAsc, pageSize }: Values) =>
  Object.fromEntries(
    Object.entries({ sortField, sortAsc, pageSize }).filter(([, value]) => typeof value === "string"),
  ) as Record<string, string>;

/** Export address for the rows shown: the same criteria with the effective days, without paging. */
export function exportAddress(path: string, search: string, { start, end }: Values): string {
  const changes = { start: String(start), end: String(end), page: null, pageSize: null, after: null };
  return path + withQuery(search, { ...changes, hint: null, hintWas: null, dateRange: null });
}

/** Messages for fields that the form does not show. */
export const errorsWithoutField = <T>(
  errors: Readonly<Record<string, T>>,
  fields: readonly string[],
): Record<string, T> => Object.fromEntries(Object.entries(errors).filter(([name]) => !fields.includes(name)));
