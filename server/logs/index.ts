/** What was done: talks with clients, sign-ins, calls and posted forms. One reader serves every kind of log. */
export { chatScreen } from "./chat/screen";
export { searchChats } from "./chat/search";
export { submitChat, submitChatScreen } from "./chat/submit";
export { downloadCommon, downloadName } from "./common-log/download";
export { commonScreen } from "./common-log/screen";
export { searchCommon } from "./common-log/search";
export { type Journal, openJournal } from "./journal";
export { exportLogins } from "./login/export";
export { loginScreen } from "./login/screen";
export { searchLogins } from "./login/search";
