export { create, list, named, revoke } from "./operations";
export { screen } from "./screen";
export { isLive } from "./tokens";
