import { Account, ChatLog } from "~models";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import type { Kind } from "../reader/kind";
import { officeNames, siteNames } from "../reader/names";

export const chatFields = [
  "officeName",
  "agentUsername",
  "sitename",
  "clientUsername",
  "conversation",
  "submitTime",
] as const;
export type ChatField = (typeof chatFields)[number];

const ofChat = selected(
  ChatLog,
  ["id", "companyId", "agentId", "siteId", "clientUsername", "conversation", "submitTime"],
  { from: "l" },
);
const ofAgent = selected(Account, [], { from: "a", as: { agentUsername: "username" } });

export type ChatFound = RowOf<typeof ofChat> &
  RowOf<typeof ofAgent> &
  RowOf<typeof officeNames> &
  RowOf<typeof siteNames>;

/**
 * Chats that agents submitted, under their office at that time.
 * SQL by hand: parts of the statements that page through a log.
 */
export const chatLog = {
  table: sql`chat_logs`,
  time: sql`l.submit_time`,
  timeField: "submitTime",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns: {
    officeName: sql`lower(o.office_name)`,
    agentUsername: sql`lower(a.username)`,
    sitename: sql`lower(s.sitename)`,
    clientUsername: sql`lower(l.client_username)`,
    // A sort keeps the sort value of every row in memory, so long texts are cut.
    conversation: sql`lower(left(l.conversation, 100))`,
    submitTime: sql`l.submit_time`,
  },
  select: sql`${ofChat}, ${ofAgent}, ${officeNames}, ${siteNames}`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id`,
} satisfies Kind<ChatField>;
