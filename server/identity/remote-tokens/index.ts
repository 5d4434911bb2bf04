export { create } from "./create";
export { list } from "./list";
export { named } from "./named";
export { revoke } from "./revoke";
export { screen } from "./screen";
