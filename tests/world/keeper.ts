import pg from "pg";

export const databaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs `body` with a connection to the server's maintenance database. */
export async function asKeeper<T>(server: string, body: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(server, "postgres") });
  await client.connect();
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}
