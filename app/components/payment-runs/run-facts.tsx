import { Fragment, type ReactNode } from "react";
import { dateTime, period } from "../formats";
import { php, usd } from "../payroll/money";
import { type Run, stateOf } from "./run";
import { paymentRuns as texts } from "./texts";

const happened = (at: string | null, by: string | null): string | null =>
  at && [dateTime(at), by].filter(Boolean).join(", ");

/** The facts of a run: what it paid, who made it, and what happened to it since. */
export function RunFacts({ run }: { run: Run }) {
  const facts: [string, ReactNode][] = [
    [texts.period, <a href={`/app/stats/pay-periods/${run.periodId}`}>{period(run)}</a>],
    [texts.state, stateOf(run)],
    [texts.total, `${php(run.php)}, ${usd(run.usd)}`],
    [texts.payments, run.payments],
    [texts.accounts, run.accounts],
    [texts.made, happened(run.madeAt, run.madeBy)],
    [texts.exported, happened(run.exportedAt, run.exportedBy)],
    [texts.undone, happened(run.undoneAt, run.undoneBy)],
    [texts.failed, run.failed || null],
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
