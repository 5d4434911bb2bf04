import { count, dateTime, period } from "../formats";
import { php, usd } from "../payroll/money";
import { Amount } from "../ui/amount";
import { Facts } from "../ui/facts";
import { type Run, totalOf } from "./run";
import { RunState } from "./run-state";
import { paymentRuns as texts } from "./texts";

const happened = (at: string | null, by: string | null): string | null =>
  at && [dateTime(at), by].filter(Boolean).join(", ");

/** The facts of a run: what it paid, who made it, and what happened to it since. */
export function RunFacts({ run }: { run: Run }) {
  const total = totalOf(run);
  return (
    <header>
      <div className="balance">
        {texts.total}{" "}
        <strong>
          <Amount text={php(total.php)} />
        </strong>{" "}
        <Amount text={usd(total.usd)} />
      </div>
      <Facts
        facts={[
          [texts.period, <a href={`/app/stats/pay-periods/${run.periodId}`}>{period(run)}</a>],
          [texts.state, <RunState run={run} />],
          [texts.payments, count(run.payments)],
          [texts.accounts, count(run.accounts)],
          [texts.made, happened(run.madeAt, run.madeBy)],
          [texts.released, happened(run.releasedAt, run.releasedBy)],
          [texts.exported, happened(run.exportedAt, run.exportedBy)],
          [texts.undone, happened(run.undoneAt, run.undoneBy)],
          [texts.failed, run.failed === 0 ? null : count(run.failed)],
          [texts.returned, run.returnedPhp === 0 ? null : php(run.returnedPhp)],
        ]}
      />
    </header>
  );
}
