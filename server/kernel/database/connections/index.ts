export { CONNECTIONS_PER_PROCESS, REPLICA_CONNECTIONS_PER_PROCESS, RESERVED_CONNECTIONS, maxProcesses } from "./budget";
export {
  trackedConnections,
  openConnection,
  countConnections,
  openPool,
  destroyConnection,
  withOwnConnection,
} from "./open";
export { persistentConnection, type PersistentConnection } from "./persistent";
export { type Purpose, purposes } from "./purposes";
export { openPrimary, openReaders } from "./sequelize";
export { withSchemaLock } from "./schema-lock";
