import { z } from "zod";
import { abilities } from "../../accounts";
import { Id, PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dayOf, payoutHints } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { truncate } from "../../kernel/text/truncate";
import { Choices, choicesFor } from "../choices";
import { Filter } from "../reader/criteria";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type ChatField, ChatForm, chatLog, type ChatRecord, chatRow, ChatRow, checkChatCriteria } from "./search";

/** All rows of the chat log with the columns of its screen, as CSV in time order. Chats are complete. */
export const exportChats = stream({
  name: "logs.chatExport",
  does: "export chat logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: ChatForm,
  run: (call, form) =>
    csvLog<ChatRecord, ChatRow>(call, {
      kind: chatLog,
      name: "chat-logs",
      columns: columnsOf(call.actor),
      rows: (records) => records.map((row) => chatRow(call.actor, row)),
      check: () => checkChatCriteria(call.actor, form),
    }),
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

/** Characters of a chat in the list. Only the opened chat is complete, because chats can be long. */
const PREVIEW_LENGTH = 240;

/** The chat log with the choices of its form: offices, agents, sites and payout periods. */
export const chatScreen = query({
  name: "logs.chatScreen",
  does: "read chat logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: ChatForm.extend({ open: Filter(Id).optional() }),
  output: List(ChatRow.extend({ cut: z.boolean() })).extend({
    ...ScreenAnswer,
    choices: Choices,
    hints: z.array(PeriodChoice),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await checkChatCriteria(actor, form);
    const { items, ...result } = await readLog<ChatRecord, ChatField>(chatLog, question);
    return {
      items: items.map((row) => shortened(chatRow(actor, row), form.open)),
      ...screenAnswer(question, result),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: payoutHints(dayOf(now())),
    };
  },
});

function shortened(row: ReturnType<typeof chatRow>, open: number | undefined) {
  const cut = row.id !== open && row.conversation.length > PREVIEW_LENGTH;
  return { ...row, cut, conversation: cut ? `${truncate(row.conversation, PREVIEW_LENGTH)}…` : row.conversation };
}
