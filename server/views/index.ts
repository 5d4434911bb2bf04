/** Saved views: lists, logs and reports under a name, their mails and feeds. */
export { createFeed, read, removeFeed, rowsOf } from "./feed";
export { editScreen, formScreen } from "./form-screen";
export { attachView, queueDueViews } from "./mails";
export { create, remove, stopMail, update } from "./operations";
export { canBeSaved } from "./screens";
export { listScreen, named, ofScreen, open, search, start } from "./search";
