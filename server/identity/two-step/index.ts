export { begin, confirm, read, renewCodes, reset, switchOff } from "./operations";
