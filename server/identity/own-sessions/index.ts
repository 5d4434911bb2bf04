export { end } from "./operations";
export { endOthers } from "./operations";
export { list, screen } from "./operations";
