import { dollars, pesos, signed } from "../formats";

/** Signed amounts of accounts and lines. A dash if the exchange rate is not set yet. */
export const php = (amount: number | null): string => (amount === null ? "–" : signed(pesos, amount));
export const usd = (amount: number | null): string => (amount === null ? "–" : signed(dollars, amount));
