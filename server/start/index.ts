export { openDatabase, sharedSettings, type OpenedDatabase } from "./database";
export { prepareDatabase } from "./database";
export { guardDemoAccounts } from "./demo-accounts";
export { endWithMessage } from "./end-with-message";
