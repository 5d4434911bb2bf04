export { create } from "./operations";
export { list } from "./operations";
export { named } from "./operations";
export { revoke } from "./operations";
export { screen } from "./screen";
