export { create } from "./create";
export { list, named, revoke } from "./operations";
export { screen } from "./screen";
export { isLive } from "./tokens";
