import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { pickedSites, requireSite } from "../sites";
import { typesOfSite } from "../types";
import { Fee } from "./fee-rows";
import { feesOfType } from "./list";

const Choice = z.object({ value: z.int(), label: z.string() });

/**
 * Offices custom payments: the sites, the links of the chosen site, and the offices once both are chosen (FEE-02). A
 * link of another site, such as the previous one, counts as not chosen (FEE-06).
 */
export const feesScreen = query({
  name: "fees.screen",
  does: "list custom payments of offices",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id.optional(), typeId: Id.optional() }),
  output: z.object({
    sites: z.array(Choice),
    types: z.array(Choice),
    typeId: z.int().nullable(),
    /** The site's bonus is the Day#2 sale. */
    useApproveSale: z.boolean(),
    /** Null until site and link are chosen. */
    fees: z.array(Fee).nullable(),
  }),
  async run({ actor }, { siteId, typeId }) {
    const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
    const types = site ? await typesOfSite(site.id) : [];
    const type = types.find(({ id }) => id === typeId);
    const sites = await pickedSites(actor, "all");
    return {
      sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
      types: types.map(({ id, typename }) => ({ value: id, label: typename })),
      typeId: type?.id ?? null,
      useApproveSale: site?.useApproveSale ?? false,
      fees: type ? await feesOfType(actor, type.id) : null,
    };
  },
});
