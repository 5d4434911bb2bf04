/**
 * Settings of every connection to the database, by purpose. The purpose is the `application_name` in `pg_stat_activity`
 * and the label in `/metrics`.
 */
export type Settings = {
  /**
   * The most connections of a worker at a time: of its process for screens and its share of those for tracking. Absent for
   * programs and for the start of the server.
   */
  perWorker?: number;
  /** The most connections of a worker to each replica. */
  perReplica?: number;
  /** Time limit for connecting. Absent: the caller limits it. */
  connectTimeoutMs?: number;
  /** Time limit for a result. The statement may still take effect later. */
  queryTimeoutMs?: number;
  /** A pool closes a connection after it was idle for this long. */
  idleTimeoutMs?: number;
  /**
   * Sends a statement without waiting for the answers to those before it. The driver refuses COPY on such a connection,
   * and will refuse a second statement before the answer to the first on any other.
   */
  pipeline?: true;
  /** TCP keep-alive, for connections that are idle for a long time. */
  keepAlive?: true;
  /** Session settings by their PostgreSQL names. */
  session?: Readonly<Record<string, string>>;
  /** Statements are never planned for their values, except in a database with Citus, which cannot plan them otherwise. */
  genericPlans?: true;
};

/**
 * Settings of every session: within eight seconds PostgreSQL ends the session of a machine that lost its power or its
 * network, and with it the locks that other servers wait for. By default it would take two hours. Probes begin after two
 * seconds without traffic and end the connection after six without an answer; a running statement looks every two
 * seconds. They have no effect on a connection through a socket file.
 */
export const EVERY_SESSION = {
  tcp_keepalives_idle: "2",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "6000",
  client_connection_check_interval: "2000",
} as const;
/**
 * A process that hangs still answers the probes. Its background work loses its session after this long between two
 * statements of a transaction, or of a task with a lock of its own.
 */
const HANGING = "8s";
/** For connections that hold a lock between transactions, too, and are never idle for long. */
const LOCKING = { idle_in_transaction_session_timeout: HANGING, idle_session_timeout: HANGING } as const;

const POOL = { connectTimeoutMs: 2_000, idleTimeoutMs: 30_000, pipeline: true } as const;
const PROGRAM = { connectTimeoutMs: 10_000 } as const;
// A standby accepts all three settings, so reports run under the same limits on a replica.
const READ_SESSION = {
  default_transaction_read_only: "on",
  default_transaction_isolation: "repeatable read",
  statement_timeout: "15s",
};
// With Citus, a transaction that has read a distributed table over several connections to a server may not change the tables
// that refer to copied ones, and opens and commits each of these connections by itself. Without Citus the setting has no
// effect.
const SEQUENTIAL = { "citus.multi_shard_modify_mode": "sequential" };
// The log is deleted after the COMMIT of its clicks, which has to be durable then.
const CLICKS = { ...SEQUENTIAL, synchronous_commit: "on", statement_timeout: "60s" } as const;

// Every statement looks up or stores a few rows by their keys. Planning it again for each month's partition would cost
// more than running it.
const POSTBACKS = {
  session: { ...SEQUENTIAL, synchronous_commit: "on", idle_in_transaction_session_timeout: HANGING },
  genericPlans: true,
} as const;

export const purposes = {
  /** Commands. */
  write: {
    ...{ ...POOL, perWorker: 8 },
    session: { ...SEQUENTIAL, statement_timeout: "60s", idle_in_transaction_session_timeout: "60s" },
  },
  /** Queries on the primary. */
  read: { ...POOL, perWorker: 8, session: READ_SESSION },
  /** Queries on a replica. */
  replica: { ...POOL, perReplica: 8, session: READ_SESSION },
  /** Reads how far a replica has replayed. A replica that exceeds the limits counts as unreachable. */
  beat: { perReplica: 1, connectTimeoutMs: 2_000, queryTimeoutMs: 2_000 },
  /** Checks that the database responds, for screens and for tracking. `responsiveness.ts` sets the time limits. */
  answering: { perWorker: 2, keepAlive: true },
  /** `/readyz`. */
  readiness: { perWorker: 1, connectTimeoutMs: 1_800, queryTimeoutMs: 1_800 },
  /** Loads the click log, one process of each server. */
  clicks: {
    ...{ perWorker: 1, connectTimeoutMs: 2_000, queryTimeoutMs: 30_000, keepAlive: true, pipeline: true },
    genericPlans: true,
    session: { ...CLICKS, ...LOCKING },
  },
  /** Books postbacks. The long idle time keeps connections whose statements are already prepared. */
  postbacks: {
    ...{ perWorker: 4, connectTimeoutMs: 1_500, idleTimeoutMs: 600_000, keepAlive: true, pipeline: true },
    ...POSTBACKS,
  },
  /** Listens for changes to links and reads them. */
  links: { perWorker: 1, connectTimeoutMs: 2_000, keepAlive: true },
  /** Rolls up `stats_delta`. */
  rollup: {
    ...{ perWorker: 1, connectTimeoutMs: 2_000, keepAlive: true },
    session: { statement_timeout: "50s", ...LOCKING },
  },

  /** Registers this process as a user of the embedded server. */
  presence: { connectTimeoutMs: 5_000 },
  /** Reads the connection limit of a server. */
  capacity: { connectTimeoutMs: 2_000, queryTimeoutMs: 2_000 },
  /** Runs migrations, distributes tables and creates the partitions of the coming months. */
  migration: PROGRAM,
  /** Prepares a new database for serving. */
  preparation: PROGRAM,
  doctor: { ...PROGRAM, pipeline: true },
  backup: PROGRAM,
  restore: { ...PROGRAM, session: SEQUENTIAL },
  purge: { ...PROGRAM, session: { statement_timeout: "55s", lock_timeout: "5s" } },
  seeding: PROGRAM,
  bench: PROGRAM,
} as const satisfies Record<string, Settings>;

export type Purpose = keyof typeof purposes;

export const settingsOf = (purpose: Purpose): Settings => purposes[purpose];
