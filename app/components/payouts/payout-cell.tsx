import type { AgentPayout } from "./payout";
import { payouts as texts } from "./texts";

type Props = { payout: (AgentPayout & { details?: string }) | null; changed: string | null };

/** How an agent is paid, with a warning about a recent change. */
export function PayoutCell({ payout, changed }: Props) {
  if (payout === null) return <span className="zero">{texts.none}</span>;
  const { method, payee, details } = payout;
  return (
    <div>
      {texts.methods[method]}
      {payee === "office" && <small className="note"> {texts.throughOffice}</small>}
      {details && <div className="kept">{details}</div>}
      {changed !== null && (
        <div>
          <strong>{changed}</strong>
        </div>
      )}
    </div>
  );
}
