export { openDatabase, sharedSettings, type OpenedDatabase } from "./open-database";
export { prepareDatabase } from "./prepare-database";
export { endWithMessage } from "./end-with-message";
