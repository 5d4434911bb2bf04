type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The page's query with some values changed; null removes a parameter. The address holds the state of a screen. */
export function withQuery(search: string, values: Values): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}
