import { charts as texts } from "~/components/charts/texts";
import { count, percentChange } from "../formats";
import { drawsGrowth } from "./plane";
import { Plot } from "./plot";
import { axisOf } from "./scales";

export type ChartItem = {
  date: string;
  value: number;
  progress: number | null;
  incomplete?: true;
  /** Of an incomplete month: the sales on the same days of the month before, and the growth over them. */
  sameDays?: { before: number; progress: number };
};
export type ChartBy = "day" | "month";
type Props = {
  by: ChartBy;
  items: readonly ChartItem[];
  /** Whether the points say their figures under the pointer. */
  strips: boolean;
  /** Whether the numbers are on the page or a press away. */
  numbers: boolean;
};

/** How many day or month labels fit side by side. */
const MAX_LABELS: Record<ChartBy, number> = { day: 8, month: 6 };

/**
 * Sales as columns, progress as a spline on a second axis if there are few points. Items without progress have no point.
 */
export function ChartDrawing({ by, items, strips, numbers }: Props) {
  const figures = (index: number) => {
    const { value = 0, progress = null } = items[index] ?? {};
    const growth = progress === null ? [] : [[texts.progress, percentChange(progress)] as const];
    return [[texts.sales, count(value)] as const, ...growth];
  };
  return (
    <Plot
      points={items.map(({ date, value, progress, incomplete }) => ({ date, value, line: progress, incomplete }))}
      label={describe(by, items, numbers)}
      axes={{
        value: axisOf(items.map(({ value }) => value)),
        line: drawsGrowth(items) ? axisOf(items.flatMap(({ progress }) => progress ?? [])) : undefined,
      }}
      tick={(value) => `${count(value)}%`}
      dates={{ text: (date) => (by === "day" ? date.slice(5) : date), most: MAX_LABELS[by] }}
      name={texts.axis[by]}
      smooth
      figures={strips ? figures : undefined}
    />
  );
}

/** At most three items are incomplete: the first and last of the period, and the current one. */
export const incompleteOf = (items: readonly ChartItem[]): string =>
  items
    .filter(({ incomplete }) => incomplete)
    .map(({ date }) => date)
    .join(", ");

function describe(by: ChartBy, items: readonly ChartItem[], numbers: boolean): string {
  const [first, last] = [items[0]?.date ?? "", items.at(-1)?.date ?? ""];
  const total = items.reduce((sum, { value }) => sum + value, 0);
  const max = Math.max(...items.map(({ value }) => value));
  const maxDate = items.find(({ value }) => value === max)?.date ?? "";
  const parts = incompleteOf(items);
  return (
    texts.describe(by, first, last, count(total), count(max), maxDate) +
    (drawsGrowth(items) ? texts.describeLine(by) : "") +
    (numbers ? texts.describeNumbers : "") +
    (parts && (by === "month" ? texts.describeSameDays(parts) : texts.describeIncomplete(parts)))
  );
}
