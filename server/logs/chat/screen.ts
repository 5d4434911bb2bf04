import { z } from "zod";
import { beginningOf } from "../../kernel/text/truncate";
import { now } from "../../kernel/periods/now";
import { Id, PeriodChoice } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dayOf, payoutHints } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { Choices, choicesFor } from "../choices";
import { Filter } from "../reader/criteria";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type ChatField, type ChatFound, chatLog } from "./kind";
import { ChatForm, ChatRow, chatRow, judgeChats } from "./search";

/** Characters of a chat in the list. Only the opened chat is complete, because chats can be long. */
const BEGINNING = 240;

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
    const { question, chosen } = await judgeChats(actor, form);
    const { items, ...found } = await readLog<ChatFound, ChatField>(chatLog, question);
    return {
      items: items.map((row) => shortened(chatRow(actor, row), form.open)),
      ...screenAnswer(question, found),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: payoutHints(dayOf(now())),
    };
  },
});

function shortened(row: ReturnType<typeof chatRow>, open: number | undefined) {
  const cut = row.id !== open && row.conversation.length > BEGINNING;
  return { ...row, cut, conversation: cut ? `${beginningOf(row.conversation, BEGINNING)}…` : row.conversation };
}
