import { amount, cents } from "../../kernel/money";
import { payPeriodId, previous, type Range } from "../../kernel/periods";
import { type Line, linesOf, totalUpTo, type Whose } from "../lines";

/** Centavos and cents; dollars are null as soon as one of those summed has none. */
export type Sum = { php: bigint; usd: bigint | null };

export type Account = { opening: Sum; lines: Line[]; total: Sum };

/** What stood there before a period, what came in it, and what stands there after it: opening and lines are the total. */
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

/** The same as numbers of two decimals. */
export const amounts = ({ php, usd }: Sum): { php: number; usd: number | null } => ({
  php: amount(php),
  usd: usd === null ? null : amount(usd),
});
