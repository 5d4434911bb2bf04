export { create } from "./create";
export { queueEndingTokens } from "./ending-mails";
export { list, named, revoke } from "./operations";
export { screen } from "./screen";
export { isLive } from "./tokens";
