import { form, TOTAL } from "~/texts";
import { charts as texts } from "~/components/charts/texts";
import { count } from "../formats";
import { SalesLink } from "../reports/figures";
import { Growth } from "../ui/growth";
import { Table } from "../table/table";
import { comparable } from "./comparable";
import { type ChartBy, ChartDrawing, type ChartItem } from "./chart-drawing";

type Range = { start: string; end: string };
type Props = {
  /** Part of the IDs of the elements. */
  id: string;
  title: string;
  /** The office or agent whose sales the numbers open; neither for the sum of several offices. */
  of?: { companyId?: number; agentId?: number };
  items: readonly ChartItem[];
  by: ChartBy;
  /** The days that the points cover. */
  period: Range;
  /** Print version: the numbers are expanded and there are no controls. */
  printed: boolean;
  /** Address of a separate page with the numbers, if there are too many to include here. */
  apart?: string;
};

const REPORT = "office-performance-chart";

/** The days of one point: a single day, or the part of a month that lies within the period. */
function rangeOf(date: string, { start, end }: Range): Range {
  const [year, month, day] = date.split("-").map(Number);
  if (day !== undefined) return { start: date, end: date };
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const [from, to] = [`${date}-01`, `${date}-${last}`];
  return { start: from < start ? start : from, end: to < end ? to : end };
}

/** The most points per chart whose numbers fit on a page of charts. */
const MAX_POINTS = 100;

/** Whether the numbers move to separate pages. A year of daily figures for one office takes 2 KB. */
export const needSeparatePages = (charts: readonly Pick<Props, "items">[]): boolean =>
  charts.length > 1 && charts.some(({ items }) => items.length > MAX_POINTS);

/**
 * The chart of an office, of an agent or of all offices with its numbers, or with a link to them. The interactive chart reads its data from the table of
 * numbers.
 */
export function OfficeChart({ apart: numbersUrl, ...chart }: Props) {
  const { id, title, by, printed } = chart;
  const items = comparable(chart.items);
  return (
    <section className="chart" aria-labelledby={`chart-${id}`}>
      <h2 id={`chart-${id}`}>{title}</h2>
      <x-chart by={by}>
        <div className="drawing">
          <ChartDrawing id={`drawing-${id}`} title={title} by={by} items={items} />
        </div>
        {!printed && numbersUrl === undefined && (
          <div className="acts no-print">
            <button type="button" data-open>
              {texts.interactive} ({texts.size})
            </button>
            <p className="loading" role="status">
              {form.loading}
            </p>
          </div>
        )}
        {numbersUrl === undefined && <Numbers {...chart} items={items} />}
        {!printed && numbersUrl !== undefined && <a href={numbersUrl}>{texts.numbers}</a>}
      </x-chart>
    </section>
  );
}

function Numbers({ of, items, by, period, printed, title }: Omit<Props, "apart">) {
  const soldAt = ({ date, value: sales }: ChartItem) =>
    printed ? count(sales) : <SalesLink report={REPORT} {...rangeOf(date, period)} {...of} sales={sales} />;
  const total = items.reduce((sum, { value }) => sum + value, 0);
  return (
    <details open={printed}>
      <summary className="no-print">{texts.numbers}</summary>
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
        totals={[{ label: TOTAL, cells: { value: count(total) } }]}
        empty={null}
      />
    </details>
  );
}
