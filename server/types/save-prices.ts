import type { Call } from "../kernel/operation/operation";
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
 * Writes those prices of a link that differ from the versions in effect: the default, each country's, and a disabled
 * version for each country that was removed from the list. Without a bonus its three fields are null.
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
