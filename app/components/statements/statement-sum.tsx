import { statements as texts } from "~/components/statements/texts";
import { period as formatted, pesos, signed } from "../formats";
import type { Period, Sheet } from "./statement";

type Props = { sheet: Sheet; period: Period & { state: keyof typeof texts.balance } };

/** The amount that a statement is about, and what it consists of. */
export function StatementSum({ sheet: { opening, inPeriod, payments, total }, period }: Props) {
  const parts: readonly (readonly [number, string])[] = [
    [inPeriod.php, texts.inPeriod(formatted(period))],
    [opening.php, texts.carriedOver],
    [payments.php, texts.paidOut],
  ];
  return (
    <p className="balance">
      {texts.balance[period.state]} <strong>{signed(pesos, total.php)}</strong>{" "}
      <small>
        {parts
          .filter(([php], index) => index === 0 || php !== 0)
          .map(([php, label]) => `${signed(pesos, php)} ${label}`)
          .join(" · ")}
      </small>
    </p>
  );
}
