export {
  CONNECTIONS_PER_PROCESS as CONNECTIONS_PER_PROCESS,
  REPLICA_CONNECTIONS_PER_PROCESS as REPLICA_CONNECTIONS_PER_PROCESS,
  RESERVED_CONNECTIONS as RESERVED_CONNECTIONS,
  maxProcesses as maxProcesses,
} from "./budget";
export {
  trackedConnections as trackedConnections,
  openConnection,
  countConnections as countConnections,
  openPool,
  destroyConnection as destroyConnection,
  withOwnConnection,
} from "./open";
export { persistentConnection, type PersistentConnection } from "./persistent";
export { type Purpose, purposes } from "./purposes";
export { openPrimary, openReaders } from "./sequelize";
export { withSchemaLock } from "./schema-lock";
