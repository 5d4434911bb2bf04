/**
 * Every connection to the database, by purpose. The purpose is its `application_name`, by which `pg_stat_activity` shows
 * it, and its label in `/metrics`.
 */
export type Settings = {
  /** The most connections that a serving process has at a time. Absent for programs and for the start of the server. */
  perProcess?: number;
  /** The same, to each replica. */
  perReplica?: number;
  /** Gives up connecting after this time. Absent: the caller limits it. */
  connectTimeoutMs?: number;
  /** Gives up waiting for an answer after this time; the statement may still take effect. */
  queryTimeoutMs?: number;
  /** A pool closes a connection that was unused for this long. */
  idleTimeoutMs?: number;
  /** TCP keep-alive, for connections that wait for a long time. */
  keepAlive?: true;
  /** Settings of the session, by their PostgreSQL names. */
  session?: Readonly<Record<string, string>>;
};

const POOL = { connectTimeoutMs: 2_000, idleTimeoutMs: 30_000 } as const;
const PROGRAM = { connectTimeoutMs: 10_000 } as const;
// A standby accepts all three, so reports run under the same limits on a replica.
const READER = {
  default_transaction_read_only: "on",
  default_transaction_isolation: "repeatable read",
  statement_timeout: "15s",
};
// Durable before the answer; plans that suit 200 rows; planning each batch anew would cost as much as the batch.
const CLICKS = {
  synchronous_commit: "on",
  enable_nestloop: "off",
  plan_cache_mode: "force_generic_plan",
  statement_timeout: "60s",
};

export const purposes = {
  /** Commands. */
  write: {
    ...{ ...POOL, perProcess: 8 },
    session: { statement_timeout: "60s", idle_in_transaction_session_timeout: "60s" },
  },
  /** Queries on the primary. */
  read: { ...POOL, perProcess: 8, session: READER },
  /** Queries on a replica. */
  replica: { ...POOL, perReplica: 8, session: READER },
  /** Reads how far a replica has got. One that takes longer counts as away. */
  beat: { perReplica: 1, connectTimeoutMs: 2_000, queryTimeoutMs: 2_000 },
  /** Asks whether the database answers at all; has its own time limits. */
  answering: { perProcess: 1, keepAlive: true },
  /** `/readyz`. */
  readiness: { perProcess: 1, connectTimeoutMs: 1_800, queryTimeoutMs: 1_800 },
  /** Stores batches of clicks. */
  clicks: { perProcess: 2, connectTimeoutMs: 2_000, keepAlive: true, session: CLICKS },
  /** Books postbacks. A connection that is kept has its statements prepared. */
  postbacks: {
    ...{ perProcess: 4, connectTimeoutMs: 1_500, idleTimeoutMs: 600_000, keepAlive: true },
    session: { idle_in_transaction_session_timeout: "10s" },
  },
  /** Listens for changes of links and reads them. */
  links: { perProcess: 1, connectTimeoutMs: 2_000, keepAlive: true },
  /** Moves deltas into roll-ups. */
  folding: { perProcess: 1, connectTimeoutMs: 2_000, keepAlive: true, session: { statement_timeout: "50s" } },
  /** Loads the spool. */
  spool: { perProcess: 1, connectTimeoutMs: 2_000, queryTimeoutMs: 30_000, keepAlive: true, session: CLICKS },

  /** Marks this process as a user of the packaged server. */
  presence: { connectTimeoutMs: 5_000 },
  /** Reads how many connections a server accepts. */
  capacity: { connectTimeoutMs: 2_000, queryTimeoutMs: 2_000 },
  /** Runs migrations, and distributes tables. */
  migration: PROGRAM,
  /** Makes a new database ready to serve. */
  preparation: PROGRAM,
  /** Creates the partitions of the coming months. */
  partitions: PROGRAM,
  doctor: PROGRAM,
  backup: PROGRAM,
  restore: PROGRAM,
  purge: { ...PROGRAM, session: { statement_timeout: "55s", lock_timeout: "5s" } },
  seeding: PROGRAM,
  bench: PROGRAM,
} as const satisfies Record<string, Settings>;

export type Purpose = keyof typeof purposes;

export const settingsOf = (purpose: Purpose): Settings => purposes[purpose];
