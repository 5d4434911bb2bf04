/** The logs of chats, clicks, sales, postbacks, sign-ins, and of calls and posted forms. All share one reader. */
export { chatScreen, exportChats } from "./chat/screen";
export { searchChats } from "./chat/search";
export { submitChat, submitChatScreen } from "./chat/submit";
export { clickScreen, exportClicks } from "./clicks/screen";
export { searchClicks } from "./clicks/search";
export { commonScreen, downloadCommon, downloadName, searchCommon } from "./common-log/screen";
export { history } from "./history/search";
export { type Journal, openJournal } from "./journal";
export { exportLogins, loginScreen } from "./login/screen";
export { searchLogins } from "./login/search";
export { developerPage } from "./postbacks/developer-page";
export { exportPostbacks, postbackScreen } from "./postbacks/screen";
export { searchPostbacks } from "./postbacks/search";
export { exportSales, namedSales, saleScreen } from "./sales/screen";
export { searchSales } from "./sales/search";
