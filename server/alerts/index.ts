/** Texts that people have to read after signing in: the alert for everyone, and notes to individual agents. */
export { edit } from "./edit";
export { last } from "./last";
export { login } from "./login";
export { isMark, notices } from "./notices";
export { save } from "./save";
