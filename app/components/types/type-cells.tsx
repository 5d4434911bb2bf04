import type { Html } from "../table/column";

/** A note below the value of a cell. */
export const Beside = ({ children }: { children: string }) =>
  children === "" ? null : <p className="note">{children}</p>;

/** No price: a dash, which a screen reader reads as a word and a card on a phone leaves out (WIDGET-29). */
const NONE: Html = { html: '<span aria-hidden="true">–</span><span class="unseen">none</span>', tone: "none" };

/** The price of a bonus, or that the link pays none. */
export const bonusPrice = (amount: number | null | undefined, format: (amount: number) => string) =>
  amount === null || amount === undefined ? NONE : format(amount);
