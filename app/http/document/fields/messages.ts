import { day, type FieldDocs, time } from "./field";

/** Messages to agents and managers. */
export const messages: FieldDocs = {
  audience: "The recipients: `all` agents and managers, offices with their managers, or agents.",
  box: "`received` or `sent`. By default `sent` for admins, and `received` for everybody else.",
  companyIds: "IDs of offices.",
  readAt: time("When the reader confirmed it; null if they have not"),
  "Message.from": day("The first day on which it is shown"),
  "Message.to": day("The last day on which it is shown; null if it has no end"),
  "Message.names": "Names of the first three offices or agents of the audience.",
  "messages.send.from": day("The first day on which it is shown. By default, at once"),
  "messages.send.to": day("The last day on which it is shown. By default, until it is withdrawn"),
  sent: "The number of people it is meant for today.",
  read: "How many of them have confirmed it.",
  sentAt: time("When it was sent"),
  withdrawnAt: time("When it was withdrawn; null if it was not"),
};
