import { z } from "zod";
import { Account, ChatLog } from "~models";
import { abilities } from "../../accounts";
import { all, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { Flag, Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { requireSite } from "../../sites";
import { Filter, checkCriteria, type CheckedCriteria, LogCriteria, ScreenFields } from "../reader/criteria";
import { type Kind, officeNames, siteNames } from "../reader/kind";
import { readLog } from "../reader/read";

const chatFields = ["officeName", "agentUsername", "sitename", "clientUsername", "conversation", "submitTime"] as const;
export type ChatField = (typeof chatFields)[number];

const chatColumns = selectColumns(
  ChatLog,
  ["id", "companyId", "agentId", "siteId", "clientUsername", "conversation", "submitTime"],
  { from: "l" },
);
const agentColumns = selectColumns(Account, [], { from: "a", as: { agentUsername: "username" } });

export type ChatRecord = RowOf<typeof chatColumns> &
  RowOf<typeof agentColumns> &
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
  select: sql`${chatColumns}, ${agentColumns}, ${officeNames}, ${siteNames}`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id`,
} satisfies Kind<ChatField>;

const Criteria = LogCriteria(chatFields, "submitTime").extend({
  sortField: z.enum(chatFields, "This column cannot be sorted.").optional(),
  sortAsc: Flag.optional(),
  siteId: Filter(Id),
});
export const ChatForm = Criteria.extend(ScreenFields);
export type ChatForm = z.output<typeof ChatForm>;

export const ChatRow = z
  .object({
    id: z.int(),
    companyId: z.int(),
    officeName: z.string().optional(),
    agentId: z.int(),
    agentUsername: z.string().optional(),
    siteId: z.int(),
    sitename: z.string(),
    clientUsername: z.string(),
    conversation: z.string(),
    submitTime: z.string(),
  })
  .meta({ id: "ChatLog", description: "A conversation that an agent submitted." });

export type ChatRow = z.output<typeof ChatRow>;

/** Chats with clients. Agents see their own, managers those of their office, admins all. */
export const searchChats = query({
  name: "logs.chats",
  does: "read chat logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria,
  output: List(ChatRow),
  async run({ actor }, criteria) {
    const { question } = await checkChatCriteria(actor, criteria);
    const { items, ...counted } = await readLog<ChatRecord, ChatField>(chatLog, question);
    return { items: items.map((row) => chatRow(actor, row)), ...counted };
  },
});

/**
 * Sorted by office for those who see offices, otherwise newest first (CHAT-06). Throws like `judge`.
 * SQL by hand: conditions of the statements that page through a log.
 */
export async function checkChatCriteria(actor: Actor, input: ChatForm): Promise<CheckedCriteria<ChatField>> {
  const can = abilities(actor);
  const hidden: ChatField[] = [
    ...(can.chooseOffice ? [] : (["officeName"] as const)),
    ...(can.chooseAgent ? [] : (["agentUsername"] as const)),
  ];
  const sortField = input.sortField ?? (can.chooseOffice ? "officeName" : "submitTime");
  const sortAsc = input.sortAsc ?? sortField !== "submitTime";
  const { question, chosen } = await checkCriteria(actor, chatLog, { ...input, sortField, sortAsc }, hidden);
  const { siteId } = input;
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const matching = all([question.matching, siteId !== undefined && sql`l.site_id = ${siteId}`]);
  return { question: { ...question, matching }, chosen: { ...chosen, site: site?.sitename } };
}

/** A row without the names that the role may not see. */
export function chatRow(actor: Actor, { officeName, agentUsername, submitTime, ...row }: ChatRecord): ChatRow {
  const can = abilities(actor);
  return {
    ...row,
    ...(can.chooseOffice ? { officeName } : {}),
    ...(can.chooseAgent ? { agentUsername } : {}),
    submitTime: isoTime(submitTime),
  };
}
