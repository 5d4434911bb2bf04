export { openDatabase, type OpenedDatabase, prepareDatabase, sharedSettings } from "./database";
export { requireDemoAllowed } from "./demo-accounts";
export { exitWithMessage } from "./end-with-message";
