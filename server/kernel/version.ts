import { conflict } from "./refusal";

/**
 * Refuses an update that was made from an older state of its record, and tells what it is now.
 * Without a version the last write wins.
 */
export function sameVersion<T extends { version: number }>(given: number | undefined, current: T): void {
  if (given === undefined || given === current.version) return;
  throw conflict("Somebody else changed this in the meantime.", { current });
}
