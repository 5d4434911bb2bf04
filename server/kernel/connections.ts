import { Sequelize } from "sequelize";
import { connectionTo } from "./database-address";

/** How this process connects: the settings that its connections start with, and how many of them there may be. */

/** Of each pool of a process: its writers, its readers, and its readers of each replica. */
export const AT_ONCE = 8;

// A standby permits all three, so a replica's readers are held to what the primary's are.
const READER =
  "-c default_transaction_read_only=on -c default_transaction_isolation=repeatable\\ read -c statement_timeout=15s";
const WRITER = "-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s";

const OPTIONS = {
  dialect: "postgres",
  logging: false,
  pool: { max: AT_ONCE, min: 0, acquire: 2_000, idle: 30_000 },
  define: { underscored: true, timestamps: false },
} as const;

function connectionOf(url: string, options: string) {
  const { host, port, user, password, database, ssl, ...address } = connectionTo(url, { options });
  return {
    ...{ host, port: port ?? 5432, username: user ?? "", password: password as string, database: database ?? "" },
    dialectOptions: {
      ...{ options: address.options, connectionTimeoutMillis: 2_000 },
      ...(ssl === undefined ? {} : { ssl }),
    },
  };
}

/** A pool of writers and one of readers, both of the primary. */
export function openPrimary(url: string): Sequelize {
  const sequelize = new Sequelize({
    ...OPTIONS,
    replication: { write: connectionOf(url, WRITER), read: [connectionOf(url, READER)] },
  });
  const { pool } = sequelize.connectionManager as unknown as { pool: { destroy(connection: Pooled): void } };
  const destroy = pool.destroy.bind(pool);
  // A connection lost before it is in either pool already fails its opener. The ORM would look for its pool and throw from
  // an event, which ends the process.
  pool.destroy = (connection) => (connection.queryType === undefined ? undefined : destroy(connection));
  return sequelize;
}

/** As the ORM marks a connection when it puts it into one of its pools. */
type Pooled = { queryType?: "read" | "write" };

/** A pool of readers; what is read through them comes as it does from the primary. */
export const openReaders = (url: string): Sequelize => new Sequelize({ ...OPTIONS, ...connectionOf(url, READER) });
