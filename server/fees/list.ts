import { z } from "zod";
import { officesVisible } from "../accounts";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireSite } from "../sites";
import { requireType } from "../types";
import { Fee, type FeeFound, feesWhere } from "./fee-rows";

/** The payment of each active office for a link of a site: its custom payments, or the link's defaults. */
export const list = query({
  name: "fees.list",
  does: "list custom payments of offices",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id, typeId: Id }),
  output: z.array(Fee),
  async run({ actor }, { siteId, typeId }) {
    await requireSite(actor, siteId);
    const type = await requireType(actor, typeId);
    if (type.siteId !== siteId) throw invalid({ typeId: ["This link belongs to another site."] });
    return feesOfType(actor, typeId);
  },
});

/**
 * One row for each active office, by name.
 * SQL by hand: a list.
 */
export const feesOfType = (actor: Actor, typeId: number): Promise<FeeFound[]> =>
  feesWhere(sql`types.id = ${typeId} AND ${officesVisible(actor)} AND accounts.active`);
