import { empty } from "~/texts";
import { EmptyText } from "../ui/empty-text";
import { Dated } from "../ui/line-breaks";
import type { HintChoice } from "../pickers/date-range";
import { reportAddress } from "./site-addresses";
import type { ReportQuery } from "./site-report";

type Props = { path: string; query: ReportQuery; hints: readonly HintChoice[]; avp: boolean };

const NAMES = ["Yesterday", "This week", "This half-month"];
/** An AVP report has one half-month at a time. */
const MOST_HALF_MONTHS = 3;

/** A report without data, with links to other periods. */
export function OtherPeriods({ path, query, hints, avp }: Props) {
  const others = (avp ? hints.slice(0, MOST_HALF_MONTHS) : hints.filter(({ label }) => NAMES.includes(label)))
    .filter(({ start, end }) => start !== query.start || end !== query.end)
    .sort((a, b) => (avp ? 0 : NAMES.indexOf(a.label) - NAMES.indexOf(b.label)));
  if (query.print) return <EmptyText text={empty.period} />;
  return (
    <EmptyText text={empty.period} icon="stats">
      {others.length > 0 && <p className="note">{avp ? "Other half-months" : "Other periods"}</p>}
      <p className="acts">
        {others.map(({ label, start, end }) => (
          <a key={label} className="button" href={reportAddress(path, query, { start, end })}>
            <Dated text={label} />
          </a>
        ))}
      </p>
    </EmptyText>
  );
}
