import { abilities } from "../../accounts";
import { stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { type ChatFound, chatLog } from "./kind";
import { ChatForm, chatRow, type ChatRow, judgeChats } from "./search";

/** All rows of the chat log with the columns of its screen, as CSV in time order. Chats are complete. */
export const exportChats = stream({
  name: "logs.chatExport",
  does: "export chat logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: ChatForm,
  run: ({ actor }, form) =>
    csvLog<ChatFound, ChatRow>(chatLog, async () => ({
      question: (await judgeChats(actor, form)).question,
      columns: columnsOf(actor),
      rows: (found) => found.map((row) => chatRow(actor, row)),
    })),
});

function columnsOf(actor: Actor): CsvColumn<ChatRow>[] {
  const can = abilities(actor);
  const columns: (CsvColumn<ChatRow> | false)[] = [
    can.chooseOffice && { label: "Office", cell: ({ officeName }) => officeName },
    can.chooseAgent && { label: "Agent", cell: ({ agentUsername }) => agentUsername },
    { label: "Site", cell: ({ sitename }) => sitename },
    { label: "Client Name", cell: ({ clientUsername }) => clientUsername },
    { label: "Conversation", cell: ({ conversation }) => conversation },
    timeColumn<ChatRow>("Submit Time", ({ submitTime }) => submitTime),
  ];
  return columns.filter((column) => column !== false);
}
