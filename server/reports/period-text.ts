import { z } from "zod";
import { type Period, parsePeriod } from "../kernel/periods";
import { TOO_LONG, tooLong } from "./query";

/** A period as text, `start,end,unit`: whole units, at most ten years (WIDGET-37). */
export const PeriodText = z
  .string("Please choose a period.")
  .max(50, "Please choose a period.")
  .transform((text, context): Period => {
    const period = parsePeriod(text);
    if (period && !tooLong(period)) return period;
    context.addIssue({ code: "custom", message: period ? TOO_LONG : "Please choose a period." });
    return z.NEVER;
  });
