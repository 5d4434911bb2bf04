import { type Purpose, purposes, settingsOf } from "./purposes";

/** How many connections processes may open: pools take their sizes from here, and the start compares it with the server. */

const names = Object.keys(purposes) as Purpose[];
const sum = (of: "perProcess" | "perReplica") =>
  names.reduce((total, purpose) => total + (settingsOf(purpose)[of] ?? 0), 0);

/** What a serving process opens at most on the primary. */
export const EACH_PROCESS = sum("perProcess");
/** The same on each replica. */
export const EACH_PROCESS_ON_REPLICA = sum("perReplica");

/** Left for the first process, for programs such as backup and doctor, and for an administrator. */
export const FOR_OTHERS = 5;

/** How many processes a server with this many connections can serve; 0 where not even one fits. */
export const processesWithin = (most: number): number => Math.max(0, Math.floor((most - FOR_OTHERS) / EACH_PROCESS));
