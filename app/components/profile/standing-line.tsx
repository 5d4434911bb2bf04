import { form, profile as texts } from "~/texts";
import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { State } from "../ui/state";

type Status = { active: boolean; reason: string | null; since: string | null };

/** The account's status, beside the heading. */
export const Standing = ({ status: { active } }: { status: Status }) => (
  <State tone={active ? "good" : "bad"}>{active ? texts.active : texts.suspended}</State>
);

/** Why and since when the account has its status, if that is known. */
export const StandingLine = ({ status: { reason, since } }: { status: Status }) =>
  (reason || since) && (
    <Facts
      facts={[
        [form.reason, reason && <span className="kept">{reason}</span>],
        [texts.since, since && dateTime(since)],
      ]}
    />
  );
