/**
 * The payments that accounts (an agent at an office each) should have received, derived only from their earnings,
 * without the order of payments or a balance.
 */

/** An account's pesos in a half-month, in centavos; for a payment, in the half-month that it settles. */
export type Amount = { half: string; agentId: number; companyId: number; php: bigint };

const sum = (amounts: readonly Amount[]) => amounts.reduce((all, { php }) => all + php, 0n);
const upTo = (amounts: readonly Amount[], half: string) => amounts.filter((one) => one.half <= half);

/**
 * Pesos paid to each account once some half-months are paid, by "agent office", without accounts at zero. An agent has
 * received the highest total that their earnings reached at the end of a paid half-month: later losses are not taken
 * back, and later earnings offset them first.
 */
export function paidOut(earned: readonly Amount[], paidHalves: readonly string[]): Map<string, bigint> {
  const paid = new Map<string, bigint>();
  for (const agentId of new Set(earned.map((one) => one.agentId))) {
    const own = earned.filter((one) => one.agentId === agentId);
    let [most, settled] = [0n, ""];
    for (const half of [...paidHalves].sort()) {
      const total = sum(upTo(own, half));
      if (total > most) [most, settled] = [total, half];
    }
    for (const amount of upTo(own, settled)) add(paid, amount);
  }
  return withoutZeros(paid);
}

/** Payment lines, which are negative, as pesos paid to each account. */
export function paidBy(payments: readonly Amount[]): Map<string, bigint> {
  const paid = new Map<string, bigint>();
  for (const payment of payments) add(paid, { ...payment, php: -payment.php });
  return withoutZeros(paid);
}

function add(sums: Map<string, bigint>, { agentId, companyId, php }: Amount): void {
  const key = `${agentId} ${companyId}`;
  sums.set(key, (sums.get(key) ?? 0n) + php);
}

const withoutZeros = (sums: Map<string, bigint>) => new Map([...sums].filter(([, php]) => php !== 0n).sort());
