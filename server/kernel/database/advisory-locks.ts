/** Every advisory lock of the product, listed here so that their numbers are unique. */
export const LOCKS = {
  /** Shared by all users of an embedded server. The last one to leave stops the server. */
  serverUsers: 7_301_001,
  /** Migrating and distributing the schema. */
  schema: 7_310_001,
  /** Filling an empty database with the demo company. */
  demoData: 7_310_002,
  /**
   * The second number is the pay period's id. Booking into a period, or changing how it is paid, takes the shared lock
   * before reading whether it is open. Closing takes the exclusive lock, so nothing is booked into a period meanwhile.
   */
  payPeriod: 7_320_001,
  rollUp: 7_320_002,
  retryPostbacks: 7_320_003,
  /** The second number is the hash of the machine's name and the folder of its click log. */
  loadLog: 7_320_004,
  purge: 7_320_005,
  /** The second number is the last ID given out before a booking took its own, modulo 2^31. */
  saleEventIds: 7_320_006,
  /** The same for requests of sites. */
  postbackIds: 7_320_007,
  /** The same for the numbers of batches of clicks. */
  clickArrivals: 7_320_008,
  /** The same for events that wait for other systems. */
  deliveryIds: 7_320_011,
  /** Ending logins that were enabled for a limited time. */
  endEnabledLogins: 7_320_009,
  /** Sealing a day of the audit, and purging its rows. */
  auditSeals: 7_320_013,
  /** Evaluating the rules of signals. */
  signals: 7_320_014,
  /** The second number is the account whose images are added up. */
  imagesOfAccount: 7_320_012,
  /** Serializes sign-in attempts for one name. The second number is the hash of the name. */
  signInName: 8_101,
  /** Serializes sign-in attempts from one address. */
  signInAddress: 8_102,
} as const;

/**
 * A SELECT that takes the shared lock of a writer on the last ID of the sequence. Has to run before the writer takes its
 * own IDs, so that a reader knows from which ID on rows may still be committed. Citus keeps the result of a part of a
 * statement in a file, which cannot have a column of the type void.
 */
export const lockBeforeIds = (sequence: string, lock: number): string =>
  `SELECT pg_advisory_xact_lock_shared(${lock}, (coalesce(pg_sequence_last_value('${sequence}'), 0) & 2147483647)::int)::text`;
