import { profile as texts } from "~/texts";
import { dateTime } from "../formats";

type Status = { active: boolean; reason: string | null; since: string | null };

/** Whether the account is activated, since when, and the reason that was given. */
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
