import { profile as texts } from "~/texts";
import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { State } from "../ui/state";

type Status = { active: boolean; reason: string | null; since: string | null };

/** The account's status, with the reason and date if known. */
export function StandingLine({ status: { active, reason, since } }: { status: Status }) {
  const word = (
    <>
      <State tone={active ? "good" : "bad"}>{active ? texts.active : texts.suspended}</State>
      {reason && <span className="kept">: {reason}</span>}
    </>
  );
  return (
    <Facts
      facts={[
        [texts.status, word],
        [texts.since, since && dateTime(since)],
      ]}
    />
  );
}
