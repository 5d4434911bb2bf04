import { abilities } from "../../accounts";
import { stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { fateOf } from "../../tracking";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { type PostbackFound, postbackLog } from "./kind";
import { judgePostbacks, PostbackForm, type PostbackRow, postbackRow } from "./search";

/** All rows of the postback log with the columns of its screen, as CSV. */
export const exportPostbacks = stream({
  name: "logs.postbackExport",
  does: "export postbacks",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: PostbackForm,
  run: ({ actor }, form) =>
    csvLog<PostbackFound, PostbackRow>(postbackLog, async () => ({
      question: (await judgePostbacks(actor, form)).question,
      columns: columnsOf(actor),
      rows: (found) => found.map((row) => postbackRow(actor, row)),
    })),
});

function columnsOf(actor: Actor): CsvColumn<PostbackRow>[] {
  const can = abilities(actor);
  const columns: (CsvColumn<PostbackRow> | false)[] = [
    timeColumn<PostbackRow>("Received", ({ receivedAt }) => receivedAt),
    { label: "Verdict", cell: ({ verdict }) => verdict },
    { label: "Result", cell: ({ verdict, reason }) => fateOf(verdict, reason) },
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
