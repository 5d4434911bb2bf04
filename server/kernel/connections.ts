import { Sequelize } from "sequelize";

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
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    host: decodeURIComponent(hostname),
    port: port === "" ? 5432 : Number(port),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    dialectOptions: {
      options,
      connectionTimeoutMillis: 2_000,
      ...(searchParams.get("sslmode") === "require" ? { ssl: true } : {}),
    },
  };
}

/** A pool of writers and one of readers, both of the primary. */
export const openPrimary = (url: string): Sequelize =>
  new Sequelize({
    ...OPTIONS,
    replication: { write: connectionOf(url, WRITER), read: [connectionOf(url, READER)] },
  });

/** A pool of readers; what is read through them comes as it does from the primary. */
export const openReaders = (url: string): Sequelize => new Sequelize({ ...OPTIONS, ...connectionOf(url, READER) });
