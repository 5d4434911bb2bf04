/** A whole copy of the database and its files, and the way back. */
export { readBackup, restore } from "./restore";
export { type Done, takeBackup, Unfit } from "./take";
