import { z } from "zod";
import { abilities, scopeNames } from "../../accounts";
import { readTransaction } from "../../kernel/database/transactions";
import { Flag, Id, PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import {
  formatPeriod,
  type Hint,
  INVALID_RANGE,
  parsePeriod,
  payoutHints,
  previous,
  type Range,
  readRange,
} from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { csvFileName } from "../../kernel/text/file-name";
import { listOfficeOptions, requireOffice } from "../../offices";
import type { Column } from "../columns";
import { csvOf } from "../csv";
import { firstDay } from "../first-day";
import { chosenGrouping, Grouping } from "../grouping-choice";
import { DayField, TOO_LONG, tooLong } from "../query";
import { performance, Performance, sortFields, Total, totalOf } from "./rows";

/** Two ranges by their days, and a payout period that sets both if it differs from its previous value, `hintWas`. */
const PerformanceForm = z
  .object({
    hint: z.string().max(50).optional(),
    hintWas: z.string().max(50).optional(),
    ...{ start1: DayField, end1: DayField, start2: DayField, end2: DayField },
    sortField: z.enum(sortFields, "This column cannot be sorted.").default("name"),
    sortAsc: Flag.default(true),
    groupBy: Grouping.optional(),
    companyId: Id.optional(),
    print: Flag.default(false),
  })
  .superRefine(({ start1, end1, start2, end2 }, context) => {
    const checkRange = (name: string, start: unknown, end: unknown) => {
      const range = readRange(start, end);
      if ((start === undefined && end === undefined) || (range && !tooLong(range))) return;
      context.addIssue({ code: "custom", path: [name], message: range ? TOO_LONG : INVALID_RANGE });
    };
    checkRange("start1", start1, end1);
    checkRange("start2", start2, end2);
  });
type PerformanceForm = z.output<typeof PerformanceForm>;

/** The ranges of a form: from a changed payout period, else from its days, else from the last completed half-month. */
function comparedRanges(form: PerformanceForm, hints: readonly Hint[]): { one: Range; two: Range } {
  const chosen = parsePeriod(form.hint);
  const changed = chosen && form.hint !== form.hintWas;
  if (changed) return { one: previous(chosen, "beWeek"), two: { start: chosen.start, end: chosen.end } };
  const two = readRange(form.start2, form.end2) ?? latestRange(hints);
  return { one: readRange(form.start1, form.end1) ?? previous(two), two };
}

/** The last completed half-month. */
function latestRange(hints: readonly Hint[]): Range {
  const [, latestHint] = hints;
  if (!latestHint) throw new Error("There are no payout periods.");
  return { start: latestHint.start, end: latestHint.end };
}

/** The value of the payout period that sets these two ranges; "" for other ranges. */
function hintOf(hints: readonly Hint[], one: Range, two: Range): string {
  const hint = hints.find(({ start, end }) => start === two.start && end === two.end);
  const before = previous(two, "beWeek");
  return hint && before.start === one.start && before.end === one.end ? formatPeriod(hint) : "";
}

/** The grouping unless the account or the form chose one: a chosen office is compared by agent. */
const usualGrouping = ({ companyId }: PerformanceForm): Grouping => (companyId === undefined ? "company" : "agent");

/** The criteria of a form for this account. The choice of the account holds where no office is chosen. */
async function readCriteria(actor: Actor, form: PerformanceForm, hints: readonly Hint[]) {
  const { sortField, sortAsc } = form;
  const office = form.companyId === undefined ? undefined : await requireOffice(actor, form.companyId);
  const chosen = office ? undefined : await chosenGrouping(actor, "office-performance");
  const groupBy = form.groupBy ?? chosen ?? usualGrouping(form);
  const ranges = comparedRanges(form, hints);
  return { ...ranges, groupBy, companyId: office?.id, office: office?.officeName, sort: { sortField, sortAsc } };
}

/** Office Performance as CSV, with the screen's columns. */
export const performanceExport = stream({
  name: "reports.performanceExport",
  does: "export the performance of offices",
  allow: atLeast("company"),
  type: "EXPORT",
  mayLag: true,
  heavy: true,
  input: PerformanceForm,
  async *run({ actor, saveAs }, form) {
    const { rows, criteria } = await readTransaction(async () => {
      const criteria = await readCriteria(actor, form, payoutHints(dayOf(now())));
      return { criteria, rows: await performance(actor, criteria) };
    });
    const { one, two, groupBy, office } = criteria;
    const days = [one.start, one.end, two.start, two.end];
    const report = groupBy === "agent" ? "office-performance-by-agent" : "office-performance";
    saveAs(csvFileName(report, ...scopeNames(actor, { office }), ...days));
    const file = csvOf([
      { key: "name", label: groupBy === "agent" ? "Agent" : "Office", kind: "text" },
      ...(groupBy === "agent" ? [{ key: "agentName", label: "Name", kind: "text" } as const] : []),
      sales("sales1", "Period 1 sales", one),
      sales("sales2", "Period 2 sales", two),
      { key: "progress", label: "Progress", kind: "percent", total: "progress" },
    ]);
    yield file.head();
    yield file.rows(rows);
    yield file.total("Total", totalOf(rows));
  },
});

const sales = (key: string, label: string, { start, end }: Range): Column => ({
  ...{ key, label, kind: "count", total: key },
  sub: `${start} ~ ${end}`,
});

/**
 * Office Performance for its screen, with the payout periods to choose from. A changed payout period becomes the second
 * range, and the one before it the first. The default is the last completed half-month (PERF-07, PERF-10).
 */
export const performanceScreen = query({
  name: "reports.performanceScreen",
  does: "read the performance of offices",
  allow: atLeast("company"),
  mayLag: true,
  heavy: true,
  input: PerformanceForm,
  output: z.object({
    rows: z.array(Performance),
    total: Total,
    asked: z.object({
      /** The value of the payout period that sets the two ranges; "" for other ranges. */
      hint: z.string(),
      ...{ start1: z.string(), end1: z.string(), start2: z.string(), end2: z.string() },
      sortField: z.enum(sortFields),
      sortAsc: z.boolean(),
      groupBy: Grouping,
      companyId: z.int().optional(),
      print: z.boolean(),
    }),
    /** The grouping unless the account chose one. */
    usual: Grouping,
    /** Name of the chosen office. */
    office: z.string().optional(),
    /** The offices to choose from; empty for accounts with one. */
    offices: z.array(z.object({ value: z.int(), label: z.string() })),
    hints: z.array(PeriodChoice),
    first: z.string().optional(),
  }),
  async run({ actor }, form) {
    const hints = payoutHints(dayOf(now()));
    const criteria = await readCriteria(actor, form, hints);
    const { one, two, groupBy, companyId, office, sort } = criteria;
    const rows = await performance(actor, criteria);
    const offices = abilities(actor).chooseOffice ? await listOfficeOptions(actor, { onlyAvailable: false }) : [];
    return {
      rows,
      total: totalOf(rows),
      usual: usualGrouping(form),
      asked: {
        ...{ hint: hintOf(hints, one, two), ...sort, groupBy, companyId, print: form.print },
        ...{ start1: one.start, end1: one.end, start2: two.start, end2: two.end },
      },
      office,
      offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })),
      hints,
      first: await firstDay(actor),
    };
  },
});
