import { now } from "../../kernel/periods/now";
import { readTransaction } from "../../kernel/database/transactions";
import { stream } from "../../kernel/operation/operation";
import { dayOf, payoutHints, type Range } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import type { Column } from "../columns";
import { csvOf } from "../csv";
import { comparedRanges, PerformanceForm } from "./form";
import { performance, totalOf } from "./rows";

/** Office Performance as CSV, with the screen's columns. */
export const performanceExport = stream({
  name: "reports.performanceExport",
  does: "export the performance of offices",
  allow: atLeast("company"),
  type: "EXPORT",
  mayLag: true,
  input: PerformanceForm,
  async *run({ actor }, form) {
    const { one, two } = comparedRanges(form, payoutHints(dayOf(now())));
    const { sortField, sortAsc } = form;
    const rows = await readTransaction(() => performance(actor, { one, two, sort: { sortField, sortAsc } }));
    const file = csvOf([
      { key: "name", label: "Office", kind: "text" },
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
