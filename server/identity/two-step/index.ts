export { begin } from "./begin";
export { confirm } from "./confirm";
export { read } from "./read";
export { renewCodes } from "./renew-codes";
export { reset } from "./reset";
export { switchOff } from "./switch-off";
