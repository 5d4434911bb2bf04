import { z } from "zod";
import { queryOne } from "../kernel/database/transactions";
import { Deleted, Id } from "../kernel/operation/input";
import { markLinksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { conflict } from "../kernel/operation/refusal";
import { designated } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { findPricedType, lockType } from "./type";

const IN_USE = "This link has clicks or sales, which have to stay. Please suspend it instead.";

/** Deletes a link with its prices, if it has neither clicks nor events: totals of the past refer to it. */
export const remove = command({
  name: "types.remove",
  does: "delete links of a site",
  allow: designated,
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id, siteId: Id.optional() }),
  output: Deleted,
  async run({ actor, changed }, { id, siteId }) {
    const type = await lockType(id, siteId);
    if (await isUsed(id)) throw conflict(IN_USE);
    const { version: _version, ...before } = await findPricedType(actor, id);
    await type.destroy();
    changed({ record: "type", id, before, after: null });
    await markLinksChanged();
    return { deleted: 1 };
  },
});

/**
 * Checks the measures: every click of any class and every event writes them, they are few, and the rows have no index
 * by type.
 */
export async function isUsed(typeId: number): Promise<boolean> {
  const row = await queryOne<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM stats_half WHERE type_id = ${typeId})
        OR EXISTS (SELECT 1 FROM stats_delta WHERE type_id = ${typeId}) AS used`);
  return row?.used ?? false;
}
