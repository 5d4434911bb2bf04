import { type Purpose, purposes, settingsOf } from "./purposes";

/** The connection budget of serving processes. At start it is compared with the connection limit of the server. */

const names = Object.keys(purposes) as Purpose[];
const sum = (limit: "perProcess" | "perReplica") =>
  names.reduce((total, purpose) => total + (settingsOf(purpose)[limit] ?? 0), 0);

/** The most connections that a serving process opens to the primary. */
export const CONNECTIONS_PER_PROCESS = sum("perProcess");
/** The most connections that a serving process opens to each replica. */
export const REPLICA_CONNECTIONS_PER_PROCESS = sum("perReplica");

/** Connections reserved for the main process, for programs (backup, the integrity check) and an administrator. */
export const RESERVED_CONNECTIONS = 5;

/** The number of serving processes that fit into `maxConnections` connections of a server; 0 if not even one fits. */
export const maxProcesses = (maxConnections: number): number =>
  Math.max(0, Math.floor((maxConnections - RESERVED_CONNECTIONS) / CONNECTIONS_PER_PROCESS));
