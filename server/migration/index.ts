/** Agents of an older server: staged from a file, then migrated with their links. */
export { count, migrationScreen } from "./count";
export { migrate } from "./migrate";
export { sealContext as legacyPasswordContext, stage } from "./stage";
