/** Texts that people have to read after signing in: the alert for everyone, and notes to individual agents. */
export { edit, last, save } from "./operations";
export { isMark, login, notices } from "./notices";
