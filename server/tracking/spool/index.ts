/** Stores clicks and postbacks on disk while the database does not answer. */
export { folderOf, backlogOf } from "./folder";
export { Spool } from "./spool";
export { clickRecord, postbackRecord, type SpooledPostback } from "./spooled";
