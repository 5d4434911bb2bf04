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
import { linkOrigin } from "../../links";
import { Choices, choicesFor } from "../choices";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { subColumns } from "../sub-ids";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type SaleField, saleLog, type SaleRecord, SaleRow, saleRows } from "./kind";
import { hiddenOf, checkSaleCriteria, SaleForm } from "./search";

// SQL by hand: uses the log's columns and joins for a few rows.

/** A label for the flagged sale to be resolved. Throws 404 if it does not exist. */
export const namedSales = query({
  name: "sales.named",
  does: "resolve flagged sales",
  allow: atLeast("superadmin"),
  input: z.object({ ids: z.array(z.int().min(1)).length(1, "Please select one row.") }),
  output: z.array(z.string()),
  async run(_, { ids }) {
    const records = await queryRows<SaleRecord>(sql`
      SELECT ${saleLog.select} FROM sale_events l ${saleLog.joins} WHERE l.id = ANY(${ids}::bigint[])`);
    if (records.length === 0) throw notFound();
    return records.map(({ date, agent, sitename, typename, customerEmail }) =>
      [isoTime(date).slice(0, 16).replace("T", " "), agent, `${sitename} ${typename}`, customerEmail]
        .filter(Boolean)
        .join(" · "),
    );
  },
});

/** All rows of the sale log with the columns of its screen, as CSV. Amounts are plain signed decimals. */
export const exportSales = stream({
  name: "logs.saleExport",
  does: "export sale logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: SaleForm,
  run: (call, form) =>
    csvLog<SaleRecord, SaleRow>(call, {
      kind: saleLog,
      name: "sale-logs",
      columns: columnsOf(call.actor),
      rows: (records) => saleRows(call.actor, records),
      check: () => checkSaleCriteria(call.actor, form),
    }),
});

const TYPES = ["Sale", "Bonus", "Click"];

function columnsOf(actor: Actor): CsvColumn<SaleRow>[] {
  const columns: (CsvColumn<SaleRow> & { field?: SaleField })[] = [
    timeColumn<SaleRow>("Date", ({ date }) => date),
    timeColumn<SaleRow>("Received", ({ receivedAt }) => receivedAt),
    { label: "Email", cell: ({ customerEmail }) => customerEmail },
    { field: "officeName", label: "Office", cell: ({ officeName }) => officeName },
    { field: "agent", label: "Agent", cell: ({ agent }) => agent },
    { label: "Site", cell: ({ sitename }) => sitename },
    { label: "Link", cell: ({ typename }) => typename },
    { field: "earning", label: "Earning", money: true, cell: ({ earning }) => earning },
    { field: "payout", label: "Payout", money: true, cell: ({ payout }) => payout },
    { label: "Click Id", cell: ({ clickId }) => clickId },
    { label: "Transaction", cell: ({ txid }) => txid },
    { label: "Record Type", cell: ({ eventType }) => TYPES[eventType] },
    { label: "Status", cell: statusOf },
    { label: "Geo", cell: ({ geo }) => geo },
    { field: "referer", label: "Referer", cell: ({ referer }) => referer },
    ...subColumns<SaleRow>(),
  ];
  const hidden: readonly (SaleField | undefined)[] = hiddenOf(actor);
  return columns.filter(({ field }) => field === undefined || !hidden.includes(field));
}

/** The words of the screen: a reversal, and a sale that was reported as paid with a stolen card. */
const statusOf = ({ reversal, stolenCard }: SaleRow): string =>
  [reversal ? "Reversal" : "Approved", stolenCard && "stolen card"].filter(Boolean).join(", ");

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
    const { question, chosen } = await checkSaleCriteria(actor, form);
    const { items, ...result } = await readLog<SaleRecord, SaleField>(saleLog, question);
    return {
      items: await saleRows(actor, items),
      ...screenAnswer(form, result),
      earningVisible: abilities(actor).seeEarning,
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      linkOrigin: actor.agentId === null ? undefined : (await linkOrigin(actor.agentId)).origin,
    };
  },
});
