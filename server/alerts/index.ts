/** Texts that people have to read after signing in: the alert for everyone, and notes to individual agents. */
export { edit } from "./operations";
export { last } from "./operations";
export { login } from "./notices";
export { isMark, notices } from "./notices";
export { save } from "./operations";
