export { type Journal, openJournal } from "./journal";
