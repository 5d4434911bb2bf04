import type { ChartItem } from "./chart-drawing";

/**
 * Growth is shown between complete points, and of an incomplete month over the same days of the month before. Any other
 * comparison with a partial point would show a false rise or fall.
 */
export const comparable = (items: readonly ChartItem[]): ChartItem[] =>
  items.map((item, index) => {
    if (item.incomplete) {
      const { before = 0, progress = 0 } = item.sameDays ?? {};
      return { ...item, progress: before === 0 && item.value === 0 ? null : item.sameDays ? progress : null };
    }
    return items[index - 1]?.incomplete ? { ...item, progress: null } : item;
  });
