import { payroll as texts } from "~/components/payroll/texts";
import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { Notice } from "../ui/notice";
import { rate } from "./money";

type Props = {
  period: {
    state: "open" | "closed" | "paid";
    phpPerUsd: number | null;
    closedAt: string | null;
    closedBy: string | null;
    hash: string | null;
  };
  intact: boolean | null;
};

/** The rate and time of closing, and whether the lines of the half-month still match the hash stored then. */
export function PeriodFacts({ period, intact }: Props) {
  const { state, phpPerUsd, closedAt, closedBy, hash } = period;
  return (
    <>
      {intact === false && <Notice>{texts.broken}</Notice>}
      {state === "open" ? (
        <p className="note">{texts.openNote}</p>
      ) : (
        <section className="card">
          <Facts
            facts={[
              [texts.rate, phpPerUsd === null ? null : rate(phpPerUsd)],
              [texts.closedAt, closedAt && dateTime(closedAt)],
              [texts.closedBy, closedBy],
              [texts.hash, hash && `${hash} ${intact ? texts.intact : ""}`],
            ]}
          />
        </section>
      )}
    </>
  );
}
