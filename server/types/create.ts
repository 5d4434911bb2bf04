import { Transaction } from "sequelize";
import { Site, Type } from "~models";
import { linksChanged } from "../kernel/database/link-state";
import { type Call, command } from "../kernel/operation/operation";
import { notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { NewType } from "./fields";
import { savePrices } from "./save-prices";
import { findPricedType, TypeOutput } from "./type";

/** Adds a link to a site with its first prices: active and without a bonus by default. */
export const create = command({
  name: "types.create",
  does: "add links to a site",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewType,
  output: TypeOutput,
  async run(call, given) {
    const id = await insertType(call, given);
    await linksChanged();
    return findPricedType(call.actor, id);
  },
});

/** Throws 404 if the site does not exist. */
export async function insertType(call: Call, { siteId, typename, typealias, url, ...given }: NewType): Promise<number> {
  const { bbrCh = 0, bonus = false, status = true, showNoSalesStat = false, feeGeos = [] } = given;
  // Deleting the site waits for this lock, or has already succeeded.
  const site = await Site.findByPk(siteId, { attributes: ["id"], lock: Transaction.LOCK.KEY_SHARE });
  if (!site) throw notFound();
  const own = { siteId, typename, typealias, url, bbrCh, bonus, showNoSalesStat };
  const { id } = await Type.create({ ...own, active: status });
  call.changed({ record: "type", id, before: null, after: { ...own, status: Number(status) } });
  const { payout, earning, lpp, bonusPayout = null, bonusEarning = null, bonusLpp = null } = given;
  await savePrices(call, id, { payout, earning, lpp, bonus, bonusPayout, bonusEarning, bonusLpp, feeGeos });
  return id;
}
