import { empty } from "~/texts";
import { explain as texts } from "~/components/reports/explain-texts";
import { count, percent } from "../formats";
import { Table } from "../table/table";
import { type Amount, amountText, clickColumns, eventColumns } from "./explain-columns";
import type { ClickRow, EventRow } from "./explain-rows";

type Props = {
  kind: "clicks" | "events";
  items: readonly (ClickRow | EventRow)[];
  totalIsEstimate?: boolean;
  sum?: number | null;
  sales?: number;
  bonusSales?: number;
  elsewhere?: number;
  measure: string;
  can: Parameters<typeof eventColumns>[0];
};

const OVERALL = "Overall Total";
const DOLLARS = ["earn", "bonusEarn", "payoutDollars"];
const PESOS = /^(payout|bonusPayout|payoutPhp|\d+b?Php)$/;

function amountKind(measure: string): Amount {
  if (measure === "bonusRatio") return "ratio";
  if (DOLLARS.includes(measure)) return "dollars";
  return PESOS.test(measure) ? "pesos" : "count";
}

/** The rows behind a figure, with their sum. */
export function ExplainTable({ kind, items, measure, can, elsewhere, ...sums }: Props) {
  const amount = amountKind(measure);
  const common = {
    caption: texts.heading,
    captionHidden: true,
    kind: "report" as const,
    empty: empty.statistics,
  };
  return (
    <>
      <p>
        {texts.adds}: <strong className="caption">{sumText(amount, sums)}</strong>
        {elsewhere !== undefined && <span className="note"> · {texts.elsewhere(count(elsewhere))}</span>}
      </p>
      {kind === "clicks" ? (
        <Table {...common} columns={clickColumns(can)} rows={items as readonly ClickRow[]} />
      ) : (
        <Table
          {...common}
          columns={eventColumns(can, amount)}
          rows={items as readonly EventRow[]}
          totals={amount === "ratio" ? [] : [{ label: OVERALL, cells: { part: amountText(amount, sums.sum ?? null) } }]}
        />
      )}
    </>
  );
}

type Sums = Pick<Props, "sum" | "sales" | "bonusSales" | "totalIsEstimate">;

function sumText(amount: Amount, { sum = null, sales = 0, bonusSales = 0, totalIsEstimate }: Sums): string {
  if (amount === "ratio") {
    return `${percent(sales === 0 ? 0 : (100 * bonusSales) / sales)} (${texts.ratio(count(bonusSales), count(sales))})`;
  }
  const text = amountText(amount, sum);
  return totalIsEstimate ? texts.estimate(text) : text;
}
