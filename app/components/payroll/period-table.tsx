import type { Output, payroll } from "~/gate.server";
import { payroll as texts } from "~/components/payroll/texts";
import { RUNS } from "~/components/payment-runs/texts";
import { dateTime, period } from "../formats";
import type { Column } from "../table/column";
import type { Sort } from "../table/sort-link";
import { RowLink } from "../table/row-acts";
import { Table } from "../table/table";
import { periodActs } from "./acts";
import { PeriodState } from "./period-state";
import { php, rate } from "./money";

export type Period = Output<typeof payroll.periodsScreen>["items"][number];

type Props = { rows: readonly Period[]; sort: Sort; action: string };

/** Half-months with their state. The next action on each links to its preview. */
export function PeriodTable({ rows, sort, action }: Props) {
  const columns: Column<Period>[] = [
    {
      ...{ key: "start", label: texts.period, head: true, sort: true, nowrap: true },
      cell: (row) => <a href={`${action}/${row.id}`}>{period(row)}</a>,
    },
    { key: "state", label: texts.state, primary: true, sort: true, cell: (row) => <PeriodState period={row} /> },
    {
      key: "phpPerUsd",
      label: texts.rate,
      numeric: true,
      sort: true,
      cell: (row) => (row.phpPerUsd === null ? "–" : rate(row.phpPerUsd)),
    },
    { key: "php", label: texts.frozen, numeric: true, cell: (row) => php(row.php) },
    {
      key: "paidPhp",
      label: texts.paid,
      numeric: true,
      cell: ({ state, paidPhp, run }) => {
        const paid = php(state === "paid" ? paidPhp : null);
        return run === null ? paid : <a href={`${RUNS}/${run}`}>{paid}</a>;
      },
    },
    {
      ...{ key: "closedAt", label: texts.closedAt, sort: true, nowrap: true },
      cell: ({ closedAt }) => (closedAt === null ? "–" : dateTime(closedAt)),
    },
    { key: "closedBy", label: texts.closedBy, sort: true, cell: ({ closedBy }) => closedBy ?? "–" },
  ];
  if (rows.some(({ next }) => next !== null)) {
    columns.push({ key: "acts", label: "Actions", acts: true, cell: (row) => <NextAct row={row} action={action} /> });
  }
  return <Table caption={texts.heading} captionHidden columns={columns} rows={rows} sort={sort} empty={texts.empty} />;
}

function NextAct({ row, action }: { row: Period; action: string }) {
  if (row.next === null) return null;
  const [label, to] =
    row.next === "close"
      ? [texts.close, `${action}/close/${row.id}`]
      : [periodActs.pay.label, `${action}/pay/${row.id}`];
  return (
    <RowLink button href={to} of={period(row)}>
      {label}
    </RowLink>
  );
}
