import { agents as texts } from "~/texts";
import { Icon } from "../ui/icon";
import { AGENTS } from "./addresses";

/** Links to the agents whose approval is pending or was refused; nothing if there are none. */
export function ApprovalCounts({ waiting, rejected }: { waiting: number; rejected: number }) {
  if (waiting + rejected === 0) return null;
  return (
    <p className="no-print">
      <Icon name="clock" /> {waiting > 0 && <a href={`${AGENTS}?approval=waiting`}>{texts.waitingCount(waiting)}</a>}
      {waiting > 0 && rejected > 0 && " · "}
      {rejected > 0 && <a href={`${AGENTS}?approval=rejected`}>{texts.rejectedCount(rejected)}</a>}
    </p>
  );
}
