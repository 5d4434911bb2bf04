import { z } from "zod";
import { fromCents, toCents } from "../../kernel/text/money";

/** In centavos and cents. Dollars are null if any summand has none. */
export type Sum = { php: bigint; usd: bigint | null };

export const centsOf = ({ php, usd }: { php: string; usd: string | null }): Sum => ({
  php: toCents(php),
  usd: usd === null ? null : toCents(usd),
});

export const addSums = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (total, { php, usd }) => ({
      php: total.php + php,
      usd: total.usd === null || usd === null ? null : total.usd + usd,
    }),
    NOTHING,
  );
const NOTHING: Sum = { php: 0n, usd: 0n };

export const subtract = (sum: Sum, part: Sum): Sum => ({
  php: sum.php - part.php,
  usd: sum.usd === null || part.usd === null ? null : sum.usd - part.usd,
});

/** A sum as numbers with two decimals, in pesos and dollars. */
export const amounts = ({ php, usd }: Sum): { php: number; usd: number | null } => ({
  php: fromCents(php),
  usd: usd === null ? null : fromCents(usd),
});

/** The output schema of a sum. */
export const Amounts = z.object({ php: z.number(), usd: z.number().nullable() });
