import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { now } from "../../kernel/periods/now";
import { config } from "../../kernel/process/config";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dateHints, dayOf } from "../../kernel/periods";
import { holding } from "../../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../../offices";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { actionTypes, CommonForm, judgeCommon } from "./judge";
import { type CommonField, type CommonFound, commonLog } from "./kind";
import { CommonRow, commonRows } from "./row";

/** The common log with the choices of its form and the lookup URL for IP addresses. */
export const commonScreen = query({
  name: "logs.commonScreen",
  does: "read the common logs",
  allow: holding("SHOW_COMMON_LOGS"),
  mayLag: true,
  input: CommonForm,
  output: List(CommonRow).extend({
    ...ScreenAnswer,
    choices: PeopleChoices,
    hints: z.array(PeriodChoice),
    actionTypes: z.array(z.string()),
    /** The URL of an external site, with the placeholder `{ip}`. */
    lookUp: z.string(),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await judgeCommon(actor, form);
    const { items, ...found } = await readLog<CommonFound, CommonField>(commonLog, question);
    return {
      items: await commonRows(actor, items),
      ...screenAnswer(form, found),
      agent: chosen.agent,
      choices: await peopleChoices(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      actionTypes: [...actionTypes],
      lookUp: config().IP_LOOKUP_URL,
    };
  },
});
