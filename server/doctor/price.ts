import { z } from "zod";
import { now } from "../kernel/clock";
import { client, one } from "../kernel/database";
import { amount, cents } from "../kernel/money";
import { sql } from "../kernel/sql";
import { priceAt } from "../tracking";
import type { Chain } from "./chain";

/** What the next sale of a link would pay, in pesos, and whose price that is. */
export const Price = z.object({
  payout: z.number(),
  source: z.enum(["office", "geo", "default", "none"]),
  /** AVP: the tier of the half-month decides instead. */
  tiered: z.boolean(),
});
export type Price = z.output<typeof Price>;

const SALE = 0;

/** null where the link never had a price, or where a part of it is missing. */
export async function priceNow({ office, site, type }: Chain, geo: string): Promise<Price | null> {
  if (!office || !site || !type) return null;
  const moment = now();
  const known = await one<{ id: number }>(sql`
    SELECT id FROM prices WHERE type_id = ${type.id} AND company_id IS NULL AND geo IS NULL LIMIT 1`);
  const price = known === undefined ? undefined : await priceAt(client(), type.id, office.id, geo, SALE, moment);
  return price ? { payout: amount(cents(price.payout)), source: price.source, tiered: site.avp } : null;
}
