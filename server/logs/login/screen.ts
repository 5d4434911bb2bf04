import { z } from "zod";
import { abilities } from "../../accounts";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dayOf, payoutHints } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { PeopleChoices, peopleChoices } from "../../offices";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import {
  checkLoginCriteria,
  type LoginField,
  LoginForm,
  loginLog,
  type LoginRecord,
  loginRow,
  LoginRow,
} from "./search";

/** All rows of the login log with the columns of its screen, as CSV. */
export const exportLogins = stream({
  name: "logs.loginExport",
  does: "export login logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: LoginForm,
  run: (call, form) =>
    csvLog<LoginRecord, LoginRow>(call, {
      kind: loginLog(),
      name: "login-logs",
      columns: columnsOf(call.actor),
      rows: (records) => records.map((row) => loginRow(call.actor, row)),
      check: () => checkLoginCriteria(call.actor, form),
    }),
});

function columnsOf(actor: Actor): CsvColumn<LoginRow>[] {
  const columns: (CsvColumn<LoginRow> | false)[] = [
    { label: "Username", cell: ({ username }) => username },
    abilities(actor).seeIp && { label: "IP", cell: ({ ip }) => ip },
    timeColumn<LoginRow>("Login", ({ inTime }) => inTime),
    timeColumn<LoginRow>("Logout", ({ outTime }) => outTime),
    { label: "By", cell: ({ by }) => by },
  ];
  return columns.filter((column) => column !== false);
}

/** The login log with the choices of its form: offices, agents and payout periods. */
export const loginScreen = query({
  name: "logs.loginScreen",
  does: "read login logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: LoginForm,
  output: List(LoginRow).extend({ ...ScreenAnswer, choices: PeopleChoices, hints: z.array(PeriodChoice) }),
  async run({ actor }, form) {
    const { question, chosen } = await checkLoginCriteria(actor, form);
    const { items, ...result } = await readLog<LoginRecord, LoginField>(loginLog(), question);
    return {
      items: items.map((row) => loginRow(actor, row)),
      ...screenAnswer(form, result),
      agent: chosen.agent,
      choices: await peopleChoices(actor, form.companyId),
      hints: payoutHints(dayOf(now())),
    };
  },
});
