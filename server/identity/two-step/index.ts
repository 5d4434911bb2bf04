export { begin, confirm, read, renewCodes, replace, reset, switchOff } from "./operations";
export { sealContext } from "./authenticator";
