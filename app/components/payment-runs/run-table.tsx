import { count, dateTime, period } from "../formats";
import { php } from "../payroll/money";
import type { Column } from "../table/column";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";
import { type Run, totalOf } from "./run";
import { RunState } from "./run-state";
import { paymentRuns as texts, RUNS } from "./texts";

const columns: Column<Run>[] = [
  {
    ...{ key: "id", label: texts.run, head: true, sort: true, nowrap: true },
    cell: ({ id }) => <a href={`${RUNS}/${id}`}>{texts.one(id)}</a>,
  },
  { key: "periodId", label: texts.period, sort: true, nowrap: true, long: true, cell: (run) => period(run) },
  { key: "state", label: texts.state, primary: true, cell: (run) => <RunState run={run} /> },
  { key: "madeAt", label: texts.made, sort: true, nowrap: true, cell: ({ madeAt }) => dateTime(madeAt) },
  { key: "madeBy", label: texts.by, cell: ({ madeBy }) => madeBy ?? "–" },
  { key: "payments", label: texts.payments, numeric: true, cell: ({ payments }) => count(payments) },
  { key: "php", label: texts.total, numeric: true, cell: (run) => php(totalOf(run).php) },
  { key: "failed", label: texts.failed, numeric: true, cell: ({ failed }) => count(failed) },
  { key: "returned", label: texts.returned, numeric: true, cell: ({ returnedPhp }) => php(returnedPhp) },
];

/** Payment runs with their state and totals. */
export const RunTable = ({ rows, sort }: { rows: readonly Run[]; sort: Sort }) => (
  <Table caption={texts.heading} captionHidden columns={columns} rows={rows} sort={sort} empty={texts.empty} />
);
