import { Op } from "sequelize";
import { z } from "zod";
import { AvpTier, PayPeriod, Site } from "~models";
import { now } from "../kernel/time/now";
import { query } from "../kernel/operation/operation";
import { type Day, addDays, dayOf } from "../kernel/time";
import { payPeriodId, periodOf } from "../trade/periods";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { avpTiersOf, AvpPeriod } from "./avp-tiers";
import { avpVersion } from "./set-avp-periods";
import { BySiteInput, orderOf, sortedTypes } from "./by-site";
import { officePrices } from "./office-prices";
import { TypeOutput } from "./type";

export const LinkSite = z.object({
  id: z.int(),
  sitename: z.string(),
  active: z.boolean(),
  hidden: z.boolean(),
  avp: z.boolean(),
  useApproveSale: z.boolean(),
});
export const HalfMonth = z.object({ value: z.string(), label: z.string() });

/** A site's links, and the pay of AVP sites. */
export const listScreen = query({
  name: "types.listScreen",
  does: "list the links of a site",
  allow: atLeast("admin"),
  input: BySiteInput,
  output: z.object({
    site: LinkSite,
    types: z.array(TypeOutput.extend({ ownOffices: z.int().describe("Offices with their own price.") })),
    asked: z.object({ sortField: z.string(), sortAsc: z.boolean() }),
    avp: z.object({
      tiers: z.array(AvpPeriod),
      validFrom: z.string().nullable(),
      version: z.int(),
      /** Tiers that take effect in a later half-month. */
      later: z.array(z.object({ validFrom: z.string(), tiers: z.array(AvpPeriod) })),
      /** The half-months from which a change may take effect. */
      halfMonths: z.array(HalfMonth),
      /** The half-month after the current one. A change from then on affects no existing sale. */
      next: z.string(),
    }),
  }),
  async run({ actor }, { siteId, ...sort }) {
    const order = orderOf(actor, sort);
    const site = await findLinkSite(siteId);
    const today = dayOf(now());
    const later = await AvpTier.findAll({
      attributes: ["validFrom"],
      where: { index: 0, validFrom: { [Op.gt]: periodOf(today, "beWeek").start } },
      order: ["validFrom"],
    });
    const types = await sortedTypes(actor, siteId, order);
    const own = await officePrices(
      actor,
      types.map(({ id }) => id),
    );
    return {
      site,
      types: types.map((type) => ({ ...type, ownOffices: own.get(type.id)?.length ?? 0 })),
      asked: sort,
      avp: {
        ...(await avpTiersOf(today)),
        version: await avpVersion(),
        later: await Promise.all(
          later.map(async ({ validFrom }) => ({ validFrom, tiers: (await avpTiersOf(validFrom)).tiers })),
        ),
        halfMonths: await openHalfMonths(today),
        next: addDays(periodOf(today, "beWeek").end, 1),
      },
    };
  },
});

/** The site for its links' list. Admins can see every site, so none is left out. Throws 404 if it does not exist. */
export async function findLinkSite(id: number): Promise<z.output<typeof LinkSite>> {
  const attributes = ["id", "sitename", "active", "hidden", "avp", "useApproveSale"];
  const site = await Site.findByPk(id, { attributes, raw: true });
  if (!site) throw noSuch("site");
  return site;
}

const PAST_HALF_MONTHS = 3;
const FUTURE_HALF_MONTHS = 6;

/** The next half-months, from which a planned price may start. */
export function laterHalfMonths(today: Day): z.output<typeof HalfMonth>[] {
  const list: z.output<typeof HalfMonth>[] = [];
  let { end } = periodOf(today, "beWeek");
  for (let i = 0; i < FUTURE_HALF_MONTHS; i += 1) {
    const half = periodOf(addDays(end, 1), "beWeek");
    list.push({ value: half.start, label: `${half.start} ~ ${half.end}` });
    ({ end } = half);
  }
  return list;
}

/** The current half-month, the next ones, and earlier ones that are not closed yet. */
async function openHalfMonths(today: Day): Promise<z.output<typeof HalfMonth>[]> {
  const closed = await PayPeriod.max<number | null, PayPeriod>("id");
  let { start } = periodOf(today, "beWeek");
  for (let i = 0; i < PAST_HALF_MONTHS; i += 1) ({ start } = periodOf(addDays(start, -1), "beWeek"));
  const list: z.output<typeof HalfMonth>[] = [];
  for (let i = 0; i < PAST_HALF_MONTHS + FUTURE_HALF_MONTHS; i += 1) {
    const half = periodOf(start, "beWeek");
    if (payPeriodId(start) > (closed ?? 0)) list.push({ value: start, label: `${half.start} ~ ${half.end}` });
    start = addDays(half.end, 1);
  }
  return list;
}
