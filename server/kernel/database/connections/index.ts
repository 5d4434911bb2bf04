export { CONNECTIONS_PER_WORKER, REPLICA_CONNECTIONS_PER_WORKER, RESERVED_CONNECTIONS, maxWorkers } from "./budget";
export { trackedConnections, openConnection, countConnections, openPool, withOwnConnection } from "./open";
export { persistentConnection, type PersistentConnection } from "./persistent";
export { type Purpose, purposes } from "./purposes";
export { openPrimary, openReaders } from "./sequelize";
export { withSchemaLock } from "./schema-lock";
