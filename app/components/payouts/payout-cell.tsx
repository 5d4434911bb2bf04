import { dateTime } from "../formats";
import type { AgentPayout } from "./payout";
import { payouts as texts } from "./texts";

type Shown = Pick<AgentPayout, "method" | "payee"> & { details?: string | null };
type Props = {
  payout: Shown | null | undefined;
  changed: string | null;
  /** Other payees with the same destination. */
  sharedWith: number;
  /** From when new details are used that wait. */
  newFrom?: string | null;
};

/** How an agent is paid, with warnings about a recent change and about others with the same destination. */
export function PayoutCell({ payout, changed, sharedWith, newFrom }: Props) {
  const waiting = newFrom && <div className="note">{texts.newFrom(dateTime(newFrom))}</div>;
  if (!payout)
    return (
      <>
        <span className="zero">{texts.none}</span>
        {waiting}
      </>
    );
  const { method, payee, details } = payout;
  return (
    <div className="payout">
      {texts.methods[method]}
      {payee === "office" && <small className="note"> {texts.throughOffice}</small>}
      {details && <div className="kept">{details}</div>}
      {details === null && <div className="note">{texts.erased}</div>}
      {changed !== null && (
        <div>
          <strong>{changed}</strong>
        </div>
      )}
      {sharedWith > 0 && (
        <div>
          <strong>{texts.shared(sharedWith)}</strong>
        </div>
      )}
      {waiting}
    </div>
  );
}
