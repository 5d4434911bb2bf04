import type { Cell } from "../amounts-csv";
import { periodName } from "../periods";
import type { RunDestination } from "./destinations";
import type { PaymentOutput } from "./payments";
import type { RunOutput } from "./run";
import { COLUMNS, defaultColumns, type FileColumn, type Template } from "./templates";

type Source = { run: RunOutput; payment: PaymentOutput; payout: RunDestination | undefined; number: number };
type Column = { headings: readonly string[]; cells: (source: Source) => Cell[] };

const one = (heading: string, cell: (source: Source) => Cell): Column => ({
  headings: [heading],
  cells: (source) => [cell(source)],
});

/** The headings and cells of the marks of a destination. Counts are texts, because numbers are amounts. */
export const [CHANGED, SHARED] = ["Changed lately", "Shared with"] as const;
export const changedCell = (payout: RunDestination | undefined): string => (payout?.change ? "yes" : "");
export const sharedCell = (payout: RunDestination | undefined): string =>
  payout && payout.sharedWith > 0 ? String(payout.sharedWith) : "";

const columns: Record<Exclude<FileColumn, "details">, Column> = {
  number: one("No.", ({ number }) => String(number)),
  reference: one("Reference", ({ payment }) => payment.reference),
  office: one("Office", ({ payment }) => payment.accounts.map(({ officeName }) => officeName).join(", ")),
  agent: one("Agent", ({ payment }) => payment.agent),
  name: one("Name", ({ payment }) => payment.fullName),
  method: one("Method", ({ payout }) => payout?.method ?? ""),
  amount: one("Amount", ({ payment }) => payment.php),
  currency: one("Currency", () => "PHP"),
  dollars: one("Dollars", ({ payment }) => payment.usd),
  note: one("Note", ({ run, payment }) => `${payment.reference} ${periodName(run.periodId)}`),
  changed: one(CHANGED, ({ payout }) => changedCell(payout)),
  shared: one(SHARED, ({ payout }) => sharedCell(payout)),
};

/** One column for each line, as many as the longest details of the file have. */
function detailsColumn(payouts: readonly (RunDestination | undefined)[]): Column {
  const linesOf = (payout: RunDestination | undefined) => payout?.details?.split("\n") ?? [];
  const count = payouts.reduce((longest, payout) => Math.max(longest, linesOf(payout).length), 1);
  const places = Array.from({ length: count }, (_, place) => place);
  return {
    headings: places.map((place) => `Details ${place + 1}`),
    cells: ({ payout }) => places.map((place) => linesOf(payout)[place] ?? ""),
  };
}

/** The records of a file with its headings first: one for each payment, with the columns in their fixed order. */
export function* fileRecords(
  run: RunOutput,
  payments: readonly PaymentOutput[],
  payouts: ReadonlyMap<number, RunDestination>,
  { template, columns: chosen = [] }: { template: Template; columns?: readonly FileColumn[] },
): Generator<Cell[]> {
  const sources = payments.map((payment, index) => ({
    ...{ run, payment, number: index + 1 },
    payout: payouts.get(payment.agentId),
  }));
  const names = chosen.length > 0 ? chosen : defaultColumns[template];
  const details = detailsColumn(sources.map(({ payout }) => payout));
  const parts = COLUMNS.filter((name) => names.includes(name)).map((name) =>
    name === "details" ? details : columns[name],
  );
  yield parts.flatMap(({ headings }) => headings);
  for (const source of sources) yield parts.flatMap(({ cells }) => cells(source));
}
