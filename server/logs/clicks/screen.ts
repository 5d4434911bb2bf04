import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dateHints, dayOf } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { Choices, choicesFor } from "../choices";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { subColumns } from "../sub-ids";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type ClickField, clickLog, type ClickRecord, ClickRow, clickRows } from "./kind";
import { ClickForm, hiddenOf, checkClickCriteria } from "./search";

/** All rows of the click log with the columns of its screen, as CSV. Links and referrers are complete. */
export const exportClicks = stream({
  name: "logs.clickExport",
  does: "export click logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: ClickForm,
  run: (call, form) =>
    csvLog<ClickRecord, ClickRow>(call, {
      kind: clickLog,
      name: "click-logs",
      columns: columnsOf(call.actor),
      rows: (records) => clickRows(call.actor, records),
      check: () => checkClickCriteria(call.actor, form),
    }),
});

function columnsOf(actor: Actor): CsvColumn<ClickRow>[] {
  const columns: (CsvColumn<ClickRow> & { field?: ClickField | "class" })[] = [
    { field: "officeName", label: "Office", cell: ({ officeName }) => officeName },
    { field: "agentUsername", label: "Agent", cell: ({ agentUsername }) => agentUsername },
    { field: "sitename", label: "Site", cell: ({ sitename }) => sitename },
    { field: "typename", label: "Type", cell: ({ typename }) => typename },
    { field: "url", label: "Link", cell: ({ url }) => url },
    { field: "clickTime", ...timeColumn<ClickRow>("Click Time", ({ clickTime }) => clickTime) },
    { field: "fromIp", label: "IP From", cell: ({ fromIp }) => fromIp },
    { field: "uniques", label: "Uniques", cell: ({ uniques }) => uniques },
    { field: "referer", label: "Referrer", cell: ({ referer }) => referer },
    { field: "class", label: "Class", cell: (row) => row.class },
    { label: "Click Id", cell: ({ clickId }) => clickId },
    ...subColumns<ClickRow>(),
  ];
  const hidden: readonly (string | undefined)[] = hiddenOf(actor);
  return columns.filter(({ field }) => field === undefined || !hidden.includes(field));
}

/** The click log with the choices of its form: offices, agents, sites and ranges of days. */
export const clickScreen = query({
  name: "logs.clickScreen",
  does: "read click logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: ClickForm,
  output: List(ClickRow).extend({ ...ScreenAnswer, choices: Choices, hints: z.array(PeriodChoice) }),
  async run({ actor }, form) {
    const { question, chosen } = await checkClickCriteria(actor, form);
    const { items, ...result } = await readLog<ClickRecord, ClickField>(clickLog, question);
    return {
      items: clickRows(actor, items),
      ...screenAnswer(form, result),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
    };
  },
});
