import { z } from "zod";
import { ChatLog } from "~models";
import { now } from "../../kernel/clock";
import { one } from "../../kernel/database";
import { Id, Nothing, Required, wellFormed } from "../../kernel/input";
import { command, query } from "../../kernel/operation";
import { only } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { pickedSites, requireSite } from "../../sites";
import { type ChatFound, chatLog } from "./kind";
import { ChatRow, chatRow } from "./search";

const LONGEST = 20_000;

/** As typed; forms end lines in two signs, programs in one. */
const Conversation = z
  .string("Please enter a text.")
  .overwrite((text) => text.replaceAll("\r\n", "\n"))
  .max(LONGEST, `Please use at most ${LONGEST} characters.`)
  .refine(wellFormed, "Please use readable characters only.")
  .refine((text) => text.trim() !== "", "Please fill in this field.");

/** An agent keeps what he has talked about with a client of a site that he may sell. It goes when he is deleted. */
export const submitChat = command({
  name: "logs.submitChat",
  does: "submit chat logs",
  allow: only("agent"),
  type: "CREATE",
  // What clients say is for the chat log alone: other logs would outlive it.
  secret: ["clientUsername", "conversation"],
  input: z.object({ clientUsername: Required(64), siteId: Id, conversation: Conversation }),
  output: ChatRow,
  async run({ actor, changed }, { clientUsername, siteId, conversation }) {
    await requireSite(actor, siteId);
    const own = { agentId: actor.agentId ?? 0, companyId: actor.companyId ?? 0 };
    const { id } = await ChatLog.create({ ...own, siteId, clientUsername, conversation, submitTime: now() });
    changed({ record: "chatLog", id, before: null, after: { siteId } });
    // SQL by hand: the answer is a row as the log reads it.
    const row = (await one<ChatFound>(sql`
      SELECT ${chatLog.select} FROM chat_logs l ${chatLog.joins} WHERE l.id = ${id}`)) as ChatFound;
    return chatRow(actor, row);
  },
});

/** What a new chat log's form can choose from: the sites that the agent may sell now. */
export const submitChatScreen = query({
  name: "logs.submitChatScreen",
  does: "submit chat logs",
  allow: only("agent"),
  input: Nothing,
  output: z.object({ sites: z.array(z.object({ value: z.int(), label: z.string() })) }),
  async run({ actor }) {
    const sites = await pickedSites(actor, "onlyAvailable");
    return { sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })) };
  },
});
