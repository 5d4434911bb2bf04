import { Sequelize } from "sequelize";
import { clientConfig, trackConnection } from "./open";
import { type Purpose, purposes } from "./purposes";
import { pipelineByTurn } from "./pipeline";

/** The connection pools of Sequelize. */

const OPTIONS = {
  dialect: "postgres",
  logging: false,
  pool: { max: purposes.write.perWorker, min: 0, acquire: 2_000, idle: purposes.write.idleTimeoutMs },
  define: { underscored: true, timestamps: false },
} as const;

/** The driver's settings in the shape that Sequelize expects. */
function connectionOf(purpose: Purpose, url: string) {
  const { host, port, user, password, database, ...dialectOptions } = clientConfig(purpose, { url });
  return {
    ...{ host, port: port ?? 5432, username: user ?? "", password: password as string, database: database ?? "" },
    dialectOptions,
  };
}

type Connected = { dialectOptions?: { application_name?: string } };

function withTracking(sequelize: Sequelize): Sequelize {
  sequelize.addHook("afterConnect", (connection, config) => {
    const { dialectOptions } = config as Connected;
    pipelineByTurn(connection as Parameters<typeof pipelineByTurn>[0]);
    trackConnection(dialectOptions?.application_name as Purpose, connection as Parameters<typeof trackConnection>[1]);
  });
  return sequelize;
}

/** A writer pool and a reader pool, both to the primary. */
export function openPrimary(url: string): Sequelize {
  const sequelize = new Sequelize({
    ...OPTIONS,
    replication: { write: connectionOf("write", url), read: [connectionOf("read", url)] },
  });
  const { pool } = sequelize.connectionManager as unknown as { pool: { destroy(connection: Pooled): void } };
  const destroy = pool.destroy.bind(pool);
  // Losing a connection before it is in a pool already fails the code that opens it. The ORM would then search for its
  // pool and throw in an event handler, which would end the process.
  pool.destroy = (connection) => (connection.queryType === undefined ? undefined : destroy(connection));
  return withTracking(sequelize);
}

/** The mark that the ORM sets on a connection when it adds it to a pool. */
type Pooled = { queryType?: "read" | "write" };

/** A reader pool to a replica. It parses values in the same way as the pools to the primary. */
export const openReaders = (url: string): Sequelize =>
  withTracking(new Sequelize({ ...OPTIONS, ...connectionOf("replica", url) }));
