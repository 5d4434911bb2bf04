import type pg from "pg";
import type { Chat } from "../demo/chats";
import { copyRows } from "./copy-rows";

/** Writes the conversations that agents submitted. */
export const writeChats = (client: pg.Client, chats: readonly Chat[]): Promise<void> =>
  copyRows(
    client,
    "chat_logs",
    "agent_id company_id site_id client_username conversation submit_time".split(" "),
    chats.map((c) => [c.agentId, c.companyId, c.siteId, c.client, c.conversation, new Date(c.at)]),
  );
