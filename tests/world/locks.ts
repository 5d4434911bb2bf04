import pg from "pg";

/** Holds locks on a connection separate from the server's, and watches for waiting connections on another. */
export type Watcher = {
  /** Runs a statement on the connection that holds the locks. */
  query: pg.Client["query"];
  /**
   * Resolves when this number of the database's connections wait for a lock. Throws if one of `acts` ends before that.
   */
  waiting(count: number, ...acts: Promise<unknown>[]): Promise<void>;
  end(): Promise<void>;
};

const WAITING = `
  SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

export async function aWatcher(url: string): Promise<Watcher> {
  // A transaction would see the same activity throughout, so the watching connection has none open.
  const [holds, looks] = await Promise.all([connected(url), connected(url)]);
  return {
    query: holds.query.bind(holds) as pg.Client["query"],
    async waiting(count, ...acts) {
      let fault: unknown;
      for (const act of acts) {
        act.then(
          () => (fault ??= new Error("It ended instead of waiting for a lock.")),
          (thrown: unknown) => (fault ??= thrown),
        );
      }
      for (;;) {
        const { rows } = await looks.query<{ count: number }>(WAITING);
        if (rows[0]?.count === count) return;
        if (fault) throw fault;
      }
    },
    end: async () => void (await Promise.all([holds.end(), looks.end()])),
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Resolves for all callers once `count` of them have arrived, and at once for later ones. */
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
