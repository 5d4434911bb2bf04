import { literal, type Order } from "sequelize";
import { z } from "zod";
import { Site } from "~models";
import { Ids } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";

/** The names of the sites that a confirmation lists. Throws 404 for one that does not exist. */
export const named = query({
  name: "sites.named",
  does: "change the status of sites",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run(_call, { ids }) {
    const order: Order = [[literal("sitename COLLATE by_name"), "ASC"], "id"];
    const sites = await Site.findAll({ attributes: ["sitename"], where: { id: ids }, order });
    if (sites.length < ids.length) throw noSuch("site");
    return sites.map(({ sitename }) => sitename);
  },
});
