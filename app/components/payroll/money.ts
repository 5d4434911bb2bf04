import { dollars, pesos, signed } from "../formats";

/** Amounts of accounts and lines, with their sign; what has no rate yet is a dash. */
export const php = (amount: number | null): string => (amount === null ? "–" : signed(pesos, amount));
export const usd = (amount: number | null): string => (amount === null ? "–" : signed(dollars, amount));
