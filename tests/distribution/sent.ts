import pg from "pg";

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
type Given = string | { text?: string } | undefined;

/** The text of every statement that this process sends to a database while `body` runs, each once. */
export async function sentDuring(body: () => Promise<unknown>): Promise<Set<string>> {
  const sent = new Set<string>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...given) {
    const what = given[0] as Given;
    const text = typeof what === "string" ? what : what?.text;
    if (text !== undefined) sent.add(text);
    return query.apply(this, given);
  };
  try {
    await body();
  } finally {
    client.query = query;
  }
  return sent;
}
