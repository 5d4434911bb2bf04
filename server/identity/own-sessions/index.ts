export { end } from "./end";
export { endOthers } from "./end-others";
export { list, screen } from "./list";
