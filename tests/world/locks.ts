import pg from "pg";

/** Waits for locks, seen from a connection that has none of them. */
export type Watcher = {
  query: pg.Client["query"];
  /** Resolves when so many backends of this database wait for a lock. Throws what `acts` throw, or when one ends before that. */
  waiting(count: number, ...acts: Promise<unknown>[]): Promise<void>;
  end(): Promise<void>;
};

const WAITING = `
  SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

/** A connection beside those of the server, which holds locks and sees who waits for them. */
export async function aWatcher(url: string): Promise<Watcher> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on("error", () => undefined);
  return {
    query: client.query.bind(client) as pg.Client["query"],
    async waiting(count, ...acts) {
      const early = new Error("It ended instead of waiting for a lock.");
      let ended: unknown;
      for (const act of acts) {
        act.then(
          () => (ended = early),
          (fault: unknown) => (ended = fault),
        );
      }
      for (;;) {
        if (ended) throw ended;
        const { rows } = await client.query<{ count: number }>(WAITING);
        if (rows[0]?.count === count) return;
      }
    },
    end: () => client.end(),
  };
}

/** Resolves for everyone as soon as so many have come, and at once for those who come later. */
export function barrier(count: number): () => Promise<void> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let come = 0;
  return () => {
    come += 1;
    if (come === count) open();
    return opened;
  };
}
