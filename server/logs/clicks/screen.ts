import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { now } from "../../kernel/periods/now";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dateHints, dayOf } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { Choices, choicesFor } from "../choices";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type ClickField, type ClickFound, clickLog } from "./kind";
import { ClickRow, clickRows } from "./row";
import { ClickForm, judgeClicks } from "./search";

/** The click log with the choices of its form: offices, agents, sites and ranges of days. */
export const clickScreen = query({
  name: "logs.clickScreen",
  does: "read click logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: ClickForm,
  output: List(ClickRow).extend({ ...ScreenAnswer, choices: Choices, hints: z.array(PeriodChoice) }),
  async run({ actor }, form) {
    const { question, chosen } = await judgeClicks(actor, form);
    const { items, ...found } = await readLog<ClickFound, ClickField>(clickLog, question);
    return {
      items: clickRows(actor, items),
      ...screenAnswer(form, found),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
    };
  },
});
