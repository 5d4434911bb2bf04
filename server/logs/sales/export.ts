import { stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { type SaleField, type SaleFound, saleLog } from "./kind";
import { type SaleRow, saleRow } from "./row";
import { hiddenOf, judgeSales, SaleForm } from "./search";

/** All rows of the sale log with the columns of its screen, as CSV. Amounts are plain signed decimals. */
export const exportSales = stream({
  name: "logs.saleExport",
  does: "export sale logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: SaleForm,
  run: ({ actor }, form) =>
    csvLog<SaleFound, SaleRow>(saleLog, async () => ({
      question: (await judgeSales(actor, form)).question,
      columns: columnsOf(actor),
      rows: (found) => found.map((row) => saleRow(actor, row)),
    })),
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
    { label: "Record Type", cell: ({ eventType, reversal }) => `${TYPES[eventType]}${reversal ? " Reversal" : ""}` },
    { label: "Geo", cell: ({ geo }) => geo },
    { field: "referer", label: "Referer", cell: ({ referer }) => referer },
  ];
  const hidden: readonly (SaleField | undefined)[] = hiddenOf(actor);
  return columns.filter(({ field }) => field === undefined || !hidden.includes(field));
}
