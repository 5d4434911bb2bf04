import { z } from "zod";
import { now } from "../../kernel/clock";
import { Flag, PeriodChoice } from "../../kernel/input";
import { query } from "../../kernel/operation";
import {
  dayOf,
  formatPeriod,
  type Hint,
  INVALID_RANGE,
  parsePeriod,
  payoutHints,
  previous,
  type Range,
  readRange,
} from "../../kernel/periods";
import { atLeast } from "../../kernel/roles";
import { firstDay } from "../first-day";
import { DayField, TOO_LONG, tooLong } from "../query";
import { Performance, performance, sortFields } from "./rows";

/** Two ranges by their days, and a payout period that stands for both; what it was tells whether it was changed. */
const Form = z
  .object({
    hint: z.string().max(50).optional(),
    hintWas: z.string().max(50).optional(),
    ...{ start1: DayField, end1: DayField, start2: DayField, end2: DayField },
    sortField: z.enum(sortFields, "This column cannot be sorted by.").default("name"),
    sortAsc: Flag.default(true),
    print: Flag.default(false),
  })
  .superRefine(({ start1, end1, start2, end2 }, { addIssue }) => {
    const judge = (name: string, start: unknown, end: unknown) => {
      const range = readRange(start, end);
      if ((start === undefined && end === undefined) || (range && !tooLong(range))) return;
      addIssue({ code: "custom", path: [name], message: range ? TOO_LONG : INVALID_RANGE });
    };
    judge("start1", start1, end1);
    judge("start2", start2, end2);
  });
type Form = z.output<typeof Form>;

/**
 * The same for its screen, with the payout periods to choose from. A changed payout period sets the second range to it
 * and the first to the one before; without one it is the last half-month that is over (PERF-07, PERF-10).
 */
export const performanceScreen = query({
  name: "reports.performanceScreen",
  does: "read the performance of offices",
  allow: atLeast("company"),
  input: Form,
  output: z.object({
    rows: z.array(Performance),
    asked: z.object({
      /** The value of the payout period that the two ranges are; "" for other ranges. */
      hint: z.string(),
      ...{ start1: z.string(), end1: z.string(), start2: z.string(), end2: z.string() },
      sortField: z.enum(sortFields),
      sortAsc: z.boolean(),
      print: z.boolean(),
    }),
    hints: z.array(PeriodChoice),
    first: z.string().optional(),
  }),
  async run({ actor }, form) {
    const hints = payoutHints(dayOf(now()));
    const { one, two } = compared(form, hints);
    const { sortField, sortAsc, print } = form;
    return {
      rows: await performance(actor, { one, two, sort: { sortField, sortAsc } }),
      asked: {
        ...{ hint: hintOf(hints, one, two), sortField, sortAsc, print },
        ...{ start1: one.start, end1: one.end, start2: two.start, end2: two.end },
      },
      hints,
      first: await firstDay(actor),
    };
  },
});

function compared(form: Form, hints: readonly Hint[]): { one: Range; two: Range } {
  const chosen = parsePeriod(form.hint);
  const changed = chosen && form.hint !== form.hintWas;
  if (changed) return { one: previous(chosen, "beWeek"), two: { start: chosen.start, end: chosen.end } };
  const two = readRange(form.start2, form.end2) ?? last(hints);
  return { one: readRange(form.start1, form.end1) ?? previous(two), two };
}

/** The last half-month that is over. */
function last(hints: readonly Hint[]): Range {
  const [, over] = hints;
  if (!over) throw new Error("There are no payout periods.");
  return { start: over.start, end: over.end };
}

function hintOf(hints: readonly Hint[], one: Range, two: Range): string {
  const hint = hints.find(({ start, end }) => start === two.start && end === two.end);
  const before = previous(two, "beWeek");
  return hint && before.start === one.start && before.end === one.end ? formatPeriod(hint) : "";
}
