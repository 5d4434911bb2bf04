import { stringify } from "csv-stringify/sync";
import { abilities } from "../../accounts";
import { stream } from "../../kernel/operation";
import { type Actor, atLeast } from "../../kernel/roles";
import { streamLog } from "../reader/stream";
import { reading } from "../../kernel/database";
import { type LoginFound, loginLog } from "./kind";
import { judgeLogins, LoginForm, loginRow } from "./search";

/** The login log as its screen shows it, all rows, as comma-separated text. */
export const exportLogins = stream({
  name: "logs.loginExport",
  does: "export login logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  input: LoginForm,
  run: ({ actor }, form) => lines(actor, form),
});

async function* lines(actor: Actor, form: LoginForm): AsyncGenerator<string> {
  const { question } = await reading(() => judgeLogins(actor, form));
  const address = abilities(actor).seeIp;
  yield csv([["Username", ...(address ? ["IP"] : []), "Login", "Logout"]]);
  for await (const found of streamLog<LoginFound>(loginLog(), question)) {
    const rows = found.map((row) => loginRow(actor, row));
    yield csv(
      rows.map(({ username, ip, inTime, outTime }) => [
        username,
        ...(address ? [ip ?? ""] : []),
        inTime,
        outTime ?? "",
      ]),
    );
  }
}

/** A text that a spreadsheet would take for a formula is quoted. */
const csv = (records: string[][]): string => stringify(records, { escape_formulas: true });
