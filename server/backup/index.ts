/** A full copy of the database and its files, and restoring it. */
export { readBackup, restore } from "./restore";
export { type Done, takeBackup, BackupError } from "./take";
