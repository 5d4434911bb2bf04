export { begin, confirm, read, renewCodes, reset, switchOff } from "./operations";
export { sealContext } from "./authenticator";
