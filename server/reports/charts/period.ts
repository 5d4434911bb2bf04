import { z } from "zod";
import { eachMonth, INVALID_RANGE, lengthInDays, type Range, readRange, UNITS } from "../../kernel/periods";

/** A range of any days; `unit` is the length of a point. */
export type ChartPeriod = Range & { unit: "day" | "month" };

const MOST_POINTS = 366;
const NONE = "Please choose a period.";

/** `start,end,day` or `start,end,month`, at most 366 points. The first and last month need not be whole (CHART-09). */
export const ChartPeriod = z
  .string(NONE)
  .max(50, NONE)
  .transform((text, context): ChartPeriod => {
    const [start, end, unit, ...rest] = text.split(",");
    const range = readRange(start, end);
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (rest.length > 0 || !UNITS.some((one) => one === unit)) return refuse(NONE);
    if (unit !== "day" && unit !== "month") return refuse("Please choose days or months.");
    if (!range) return refuse(INVALID_RANGE);
    const points = unit === "day" ? lengthInDays(range) : eachMonth(range).length;
    return points > MOST_POINTS ? refuse(`Please choose at most ${MOST_POINTS} days or months.`) : { ...range, unit };
  });
