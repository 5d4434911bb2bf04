export { create } from "./create";
export { list } from "./list";
export { revoke } from "./revoke";
export { screen } from "./screen";
