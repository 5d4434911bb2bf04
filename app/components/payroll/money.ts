import { dollars, pesos, signed } from "../formats";

/** Signed amounts of accounts and lines. A dash if the exchange rate is not set yet. */
export const php = (amount: number | null): string => (amount === null ? "–" : signed(pesos, amount));
export const usd = (amount: number | null): string => (amount === null ? "–" : signed(dollars, amount));

const DECIMALS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
  useGrouping: false,
});

/** Pesos for a dollar: `58.50`, `56.1234`. Two decimals at least, so that rates below each other compare by eye. */
export const rate = (phpPerUsd: number): string => DECIMALS.format(phpPerUsd);
