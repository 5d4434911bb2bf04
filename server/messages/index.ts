/** Announcements to agents and managers, with receipts. */
export { send, sendForm, sendScreen } from "./send";
export { listScreen, search } from "./search";
export { markRead, named, read, withdraw } from "./one";
export { hasInbox, unreadCount } from "./recipients";
