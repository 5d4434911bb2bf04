import { AT_ONCE } from "./connections";

/**
 * The one budget of connections to the database: what each serving process opens at most. Pools take their size from here, and
 * the start sees whether all processes together fit into the server.
 */
export const CONNECTIONS = {
  /** Commands, and queries; each a pool of its own. */
  write: AT_ONCE,
  read: AT_ONCE,
  /** Batches of clicks on their way. */
  clicks: 2,
  postbacks: 4,
  folding: 1,
  /** Told of every change of links. */
  links: 1,
  /** Loads what was spooled. */
  spool: 1,
  /** Asks for /readyz. */
  readiness: 1,
  /** Asks whether the database answers at all. */
  answering: 1,
} as const;

export const EACH_PROCESS = Object.values(CONNECTIONS).reduce<number>((sum, count) => sum + count, 0);

/** Left for the first process, for programs such as backup and doctor, and for a person who looks. */
export const FOR_OTHERS = 5;

/** How many processes a server that takes so many connections can serve; 0 where not even one fits. */
export const processesWithin = (most: number): number => Math.max(0, Math.floor((most - FOR_OTHERS) / EACH_PROCESS));
