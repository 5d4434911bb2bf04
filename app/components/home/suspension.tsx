import { home as texts } from "~/texts";
import { Notice } from "../ui/notice";

type Props = {
  standing: { active: boolean; reason: string | null; since: string | null };
  /** Shows the notice about stolen cards, which says itself that the account is suspended. */
  fraud?: boolean;
};

/** Says once that the account is suspended, what follows from it, and why. Renders nothing while it is active. */
export function Suspension({ standing: { active, reason, since }, fraud = false }: Props) {
  if (active) return null;
  return (
    <Notice>
      {fraud && <p>{texts.fraud}</p>}
      <p>{fraud ? texts.linksStopped : texts.suspended(since)}</p>
      {reason && <p>{texts.reason(reason)}</p>}
    </Notice>
  );
}
