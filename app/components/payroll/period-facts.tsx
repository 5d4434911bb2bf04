import { Fragment } from "react";
import { payroll as texts } from "~/components/payroll/texts";
import { dateTime } from "../formats";
import { Notice } from "../ui/notice";

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
  const facts: [string, string | number | null][] = [
    [texts.state, running ? texts.running : texts.states[state]],
    [texts.rate, phpPerUsd],
    [texts.closedAt, closedAt && dateTime(closedAt)],
    [texts.closedBy, closedBy],
    [texts.hash, hash && `${hash} ${intact ? texts.intact : ""}`],
  ];
  return (
    <>
      {intact === false && <Notice>{texts.broken}</Notice>}
      {state === "open" && <p className="note">{texts.openNote}</p>}
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
    </>
  );
}
