import { z } from "zod";
import { abilities } from "../../accounts";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dateHints, dayOf } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { explainVerdict } from "../../tracking";
import { Choices, choicesFor } from "../choices";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { Details, detailsOf } from "./details";
import { type PostbackField, type PostbackRecord, postbackLog } from "./kind";
import { checkPostbackCriteria, PostbackForm, PostbackRow, postbackRow, verdicts } from "./search";

/** All rows of the postback log with the columns of its screen, as CSV. */
export const exportPostbacks = stream({
  name: "logs.postbackExport",
  does: "export postbacks",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: PostbackForm,
  run: (call, form) =>
    csvLog<PostbackRecord, ExportedRow>(call, {
      kind: postbackLog,
      name: "postbacks",
      columns: columnsOf(call.actor),
      rows: (records) => records.map((row) => ({ ...postbackRow(call.actor, row), fate: explainVerdict(row) })),
      check: () => checkPostbackCriteria(call.actor, form),
    }),
});

type ExportedRow = PostbackRow & { fate: string };

function columnsOf(actor: Actor): CsvColumn<ExportedRow>[] {
  const can = abilities(actor);
  const columns: (CsvColumn<ExportedRow> | false)[] = [
    timeColumn<ExportedRow>("Received", ({ receivedAt }) => receivedAt),
    { label: "Verdict", cell: ({ verdict }) => verdict },
    { label: "Result", cell: ({ fate }) => fate },
    { label: "Site", cell: ({ sitename }) => sitename },
    can.chooseAgent && { label: "Agent", cell: ({ agentUsername }) => agentUsername },
    { label: "Event", cell: ({ event }) => event },
    { label: "Status", cell: ({ status }) => status },
    { label: "Transaction", cell: ({ txid }) => txid },
    { label: "Click Id", cell: ({ clickId }) => clickId },
    can.replayPostbacks && { label: "IP", cell: ({ ip }) => ip },
    can.replayPostbacks && { label: "Parameters", cell: ({ params }) => JSON.stringify(params) },
  ];
  return columns.filter((column) => column !== false);
}

const Shown = PostbackRow.extend({
  /** The reason, in plain words; empty if the verdict says it all. */
  fate: z.string(),
  details: Details,
});

/** The postback log with the choices of its form. */
export const postbackScreen = query({
  name: "logs.postbackScreen",
  does: "look at postbacks",
  allow: atLeast("agent"),
  mayLag: true,
  input: PostbackForm,
  output: List(Shown).extend({
    ...ScreenAnswer,
    choices: Choices,
    hints: z.array(PeriodChoice),
    verdicts: z.array(z.string()),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await checkPostbackCriteria(actor, form);
    const { items, ...result } = await readLog<PostbackRecord, PostbackField>(postbackLog, question);
    const details = await detailsOf(actor, items);
    return {
      items: items.map((row) => ({
        ...postbackRow(actor, row),
        fate: explainVerdict(row),
        details: details(row),
      })),
      ...screenAnswer(form, result),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      verdicts: [...verdicts],
    };
  },
});
