import { dollars, pesos } from "../formats";

/** The price of a bonus; a dash if the link pays none (WIDGET-29). */
export function BonusPrice({ amount, in: currency }: { amount: number | null; in: "pesos" | "dollars" }) {
  if (amount === null) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="unseen">none</span>
      </>
    );
  }
  return <>{currency === "pesos" ? pesos(amount) : dollars(amount)}</>;
}
