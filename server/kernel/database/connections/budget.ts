import { type Purpose, purposes, settingsOf } from "./purposes";

/**
 * The connection budget of workers: a process for screens each, and those in front of them. At start it is compared with
 * the connection limit of the server.
 */

const names = Object.keys(purposes) as Purpose[];
const sum = (limit: "perWorker" | "perReplica") =>
  names.reduce((total, purpose) => total + (settingsOf(purpose)[limit] ?? 0), 0);

/** The most connections that a worker opens to the primary. */
export const CONNECTIONS_PER_WORKER = sum("perWorker");
/** The most connections that a worker opens to each replica. */
export const REPLICA_CONNECTIONS_PER_WORKER = sum("perReplica");

/**
 * Connections reserved for the main process, processes that start, programs (backup, integrity check) and an
 * administrator.
 */
export const RESERVED_CONNECTIONS = 5;

/** The number of workers that fit into `maxConnections` connections of a server; 0 if not even one fits. */
export const maxWorkers = (maxConnections: number): number =>
  Math.max(0, Math.floor((maxConnections - RESERVED_CONNECTIONS) / CONNECTIONS_PER_WORKER));
