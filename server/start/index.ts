export { openDatabase, sharedSettings, type OpenedDatabase } from "./open-database";
export { prepareDatabase } from "./prepare-database";
export { guardDemoAccounts } from "./demo-accounts";
export { endWithMessage } from "./end-with-message";
