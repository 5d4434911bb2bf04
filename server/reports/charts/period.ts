import { z } from "zod";
import { lengthInDays, type Period } from "../../kernel/periods";
import { PeriodText } from "../period-text";

const MOST_DAYS = 366;

/** A period to be drawn by its days, at most a year of them, or by its months (CHART-09). */
export const ChartPeriod = PeriodText.transform((period, context): Period & { unit: "day" | "month" } => {
  const { unit } = period;
  if ((unit === "day" && lengthInDays(period) <= MOST_DAYS) || unit === "month") return { ...period, unit };
  const message = unit === "day" ? "Please choose at most a year of days." : "Please choose days or months.";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});
