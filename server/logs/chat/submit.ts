import { z } from "zod";
import { ChatLog } from "~models";
import { now } from "../../kernel/periods/now";
import { queryOne } from "../../kernel/database/transactions";
import { Id, Nothing, Required, isWellFormed } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { only } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { listSiteOptions, requireSite } from "../../sites";
import { chatLog, type ChatRecord, ChatRow, chatRow } from "./search";

const MAX_LENGTH = 20_000;

/** The text as typed, except that CRLF from forms becomes LF, as programs send it. */
const Conversation = z
  .string("Please enter a text.")
  .overwrite((text) => text.replaceAll("\r\n", "\n"))
  .max(MAX_LENGTH, `Please use at most ${MAX_LENGTH} characters.`)
  .refine(isWellFormed, "Please use readable characters only.")
  .refine((text) => text.trim() !== "", "Please fill in this field.");

/** Stores an agent's chat with a client of a site that they may sell. Deleted together with the agent. */
export const submitChat = command({
  name: "logs.submitChat",
  does: "submit chat logs",
  allow: only("agent"),
  type: "CREATE",
  // Chats must not appear in other logs, which are kept longer than the chat log.
  secret: ["clientUsername", "conversation"],
  input: z.object({ clientUsername: Required(64), siteId: Id, conversation: Conversation }),
  output: ChatRow,
  async run({ actor, changed }, { clientUsername, siteId, conversation }) {
    await requireSite(actor, siteId);
    const own = { agentId: actor.agentId ?? 0, companyId: actor.companyId ?? 0 };
    const { id } = await ChatLog.create({ ...own, siteId, clientUsername, conversation, submitTime: now() });
    changed({ record: "chatLog", id, before: null, after: { siteId } });
    // SQL by hand: reads the new row with the log's columns and joins.
    const row = (await queryOne<ChatRecord>(sql`
      SELECT ${chatLog.select} FROM chat_logs l ${chatLog.joins} WHERE l.id = ${id}`)) as ChatRecord;
    return chatRow(actor, row);
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
