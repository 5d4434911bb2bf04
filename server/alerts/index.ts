/** What people have to read after signing in: the alert of all, and the notes to one agent. */
export { edit } from "./edit";
export { last } from "./last";
export { login } from "./login";
export { isMark, notices } from "./notices";
export { save } from "./save";
