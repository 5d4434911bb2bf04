import { Fragment, type ReactNode } from "react";
import { count, dateTime, period } from "../formats";
import { php, usd } from "../payroll/money";
import { type Run, stateOf, totalOf } from "./run";
import { paymentRuns as texts } from "./texts";

const happened = (at: string | null, by: string | null): string | null =>
  at && [dateTime(at), by].filter(Boolean).join(", ");

/** The facts of a run: what it paid, who made it, and what happened to it since. */
export function RunFacts({ run }: { run: Run }) {
  const total = totalOf(run);
  const facts: [string, ReactNode][] = [
    [texts.period, <a href={`/app/stats/pay-periods/${run.periodId}`}>{period(run)}</a>],
    [texts.state, stateOf(run)],
    [texts.total, `${php(total.php)}, ${usd(total.usd)}`],
    [texts.payments, count(run.payments)],
    [texts.accounts, count(run.accounts)],
    [texts.made, happened(run.madeAt, run.madeBy)],
    [texts.exported, happened(run.exportedAt, run.exportedBy)],
    [texts.undone, happened(run.undoneAt, run.undoneBy)],
    [texts.failed, run.failed === 0 ? null : count(run.failed)],
    [texts.returned, run.returnedPhp === 0 ? null : php(run.returnedPhp)],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
