import { z } from "zod";
import { Price } from "~models";
import { now } from "../kernel/time/now";
import { currentClient } from "../kernel/database/transactions";
import { fromCents, toCents } from "../kernel/text/money";
import { priceAt } from "../tracking";
import type { Chain } from "./chain";

/** The price of the link's next sale in pesos, and where that price comes from. */
export const PriceOutput = z.object({
  payout: z.number(),
  source: z.enum(["office", "geo", "default", "none"]),
  /** AVP: the tier of the half-month sets the price instead. */
  tiered: z.boolean(),
});
export type PriceOutput = z.output<typeof PriceOutput>;

const SALE = 0;

/** Null if the link never had a price, or if its office, site or link does not exist. */
export async function priceNow({ office, site, type }: Chain, geo: string): Promise<PriceOutput | null> {
  if (!office || !site || !type) return null;
  const moment = now();
  const basePrice = await Price.findOne({ attributes: ["id"], where: { typeId: type.id, companyId: null, geo: null } });
  const price = basePrice && (await priceAt(currentClient(), type.id, office.id, geo, SALE, moment));
  return price ? { payout: fromCents(toCents(price.payout)), source: price.source, tiered: site.avp } : null;
}
