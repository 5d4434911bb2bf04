/** Every advisory lock that the product takes in its database: one number each, so that no two of them meet. */
export const LOCKS = {
  /** Held together by all users of an embedded server; the last one to leave stops it. */
  serverUsers: 7_301_001,
  /** Migrating and distributing the schema. */
  schema: 7_310_001,
  /** Filling an empty database with the demo company. */
  filling: 7_310_002,
  /**
   * The second number is the pay period's id. Booking into a period, or changing how it is paid, takes the shared lock
   * before reading whether it is open; closing takes the exclusive one. Nothing enters a period while it closes.
   */
  payPeriod: 7_320_001,
  folding: 7_320_002,
  retryingPostbacks: 7_320_003,
  /** The second number is the hash of the spool file that is loaded. */
  loadingSpool: 7_320_004,
  purging: 7_320_005,
  /** Ending the logins that were enabled for a time. */
  endingLogins: 7_320_009,
  /** Sign-in attempts for one name run one after another; the second number is the name's hash. */
  signInName: 8_101,
  /** The same for one address. */
  signInAddress: 8_102,
} as const;
