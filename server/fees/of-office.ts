import { z } from "zod";
import { sql } from "../kernel/database/sql";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { requireOffice } from "../offices";
import { findFees } from "./fee-rows";

/** A price that an office has of its own, and the link's price next to it. Bonuses are null if the link pays none. */
const OwnPrice = z.object({
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  payout: z.number(),
  usualPayout: z.number(),
  bonusPayout: z.number().nullable(),
  usualBonusPayout: z.number().nullable(),
});

/** The links for which an office has its own price, by site and link. */
export const ofOffice = query({
  name: "fees.ofOffice",
  does: "read the payments of offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), officeName: z.string(), items: z.array(OwnPrice) }),
  async run({ actor }, { id }) {
    const { officeName } = await requireOffice(actor, id);
    const fees = await findFees(sql`offices.id = ${id} AND own.enabled`);
    const items = fees.map(({ usual, ...fee }) => ({
      ...fee,
      usualPayout: usual.payout,
      usualBonusPayout: usual.bonusPayout,
    }));
    return { id, officeName, items };
  },
});
