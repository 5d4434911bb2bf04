/** The logs of chats, clicks, sales, postbacks, sign-ins, and of calls and posted forms. All share one reader. */
export { chatScreen, exportChats, searchChats, submitChat, submitChatScreen } from "./chats";
export { clickScreen, exportClicks, readClick, searchClicks } from "./clicks";
export { commonScreen, downloadCommon, downloadName, searchCommon } from "./common-log";
export { history } from "./history/search";
export { type Journal, openJournal } from "./journal";
export { exportLogins, loginScreen, searchLogins } from "./logins";
export { exportPostbacks, postbackScreen, readPostback, searchPostbacks } from "./postbacks";
export { developerPage } from "./postbacks/developer-page";
export { sendDeveloperTest } from "./postbacks/developer-test";
export { exportSales, namedSales, readSale, saleScreen, searchSales } from "./sales";
/** The reader, for logs of other modules. */
export { integer, ofSale, peopleSiteAndType } from "./reader/columns";
export { always, ClickId, logFilter, NOT_IN_LIST, siteFilter } from "./reader/criteria";
export { defineLog } from "./reader/define-log";
export { readInTime } from "./reader/feed";
export { exportOf, followLog, LogScreen, openLog, reading } from "./reader/operations";
export { subsByClick } from "./sales";
export { subsColumn } from "./sub-ids";
