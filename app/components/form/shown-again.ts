/** How the fields of a form differ from a record that was saved meanwhile (`app/http/forms/merge.server.ts`). */
export type Merge = {
  both: readonly string[];
  theirs: readonly string[];
  lists: Readonly<Record<string, unknown[]>>;
  base: string;
};

type Values = Record<string, unknown>;

/**
 * The values of a rejected form as its fields show them again. After a conflict, fields that only the other side changed
 * show what is saved, and lists hold the elements of both.
 */
export function shownAgain(
  { lastResult, merge }: { lastResult: { initialValue?: Values | null }; merge?: Merge },
  initial: Values = {},
): Values {
  const typed: Values = { ...lastResult.initialValue };
  for (const name of merge?.theirs ?? []) typed[name] = initial[name];
  for (const [name, list] of Object.entries(merge?.lists ?? {}))
    typed[name] = typeof initial[name] === "string" ? list.join("\n") : list;
  return typed;
}

/**
 * Without the empty values that mark lists of choices as present. Conform takes a list with an empty value for a list
 * of something other than texts, and would show none of its choices as ticked.
 */
export const withoutMarkers = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => one !== "") : value,
    ]),
  );
