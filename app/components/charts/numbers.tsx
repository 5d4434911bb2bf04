import { TOTAL } from "~/texts";
import { charts as texts } from "~/components/charts/texts";
import { count } from "../formats";
import { SalesLink } from "../reports/figures";
import { Growth } from "../ui/growth";
import { Icon } from "../ui/icon";
import { Table } from "../table/table";
import type { ChartBy, ChartItem } from "./chart-drawing";

type Range = { start: string; end: string };
export type NumbersProps = {
  title: string;
  /** The office or agent whose sales the numbers open; neither for the sum of several offices. */
  of?: { companyId?: number; agentId?: number };
  items: readonly ChartItem[];
  by: ChartBy;
  /** The days that the points cover. */
  period: Range;
  /** Print version: the numbers are expanded and there are no controls. */
  printed: boolean;
};

export const salesOf = ({ items }: Pick<NumbersProps, "items">): number =>
  items.reduce((sum, { value }) => sum + value, 0);

const REPORT = "office-performance-chart";

/** The days of one point: a single day, or the part of a month that lies within the period. */
function rangeOf(date: string, { start, end }: Range): Range {
  const [year, month, day] = date.split("-").map(Number);
  if (day !== undefined) return { start: date, end: date };
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const [from, to] = [`${date}-01`, `${date}-${last}`];
  return { start: from < start ? start : from, end: to < end ? to : end };
}

/** The numbers of a chart as a table, in which each opens its sales. */
export function Numbers({ of, items, by, period, printed, title }: NumbersProps) {
  const soldAt = ({ date, value: sales }: ChartItem) =>
    printed ? count(sales) : <SalesLink report={REPORT} {...rangeOf(date, period)} {...of} sales={sales} />;
  return (
    <details className={printed ? undefined : "fold-out"} open={printed}>
      <summary className="no-print">
        {texts.numbers} <Icon name="down" />
      </summary>
      <Table
        kind="small"
        caption={title}
        captionHidden
        columns={[
          { key: "date", label: texts.date[by], head: true, nowrap: true, cell: ({ date }) => date },
          { key: "value", label: texts.sales, numeric: true, cell: soldAt },
          {
            key: "progress",
            label: texts.progress,
            numeric: true,
            cell: ({ progress, incomplete, sameDays }) => (
              <>
                {progress !== null && <Growth value={progress} />}
                {incomplete && (
                  <small className="note"> {sameDays ? texts.sameDays(sameDays.before) : texts.incomplete}</small>
                )}
              </>
            ),
          },
        ]}
        rows={items}
        totals={[{ label: TOTAL, cells: { value: count(salesOf({ items })) } }]}
        empty={null}
      />
    </details>
  );
}
