type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The query of the page with some values set (null takes one out): the state of a screen is its address. */
export function withQuery(search: string, values: Values): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}
