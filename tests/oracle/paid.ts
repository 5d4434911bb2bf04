/**
 * The pay for events, computed from the raw rows one by one: an agent's tier counts all events, each amount belongs to
 * its event, and dollars are added as fractions.
 */
import { periodAround } from "./days";
import { centavosOfAll, centsOf, dollarCentsOfAll } from "./money";
import { tierBy, type TierRow } from "./prices";

export type PaidEvent = { day: string; agentId: number; typeId: number; bonus: boolean; sign: number } & {
  /** Bits. 1: of an AVP site, 2: of a site that pays by its bonus, 4: a correction. */
  flags: number;
  payout: string;
  earning: string;
};
/** All tiers ever set, and the rate of each half-month that has one, by its first day. */
export type Terms = { tiers: readonly TierRow[]; rates: ReadonlyMap<string, string> };
export type Pay = {
  payout: bigint;
  bonusPayout: bigint;
  payoutPhp: bigint;
  /** Undefined if a rate is missing. */
  dollars: bigint | undefined;
  /** Earnings at their rates minus pesos; undefined if a rate is missing. */
  margin: bigint | undefined;
  /** Pesos by link, under "12" for sales and "12b" for bonuses. */
  php: Map<string, bigint>;
};

const has = (flags: number, flag: number) => Math.floor(flags / flag) % 2 === 1;
export const isAvp = ({ flags }: { flags: number }) => has(flags, 1);
const halfOf = (day: string) => periodAround(day, "beWeek").start;

/** Net sales of each agent in each half-month over all AVP sites and offices, keyed by both with a space between. */
export function avpSales(events: readonly PaidEvent[]): Map<string, number> {
  const sales = new Map<string, number>();
  for (const { agentId, day, bonus, flags, sign } of events) {
    if (bonus || !has(flags, 1) || has(flags, 4)) continue;
    const key = `${agentId} ${halfOf(day)}`;
    sales.set(key, (sales.get(key) ?? 0) + sign);
  }
  return sales;
}

export function tierOf(terms: Terms, sales: ReadonlyMap<string, number>, agentId: number, day: string) {
  const half = halfOf(day);
  const count = sales.get(`${agentId} ${half}`) ?? 0;
  return { count, tier: tierBy(terms.tiers, half, count) };
}

/** The pay for some events, where `sales` are those of all events. */
export function payOf(events: readonly PaidEvent[], terms: Terms, sales: ReadonlyMap<string, number>): Pay {
  const pay: Pay = { payout: 0n, bonusPayout: 0n, payoutPhp: 0n, dollars: 0n, margin: 0n, php: new Map() };
  const earned = new Map<string, bigint>();
  const amounts: { centavos: bigint; rate: string }[] = [];
  const bonusesWithoutRate = new Map<string, bigint>();
  let ofTiers = 0n;
  let unset = false;
  for (const event of events) {
    const { typeId, bonus, flags, sign, day } = event;
    const stored = centsOf(event.payout);
    const half = halfOf(day);
    const correction = has(flags, 4);
    const atTier = !bonus && has(flags, 1) && !correction;
    const tier = tierOf(terms, sales, event.agentId, day).tier;
    const byBonus = !bonus && has(flags, 2) && !has(flags, 1) && !correction;
    const pesos = atTier ? BigInt(sign) * centsOf(tier?.php ?? "0") : byBonus ? 0n : stored;
    if (bonus) pay.bonusPayout += stored;
    else pay.payout += stored;
    pay.payoutPhp += pesos;
    const name = bonus ? `${typeId}b` : `${typeId}`;
    pay.php.set(name, (pay.php.get(name) ?? 0n) + pesos);
    const rate = terms.rates.get(half);
    earned.set(half, (earned.get(half) ?? 0n) + centsOf(event.earning));
    if (atTier) ofTiers += BigInt(sign) * centsOf(tier?.dollars ?? "0");
    else if (rate !== undefined) amounts.push({ centavos: pesos, rate });
    // For a bonus on an AVP site the roll-ups know its sum in pesos; zero is zero at any rate.
    else if (has(flags, 1) && !correction) bonusesWithoutRate.set(half, (bonusesWithoutRate.get(half) ?? 0n) + pesos);
    else unset = true;
  }
  const known = !unset && [...bonusesWithoutRate.values()].every((pesos) => pesos === 0n);
  pay.dollars = known ? dollarCentsOfAll(amounts, ofTiers) : undefined;
  const nonzero = [...earned].filter(([, cents]) => cents !== 0n);
  const converted = nonzero.map(([half, cents]) => ({ cents, rate: terms.rates.get(half) }));
  const php = centavosOfAll(converted.flatMap(({ cents, rate }) => (rate === undefined ? [] : [{ cents, rate }])));
  pay.margin = converted.some(({ rate }) => rate === undefined) ? undefined : php - pay.payoutPhp;
  return pay;
}
