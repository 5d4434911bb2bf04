import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { now } from "../../kernel/periods/now";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dayOf, payoutHints } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../../offices";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type LoginField, type LoginFound, loginLog } from "./kind";
import { judgeLogins, LoginForm, loginRow, LoginRow } from "./search";

/** The login log with the choices of its form: offices, agents and payout periods. */
export const loginScreen = query({
  name: "logs.loginScreen",
  does: "read login logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: LoginForm,
  output: List(LoginRow).extend({ ...ScreenAnswer, choices: PeopleChoices, hints: z.array(PeriodChoice) }),
  async run({ actor }, form) {
    const { question, chosen } = await judgeLogins(actor, form);
    const { items, ...found } = await readLog<LoginFound, LoginField>(loginLog(), question);
    return {
      items: items.map((row) => loginRow(actor, row)),
      ...screenAnswer(form, found),
      agent: chosen.agent,
      choices: await peopleChoices(actor, form.companyId),
      hints: payoutHints(dayOf(now())),
    };
  },
});
