import { z } from "zod";
import { abilities } from "../../accounts";
import { sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { notFound } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dateHints, dayOf, isoTime } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { canChange, explainVerdict } from "../../tracking";
import { Choices, choicesFor } from "../choices";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type PostbackField, type PostbackRecord, postbackLog } from "./kind";
import { checkPostbackCriteria, PostbackForm, PostbackRow, postbackRow, verdicts } from "./search";

// SQL by hand: uses the log's columns and joins for a few rows.

/** A label for the postback to be replayed. Throws 404 if it does not exist. */
export const namedPostbacks = query({
  name: "postbacks.named",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  input: z.object({ ids: z.array(z.int().min(1)).length(1, "Please select one row.") }),
  output: z.array(z.string()),
  async run(_, { ids }) {
    const records = await queryRows<PostbackRecord>(sql`
      SELECT ${postbackLog.select} FROM postbacks l ${postbackLog.joins} WHERE l.id = ANY(${ids}::bigint[])`);
    if (records.length === 0) throw notFound();
    return records.map(({ receivedAt, sitename, event, clickId }) =>
      [isoTime(receivedAt).slice(0, 16).replace("T", " "), sitename, event, clickId].filter(Boolean).join(" · "),
    );
  },
});

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
  /** True if a replay can change the verdict: the site is known, and the reason lies outside of the request. */
  replayable: z.boolean(),
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
    return {
      items: items.map((row) => ({
        ...postbackRow(actor, row),
        fate: explainVerdict(row),
        replayable: abilities(actor).replayPostbacks && isReplayable(row),
      })),
      ...screenAnswer(form, result),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      verdicts: [...verdicts],
    };
  },
});

const isReplayable = ({ verdict, reason, siteId, eventId }: PostbackRecord) =>
  eventId === null && siteId !== null && canChange(verdict, reason);
