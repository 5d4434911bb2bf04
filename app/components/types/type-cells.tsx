import { dollars, pesos } from "../formats";

/** A note below the value of a cell. */
export const Beside = ({ children }: { children: string }) =>
  children === "" ? null : <p className="note">{children}</p>;

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
