/** Mails: written with the change that they report, sent once it is committed, again until the mail server takes them. */
export { countFailed, mailContext, queueMail, sendWaiting } from "./queue";
export type { Mail, Parts } from "./send";
