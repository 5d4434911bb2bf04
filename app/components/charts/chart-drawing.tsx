import { charts as texts } from "~/components/charts/texts";
import { count } from "../formats";
import { Legend } from "./chart-legend";
import { axisOf } from "./scales";
import { short, spline } from "./spline";

export type ChartItem = {
  date: string;
  value: number;
  progress: number | null;
  incomplete?: true;
  /** Of an incomplete month: the sales on the same days of the month before, and the growth over them. */
  sameDays?: { before: number; progress: number };
};
export type ChartBy = "day" | "month";
type Props = { id: string; title: string; by: ChartBy; items: readonly ChartItem[] };

const [WIDTH, HEIGHT] = [640, 276];
const [TOP, RIGHT, BOTTOM, LEFT] = [36, 72, 48, 46];
const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
/** Maximum width of a column with its outline, in pixels. The drawing is never scaled up (CHART-06). */
const MAX_COLUMN_WIDTH = 39;
/** Minimum distance between points, in pixels. Below it only the spline is drawn, because the points would overlap. */
const MIN_POINT_DISTANCE = 5;
/** How many day or month labels fit side by side. */
const MAX_LABELS: Record<ChartBy, number> = { day: 12, month: 9 };

/** Sales as columns, progress as a spline on a second axis. Items without progress have no point. */
export function ChartDrawing({ id, title, by, items }: Props) {
  const slot = PLOT_WIDTH / items.length;
  // Half of the outline lies outside the column.
  const width = Math.max(Math.min(MAX_COLUMN_WIDTH, slot * 0.7) - 1, 0.1);
  const withProgress = items.flatMap(({ progress }, index) => (progress === null ? [] : [{ progress, index }]));
  const sales = axisOf(items.map(({ value }) => value));
  const growth = axisOf(withProgress.map(({ progress }) => progress));
  const middle = (index: number) => LEFT + (index + 0.5) * slot;
  const height = (share: number) => Math.round(TOP + (1 - share) * PLOT_HEIGHT);
  const points = withProgress.map(({ progress, index }) => ({ x: middle(index), y: height(growth.at(progress)) }));
  const parts = incompleteOf(items);
  const hatched = { className: "part", fill: `url(#${id}-hatch)` };
  const labelInterval = Math.ceil(items.length / MAX_LABELS[by]);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
      <pattern id={`${id}-hatch`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="hatch" d="M1 0v6" />
      </pattern>
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{describe(by, items)}</desc>
      {sales.ticks.map((value, index) => (
        <g key={value}>
          <path className={value === 0 ? "zero" : "rule"} d={`M${LEFT} ${height(sales.at(value))}h${PLOT_WIDTH}`} />
          <text x={LEFT - 6} y={height(sales.at(value)) + 4} className="to-left">
            {count(value)}
          </text>
          <text x={WIDTH - RIGHT + 6} y={height(sales.at(value)) + 4}>
            {`${count(growth.ticks[index] ?? 0)}%`}
          </text>
        </g>
      ))}
      <g className="columns">
        {items.map(({ date, value, incomplete }, index) => {
          if (value === 0) return null;
          const [top, bottom] = [height(sales.at(Math.max(value, 0))), height(sales.at(Math.min(value, 0)))];
          const left = middle(index) - width / 2;
          const box = { x: short(left), y: top, width: short(width), height: Math.max(bottom - top, 1) };
          return <rect key={date} {...box} {...(incomplete && hatched)} />;
        })}
      </g>
      <path className="unchanged" d={`M${LEFT} ${height(growth.at(0))}h${PLOT_WIDTH}`} />
      <path className={slot >= MIN_POINT_DISTANCE ? "spline" : "spline thin"} d={spline(points)} />
      {slot >= MIN_POINT_DISTANCE && (
        <path className="points" d={points.map(({ x, y }) => `M${short(x)} ${y}h0`).join("")} />
      )}
      {items.map(({ date }, index) =>
        index % labelInterval === 0 ? (
          <text
            key={date}
            x={short(middle(index))}
            y={HEIGHT - BOTTOM + 18}
            className={index % (2 * labelInterval) ? "centred spare" : "centred"}
          >
            {by === "day" ? date.slice(5) : date}
          </text>
        ) : null,
      )}
      <text x={LEFT + PLOT_WIDTH / 2} y={HEIGHT - 6} className="name centred">
        {texts.axis[by]}
      </text>
      <Legend hatched={hatched} parts={parts} width={WIDTH} />
    </svg>
  );
}

/** At most three items are incomplete: the first and last of the period, and the current one. */
const incompleteOf = (items: readonly ChartItem[]): string =>
  items
    .filter(({ incomplete }) => incomplete)
    .map(({ date }) => date)
    .join(", ");

function describe(by: ChartBy, items: readonly ChartItem[]): string {
  const [first, last] = [items[0]?.date ?? "", items.at(-1)?.date ?? ""];
  const total = items.reduce((sum, { value }) => sum + value, 0);
  const max = Math.max(...items.map(({ value }) => value));
  const maxDate = items.find(({ value }) => value === max)?.date ?? "";
  const parts = incompleteOf(items);
  return (
    texts.describe(by, first, last, count(total), count(max), maxDate) +
    (parts && (by === "month" ? texts.describeSameDays(parts) : texts.describeIncomplete(parts)))
  );
}
