export { EACH_PROCESS, EACH_PROCESS_ON_REPLICA, FOR_OTHERS, processesWithin } from "./budget";
export { connectionsOf, openConnection, openNow, openPool, tear, withOwnConnection } from "./open";
export { persistentConnection, type PersistentConnection } from "./persistent";
export { type Purpose, purposes } from "./purposes";
export { openPrimary, openReaders } from "./sequelize";
export { withSchemaLock } from "./schema-lock";
