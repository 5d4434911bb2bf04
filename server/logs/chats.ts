import { z } from "zod";
import { ChatLog } from "~models";
import { sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Id, Nothing, Required, UntrimmedLines } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { atLeast, only } from "../kernel/operation/roles";
import { payoutHints } from "../trade/periods";
import { now } from "../kernel/time/now";
import { truncate } from "../kernel/text/truncate";
import { listSiteOptions, requireSite } from "../sites";
import { agentName, integer, officeName, peopleAndSite, sitename } from "./reader/columns";
import { Filter, siteFilter } from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { readInTime } from "./reader/feed";
import { exportOf, LogScreen, openLog, reading, followLog } from "./reader/operations";

/** Chats that agents submitted, under their office at that time. */
export const chatLog = defineLog({
  does: "read chat logs",
  allow: atLeast("agent"),
  model: ChatLog,
  idType: "bigint",
  timeField: "submitTime",
  row: { id: "ChatLog", description: "A conversation that an agent submitted." },
  columns: {
    id: integer,
    companyId: integer,
    officeName,
    agentId: integer,
    agentUsername: { ...agentName, from: sql`a.username` },
    siteId: integer,
    sitename,
    clientUsername: { type: z.string(), label: "Client Name", sort: "name" },
    // A sort keeps the sort value of every row in memory, so long texts are cut.
    conversation: { type: z.string(), label: "Conversation", sort: sql`lower(left(l.conversation, 100))` },
    submitTime: { type: z.string(), time: true, label: "Submit Time", sort: true },
  },
  joins: peopleAndSite,
  filters: { siteId: siteFilter },
  // Those who see offices get the chats by office, others the newest first (CHAT-06).
  sortFirst: ({ chooseOffice }) => (chooseOffice ? "officeName" : "submitTime"),
  hints: payoutHints,
});

/** Chats with clients. Agents see their own, managers those of their office, admins all. */
export const searchChats = query({
  ...reading(chatLog, "logs.chats"),
  input: chatLog.Criteria.extend(cursorInput),
  output: CutList(chatLog.Row).extend(cursorAnswer),
  run: ({ actor }, criteria) => followLog(chatLog, actor, criteria, readInTime("chat")),
});

/** Characters of a chat in the list. Only the opened chat is complete, because chats can be long. */
const PREVIEW_LENGTH = 240;

/** The chat log with the choices of its form: offices, agents, sites and payout periods. */
export const chatScreen = query({
  ...reading(chatLog, "logs.chatScreen"),
  input: chatLog.Form.extend({ open: Filter(Id) }),
  output: LogScreen(chatLog.Row.extend({ cut: z.boolean() })),
  async run({ actor }, { open, ...form }) {
    const { items, ...answer } = await openLog(chatLog, actor, form);
    return { ...answer, items: items.map((row) => shortened(row, open)) };
  },
});

function shortened<R extends { id: number; conversation: string }>(row: R, open: number | undefined) {
  const cut = row.id !== open && row.conversation.length > PREVIEW_LENGTH;
  return { ...row, cut, conversation: cut ? `${truncate(row.conversation, PREVIEW_LENGTH)}…` : row.conversation };
}

/** All rows of the chat log with the columns of its screen, as CSV in time order. Chats are complete. */
export const exportChats = exportOf(chatLog, {
  name: "logs.chatExport",
  does: "export chat logs",
  file: "chat-logs",
});

const MAX_LENGTH = 20_000;

const Conversation = UntrimmedLines(MAX_LENGTH).refine((text) => text.trim() !== "", "Please fill in this field.");

/** Stores an agent's chat with a client of a site that they may sell. Deleted together with the agent. */
export const submitChat = command({
  name: "logs.submitChat",
  does: "submit chat logs",
  allow: only("agent"),
  type: "CREATE",
  // Chats must not appear in other logs, which are kept longer than the chat log.
  secret: ["clientUsername", "conversation"],
  input: z.object({ clientUsername: Required(64), siteId: Id, conversation: Conversation }),
  output: chatLog.Row,
  async run({ actor, changed }, { clientUsername, siteId, conversation }) {
    await requireSite(actor, siteId);
    const own = { agentId: actor.agentId ?? 0, companyId: actor.companyId ?? 0 };
    const { id } = await ChatLog.create({ ...own, siteId, clientUsername, conversation, submitTime: now() });
    changed({ record: "chatLog", id, before: null, after: { siteId } });
    const records = await queryRows<NonNullable<typeof chatLog.record>>(sql`
      SELECT ${chatLog.select} FROM chat_logs l ${chatLog.joins} WHERE l.id = ${id}`);
    const rows = await chatLog.rows(actor, records);
    return rows[0] as (typeof rows)[number];
  },
});

/** The choices of the form for a new chat: the sites that the agent can sell now. */
export const submitChatScreen = query({
  name: "logs.submitChatScreen",
  does: "submit chat logs",
  allow: only("agent"),
  input: Nothing,
  output: z.object({ sites: z.array(z.object({ value: z.int(), label: z.string() })) }),
  async run({ actor }) {
    const sites = await listSiteOptions(actor, "onlyAvailable");
    return { sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })) };
  },
});
