import { z } from "zod";
import { Price } from "~models";
import { now } from "../kernel/clock";
import { client } from "../kernel/database";
import { amount, cents } from "../kernel/money";
import { priceAt } from "../tracking";
import type { Chain } from "./chain";

/** What the next sale of a link would pay, in pesos, and whose price that is. */
export const PriceOutput = z.object({
  payout: z.number(),
  source: z.enum(["office", "geo", "default", "none"]),
  /** AVP: the tier of the half-month decides instead. */
  tiered: z.boolean(),
});
export type PriceOutput = z.output<typeof PriceOutput>;

const SALE = 0;

/** null where the link never had a price, or where a part of it is missing. */
export async function priceNow({ office, site, type }: Chain, geo: string): Promise<PriceOutput | null> {
  if (!office || !site || !type) return null;
  const moment = now();
  const known = await Price.findOne({ attributes: ["id"], where: { typeId: type.id, companyId: null, geo: null } });
  const price = known && (await priceAt(client(), type.id, office.id, geo, SALE, moment));
  return price ? { payout: amount(cents(price.payout)), source: price.source, tiered: site.avp } : null;
}
