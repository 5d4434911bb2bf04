export { openDatabase, sharedSettings, type OpenedDatabase } from "./database";
export { prepareDatabase } from "./database";
export { requireDemoAllowed as requireDemoAllowed } from "./demo-accounts";
export { exitWithMessage as exitWithMessage } from "./end-with-message";
