import { amount, cents } from "../../kernel/text/money";
import { payPeriodId, previous, type Range } from "../../kernel/periods";
import { type Line, linesOf, totalUpTo, type Whose } from "../lines";

/** In centavos and cents. Dollars are null if any summand has none. */
export type Sum = { php: bigint; usd: bigint | null };

export type Account = { opening: Sum; lines: Line[]; total: Sum };

/** The balance before a period, its lines, and the balance after it: `total` is `opening` plus all lines. */
export async function accountOf({ id, start, end }: Range & { id: number }, whose: Whose): Promise<Account> {
  const before = await totalUpTo(payPeriodId(previous({ start, end }, "beWeek").start), whose);
  const lines = await linesOf(id, whose);
  const opening = centsOf(before);
  return { opening, lines, total: added([opening, ...lines.map(centsOf)]) };
}

export const centsOf = ({ php, usd }: { php: string; usd: string | null }): Sum => ({
  php: cents(php),
  usd: usd === null ? null : cents(usd),
});

export const added = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (all, { php, usd }) => ({
      php: all.php + php,
      usd: all.usd === null || usd === null ? null : all.usd + usd,
    }),
    NOTHING,
  );
const NOTHING: Sum = { php: 0n, usd: 0n };

/** A sum as numbers with two decimals, in pesos and dollars. */
export const amounts = ({ php, usd }: Sum): { php: number; usd: number | null } => ({
  php: amount(php),
  usd: usd === null ? null : amount(usd),
});
