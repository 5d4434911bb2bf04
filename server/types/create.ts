import { one } from "../kernel/database";
import { linksChanged } from "../kernel/link-state";
import { type Call, command } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { NewType } from "./fields";
import { savePrices } from "./save-prices";
import { findPricedType, Type } from "./type";

/** A new link of a site with its first prices: activated, without a bonus, unless said otherwise. */
export const create = command({
  name: "types.create",
  does: "add links to a site",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewType,
  output: Type,
  async run(call, given) {
    const id = await insertType(call, given);
    await linksChanged();
    return findPricedType(call.actor, id);
  },
});

/** Throws 404 where there is no such site. */
export async function insertType(call: Call, { siteId, typename, typealias, url, ...given }: NewType): Promise<number> {
  const { bbrCh = 0, bonus = false, status = true, showNoSalesStat = false, feeGeos = [] } = given;
  // Whoever deletes the site waits, or has deleted it.
  const site = await one(sql`SELECT id FROM sites WHERE id = ${siteId} FOR KEY SHARE`);
  if (!site) throw notFound();
  const { id } = (await one<{ id: number }>(sql`
    INSERT INTO types (site_id, typename, typealias, url, bbr_ch, bonus, active, show_no_sales_stat)
    VALUES (${siteId}, ${typename}, ${typealias}, ${url}, ${bbrCh}, ${bonus}, ${status}, ${showNoSalesStat})
    RETURNING id`)) as { id: number };
  const after = { siteId, typename, typealias, url, bbrCh, bonus, status: Number(status), showNoSalesStat };
  call.changed({ record: "type", id, before: null, after });
  const { payout, earning, lpp, bonusPayout = null, bonusEarning = null, bonusLpp = null } = given;
  await savePrices(call, id, { payout, earning, lpp, bonus, bonusPayout, bonusEarning, bonusLpp, feeGeos });
  return id;
}
