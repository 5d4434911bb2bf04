import { Sequelize } from "sequelize";
import { clientConfig, noteOpen } from "./open";
import { type Purpose, purposes } from "./purposes";

/** The pools of Sequelize. */

const OPTIONS = {
  dialect: "postgres",
  logging: false,
  pool: { max: purposes.write.perProcess, min: 0, acquire: 2_000, idle: purposes.write.idleTimeoutMs },
  define: { underscored: true, timestamps: false },
} as const;

/** The driver's settings in the places where Sequelize takes them from. */
function connectionOf(purpose: Purpose, url: string) {
  const { host, port, user, password, database, ...dialectOptions } = clientConfig(purpose, { url });
  return {
    ...{ host, port: port ?? 5432, username: user ?? "", password: password as string, database: database ?? "" },
    dialectOptions,
  };
}

type Connected = { dialectOptions?: { application_name?: string } };

function counted(sequelize: Sequelize): Sequelize {
  sequelize.addHook("afterConnect", (connection, config) => {
    const { dialectOptions } = config as Connected;
    noteOpen(dialectOptions?.application_name as Purpose, connection as Parameters<typeof noteOpen>[1]);
  });
  return sequelize;
}

/** A pool of writers and one of readers, both of the primary. */
export function openPrimary(url: string): Sequelize {
  const sequelize = new Sequelize({
    ...OPTIONS,
    replication: { write: connectionOf("write", url), read: [connectionOf("read", url)] },
  });
  const { pool } = sequelize.connectionManager as unknown as { pool: { destroy(connection: Pooled): void } };
  const destroy = pool.destroy.bind(pool);
  // A connection lost before it is in either pool already fails its opener. The ORM would look for its pool and throw from
  // an event, which ends the process.
  pool.destroy = (connection) => (connection.queryType === undefined ? undefined : destroy(connection));
  return counted(sequelize);
}

/** As the ORM marks a connection when it puts it into one of its pools. */
type Pooled = { queryType?: "read" | "write" };

/** A pool of readers; what is read through them comes as it does from the primary. */
export const openReaders = (url: string): Sequelize =>
  counted(new Sequelize({ ...OPTIONS, ...connectionOf("replica", url) }));
