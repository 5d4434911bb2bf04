import pg from "pg";

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Config = string | { text?: string; values?: unknown[] } | undefined;

/**
 * The text of every statement that this process sends to a database during `body`, once each, with its first values.
 */
export async function sentDuring(body: () => Promise<unknown>): Promise<Map<string, readonly unknown[]>> {
  const sent = new Map<string, readonly unknown[]>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...args) {
    const [config, listed] = args as [Config, unknown];
    const { text, values } = typeof config === "string" ? { text: config, values: listed } : (config ?? {});
    if (text !== undefined && !sent.has(text)) sent.set(text, Array.isArray(values) ? values : []);
    return query.apply(this, args);
  };
  try {
    await body();
  } finally {
    client.query = query;
  }
  return sent;
}
