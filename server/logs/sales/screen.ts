import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { abilities } from "../../accounts";
import { now } from "../../kernel/periods/now";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dateHints, dayOf } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { linkOrigin } from "../../links";
import { Choices, choicesFor } from "../choices";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type SaleField, type SaleFound, saleLog } from "./kind";
import { SaleRow, saleRow } from "./row";
import { judgeSales, SaleForm } from "./search";

/** The sale log with the choices of its form and, for agents, the origin of their links. */
export const saleScreen = query({
  name: "logs.saleScreen",
  does: "read sale logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: SaleForm,
  output: List(SaleRow).extend({
    ...ScreenAnswer,
    earningVisible: z.boolean(),
    choices: Choices,
    hints: z.array(PeriodChoice),
    linkOrigin: z.string().optional(),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await judgeSales(actor, form);
    const { items, ...found } = await readLog<SaleFound, SaleField>(saleLog, question);
    return {
      items: items.map((row) => saleRow(actor, row)),
      ...screenAnswer(form, found),
      earningVisible: abilities(actor).seeEarning,
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      linkOrigin: actor.agentId === null ? undefined : (await linkOrigin(actor.agentId)).origin,
    };
  },
});
