type Values = Readonly<Record<string, unknown>>;

/** The fields that differ between two states of a record, for the audit; undefined if none. Compares values as JSON. */
export function difference(
  before: Values,
  after: Values,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (keys.length === 0) return undefined;
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { before: only(before), after: only(after) };
}
