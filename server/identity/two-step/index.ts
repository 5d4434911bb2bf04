export { begin } from "./operations";
export { confirm } from "./operations";
export { read } from "./operations";
export { renewCodes } from "./operations";
export { reset } from "./operations";
export { switchOff } from "./operations";
