/** Claims: sales that agents and managers miss, what is known about them, and what was decided. */
export { create, createScreen, open } from "./create";
export { decide } from "./decide";
export { read } from "./one";
export { listScreen, search, waitingClaims } from "./search";
