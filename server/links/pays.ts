import { z } from "zod";
import { type Agent, Site, Type } from "~models";
import type { Actor } from "../kernel/operation/roles";
import { officePays } from "../types";

/** Pesos for an agent, who gets what the office gets. Dollars are not among them. */
export const Pays = z.object({
  id: z.int(),
  typename: z.string(),
  /** Null on an AVP site, where a sale is paid by the agent's tier. */
  payout: z.number().nullable(),
  /** Null if the link pays no bonus. */
  bonusPayout: z.number().nullable(),
  /** The site sells in two steps: the bonus is the sale of the second day, and the first one pays nothing. */
  useApproveSale: z.boolean(),
  countries: z.array(z.object({ geo: z.string(), payout: z.number() })),
});

/** The pay for each active link of a site, by name. The caller has checked that the account sees agent and site. */
export async function paysOf(actor: Actor, siteId: number, { companyId }: Agent): Promise<z.output<typeof Pays>[]> {
  const site = await Site.findByPk(siteId, { attributes: ["avp", "useApproveSale"], raw: true });
  const types = await Type.findAll({ attributes: ["id", "typename"], where: { siteId, active: true }, raw: true });
  const prices = await officePays(actor, siteId, companyId);
  const avp = site?.avp ?? false;
  const useApproveSale = !avp && (site?.useApproveSale ?? false);
  return types
    .flatMap(({ id, typename }) => {
      const pay = prices.get(id);
      if (!pay) return [];
      const ownPrice = !avp && !useApproveSale;
      return [
        {
          ...{ id, typename, useApproveSale, bonusPayout: pay.bonusPayout },
          payout: avp ? null : useApproveSale ? 0 : pay.payout,
          countries: ownPrice ? pay.countries : [],
        },
      ];
    })
    .sort((a, b) => a.typename.toLowerCase().localeCompare(b.typename.toLowerCase()) || a.id - b.id);
}
