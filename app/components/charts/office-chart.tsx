import { charts as texts } from "~/components/charts/texts";
import { Growth } from "../ui/growth";
import { LOADING } from "../ui/loading-line";
import { ChartDrawing, type ChartItem, incompleteOf } from "./chart-drawing";
import { Numbers, type NumbersProps, salesOf } from "./numbers";
import { drawsGrowth } from "./plane";

type Props = Omit<NumbersProps, "items"> & {
  /** Part of the IDs of the elements. */
  id: string;
  items: readonly ChartItem[];
  /** Whether the points say their figures under the pointer. */
  strips: boolean;
  /** Address of a separate page with the numbers, if there are too many to include here. */
  apart?: string;
};

/** The most points of a chart, and on a screen of all its charts, whose numbers fit on a page of charts. */
const [MAX_POINTS, MAX_TOGETHER] = [100, 120];

/**
 * Whether the numbers move to separate pages. A year of daily figures for one office takes 2 KB, and so does a year of
 * twelve offices by month. The print version has the latter.
 */
export const needSeparatePages = (charts: readonly Pick<Props, "items">[], printed: boolean): boolean =>
  charts.length > 1 &&
  (charts.some(({ items }) => items.length > MAX_POINTS) ||
    (!printed && charts.reduce((sum, { items }) => sum + items.length, 0) > MAX_TOGETHER));

/**
 * The chart of an office, of an agent or of all offices with its numbers, or with a link to them. The interactive chart
 * reads its data from the table of numbers.
 */
export function OfficeChart({ apart: numbersUrl, ...chart }: Props) {
  const { id, title, by, printed, strips } = chart;
  const items = comparable(chart.items);
  const key = <Key parts={incompleteOf(items)} growth={drawsGrowth(items)} />;
  return (
    <section className="card chart" aria-labelledby={`chart-${id}`}>
      <Heading id={id} title={title} items={items} />
      <x-chart by={by}>
        <div className="drawing">
          <ChartDrawing by={by} items={items} strips={strips} numbers={!printed || numbersUrl === undefined} />
        </div>
        {!printed && numbersUrl !== undefined ? (
          <footer>
            <a href={numbersUrl}>{texts.numbers}</a>
            {key}
          </footer>
        ) : (
          key
        )}
        {numbersUrl === undefined && (
          <footer>
            <Numbers {...chart} items={items} />
            {!printed && <Interactive />}
          </footer>
        )}
      </x-chart>
    </section>
  );
}

/** The name with the sales of the period, and the last growth that can be compared. */
function Heading({ id, title, items }: Pick<Props, "id" | "title" | "items">) {
  const last = items.findLast(({ progress }) => progress !== null);
  return (
    <header>
      <h2 id={`chart-${id}`}>{title}</h2>
      <p>
        <b>{texts.sold(salesOf({ items }))}</b>{" "}
        {last && (
          <small>
            {last.date} <Growth value={last.progress ?? 0} />
          </small>
        )}
      </p>
    </header>
  );
}

const Interactive = () => (
  <div className="acts no-print">
    <button type="button" className="act" data-open>
      {texts.interactive} ({texts.size})
    </button>
    <p className="loading" role="status">
      {LOADING}
    </p>
  </div>
);

/** The legend, with the dates that are incomplete. */
const Key = ({ parts, growth }: { parts: string; growth: boolean }) => (
  <p className="key">
    <span>{texts.sales}</span>
    {parts && <span className="key-part">{texts.incompletePoints(parts)}</span>}
    {growth && <span className="key-line">{texts.progress}</span>}
  </p>
);

/**
 * Growth is shown between complete points, and of an incomplete month over the same days of the month before. Any other
 * comparison with a partial point would show a false rise or fall.
 */
const comparable = (items: readonly ChartItem[]): ChartItem[] =>
  items.map((item, index) => {
    if (item.incomplete) {
      const { before = 0, progress = 0 } = item.sameDays ?? {};
      return { ...item, progress: before === 0 && item.value === 0 ? null : item.sameDays ? progress : null };
    }
    return items[index - 1]?.incomplete ? { ...item, progress: null } : item;
  });
