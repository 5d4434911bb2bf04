import { abilities } from "../../accounts";
import { stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { type LoginFound, loginLog } from "./kind";
import { judgeLogins, LoginForm, loginRow, type LoginRow } from "./search";

/** All rows of the login log with the columns of its screen, as CSV. */
export const exportLogins = stream({
  name: "logs.loginExport",
  does: "export login logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: LoginForm,
  run: ({ actor }, form) =>
    csvLog<LoginFound, LoginRow>(loginLog(), async () => ({
      question: (await judgeLogins(actor, form)).question,
      columns: columnsOf(actor),
      rows: (found) => found.map((row) => loginRow(actor, row)),
    })),
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
