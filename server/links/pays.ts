import { z } from "zod";
import { type Agent, Type } from "~models";
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

export type Pay = z.output<typeof Pays>;

/** The pay of the agent's office for each of these links, in their order. The caller has checked that both are visible. */
export async function paysOf(actor: Actor, { companyId }: Agent, typeIds: readonly number[]): Promise<Pay[]> {
  const types = await Type.findAll({
    attributes: ["id", "typename"],
    where: { id: [...typeIds] },
    include: [{ association: "site", attributes: ["avp", "useApproveSale"] }],
  });
  const prices = await officePays(actor, typeIds, companyId);
  return typeIds.flatMap((id) => {
    const [type, pay] = [types.find((one) => one.id === id), prices.get(id)];
    if (!type || !pay) return [];
    const avp = type.site?.avp ?? false;
    const useApproveSale = !avp && (type.site?.useApproveSale ?? false);
    const ownPrice = !avp && !useApproveSale;
    return {
      ...{ id, typename: type.typename, useApproveSale, bonusPayout: pay.bonusPayout },
      payout: avp ? null : useApproveSale ? 0 : pay.payout,
      countries: ownPrice ? pay.countries : [],
    };
  });
}
