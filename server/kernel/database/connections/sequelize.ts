import { Sequelize } from "sequelize";
import { driverOfOrm, ignoreUnpooled, pipelineByTurn } from "../driver";
import type { Client } from "../sql";
import { clientConfig, trackConnection } from "./open";
import { type Purpose, purposes } from "./purposes";

/** The connection pools of Sequelize. */

const OPTIONS = {
  dialect: "postgres",
  dialectModule: driverOfOrm,
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
    pipelineByTurn(connection as Client);
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
  ignoreUnpooled(sequelize);
  return withTracking(sequelize);
}

/** A reader pool to a replica. It parses values in the same way as the pools to the primary. */
export const openReaders = (url: string): Sequelize =>
  withTracking(new Sequelize({ ...OPTIONS, ...connectionOf("replica", url) }));
