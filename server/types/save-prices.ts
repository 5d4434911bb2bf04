import type { Call } from "../kernel/operation";
import { newestPrice, writePrice } from "./price-version";

export type Prices = {
  payout: number;
  earning: number;
  lpp: number;
  bonus: boolean;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
  feeGeos: readonly { geo: string; payout: number; earning: number }[];
};

/**
 * Writes what of a link's prices differs from the versions in force: everybody's, each country's, and for a country
 * that is gone from the list a version that says so. Without a bonus the bonus' three are null.
 */
export async function savePrices(call: Call, typeId: number, prices: Prices, gone: readonly string[] = []) {
  const { payout, earning, lpp, bonus } = prices;
  const points = {
    bonusPayout: bonus ? (prices.bonusPayout ?? 0) : null,
    bonusEarning: bonus ? (prices.bonusEarning ?? 0) : null,
    bonusLpp: bonus ? (prices.bonusLpp ?? 0) : null,
  };
  await writePrice(call, { typeId }, { enabled: true, payout, earning, lpp, ...points });
  const none = { lpp: null, bonusPayout: null, bonusEarning: null, bonusLpp: null };
  for (const { geo, ...fee } of prices.feeGeos) {
    await writePrice(call, { typeId, geo }, { enabled: true, ...fee, ...none });
  }
  for (const geo of gone) {
    const before = await newestPrice({ typeId, geo });
    if (before) await writePrice(call, { typeId, geo }, { ...before, enabled: false });
  }
}
