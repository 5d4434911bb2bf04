import { z } from "zod";
import { Flag } from "../../kernel/operation/input";
import {
  formatPeriod,
  type Hint,
  INVALID_RANGE,
  parsePeriod,
  previous,
  type Range,
  readRange,
} from "../../kernel/periods";
import { DayField, TOO_LONG, tooLong } from "../query";
import { sortFields } from "./rows";

/** Two ranges by their days, and a payout period that sets both if it differs from its previous value, `hintWas`. */
export const PerformanceForm = z
  .object({
    hint: z.string().max(50).optional(),
    hintWas: z.string().max(50).optional(),
    ...{ start1: DayField, end1: DayField, start2: DayField, end2: DayField },
    sortField: z.enum(sortFields, "This column cannot be sorted.").default("name"),
    sortAsc: Flag.default(true),
    print: Flag.default(false),
  })
  .superRefine(({ start1, end1, start2, end2 }, context) => {
    const judge = (name: string, start: unknown, end: unknown) => {
      const range = readRange(start, end);
      if ((start === undefined && end === undefined) || (range && !tooLong(range))) return;
      context.addIssue({ code: "custom", path: [name], message: range ? TOO_LONG : INVALID_RANGE });
    };
    judge("start1", start1, end1);
    judge("start2", start2, end2);
  });
type PerformanceForm = z.output<typeof PerformanceForm>;

/** The ranges of a form: from a changed payout period, else from its days, else from the last completed half-month. */
export function comparedRanges(form: PerformanceForm, hints: readonly Hint[]): { one: Range; two: Range } {
  const chosen = parsePeriod(form.hint);
  const changed = chosen && form.hint !== form.hintWas;
  if (changed) return { one: previous(chosen, "beWeek"), two: { start: chosen.start, end: chosen.end } };
  const two = readRange(form.start2, form.end2) ?? last(hints);
  return { one: readRange(form.start1, form.end1) ?? previous(two), two };
}

/** The last completed half-month. */
function last(hints: readonly Hint[]): Range {
  const [, over] = hints;
  if (!over) throw new Error("There are no payout periods.");
  return { start: over.start, end: over.end };
}

/** The value of the payout period that sets these two ranges; "" for other ranges. */
export function hintOf(hints: readonly Hint[], one: Range, two: Range): string {
  const hint = hints.find(({ start, end }) => start === two.start && end === two.end);
  const before = previous(two, "beWeek");
  return hint && before.start === one.start && before.end === one.end ? formatPeriod(hint) : "";
}
