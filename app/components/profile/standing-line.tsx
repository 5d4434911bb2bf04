import { profile as texts } from "~/texts";
import { dateTime } from "../formats";

type Status = { active: boolean; reason: string | null; since: string | null };

/** The account's status, with the reason and date if known. */
export function StandingLine({ status: { active, reason, since } }: { status: Status }) {
  return (
    <dl className="facts">
      <dt>{texts.status}</dt>
      <dd>
        {active ? texts.active : texts.suspended}
        {reason && <span className="kept">: {reason}</span>}
      </dd>
      {since && (
        <>
          <dt>{texts.since}</dt>
          <dd>{dateTime(since)}</dd>
        </>
      )}
    </dl>
  );
}
