import { statements as texts } from "~/components/statements/texts";
import { period as formatted } from "../formats";
import type { StatementLine } from "./statement";

/** The price basis or the reason of a line, and the line or half-month it refers to. */
export function Basis({
  line: { kind, basis, tier, reason, by, origin, reference: payment },
}: {
  line: StatementLine;
}) {
  const reference = origin && (kind === "payment" ? texts.settles : texts.corrects)(formatted(origin));
  return (
    <>
      {[basis, tier && texts.atTier(tier), reference].filter(Boolean).join(" ")}
      {payment && <span className="nowrap"> {texts.payment(payment)}</span>}
      {reason && <span className="kept">{(basis || reference ? ": " : "") + reason}</span>}
      {reason && by && <span className="note"> ({by})</span>}
    </>
  );
}
