import { payroll as texts } from "~/components/payroll/texts";
import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { Notice } from "../ui/notice";
import { rate } from "./money";
import { PeriodState } from "./period-state";

type Props = {
  period: {
    state: "open" | "closed" | "paid";
    running: boolean;
    phpPerUsd: number | null;
    closedAt: string | null;
    closedBy: string | null;
    hash: string | null;
  };
  intact: boolean | null;
};

/** The state of a half-month, and whether its lines still match the hash stored at closing. */
export function PeriodFacts({ period, intact }: Props) {
  const { state, running, phpPerUsd, closedAt, closedBy, hash } = period;
  return (
    <>
      {intact === false && <Notice>{texts.broken}</Notice>}
      <section className="card">
        <Facts
          facts={[
            [texts.state, <PeriodState period={{ state, running }} />],
            [texts.rate, phpPerUsd === null ? null : rate(phpPerUsd)],
            [texts.closedAt, closedAt && dateTime(closedAt)],
            [texts.closedBy, closedBy],
            [texts.hash, hash && `${hash} ${intact ? texts.intact : ""}`],
          ]}
        />
        {state === "open" && <p className="note">{texts.openNote}</p>}
      </section>
    </>
  );
}
