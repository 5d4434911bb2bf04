import { z } from "zod";
import { one } from "../kernel/database";
import { Deleted, Id } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { conflict } from "../kernel/refusal";
import { designated } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { holdType } from "./require-type";
import { findPricedType } from "./type";

const IN_USE = "This link has clicks or sales, which have to stay. Please suspend it instead.";

/** Deletes a link with its prices, as long as it has neither a click nor an event: totals of the past need it then. */
export const remove = command({
  name: "types.remove",
  does: "delete links of a site",
  allow: designated,
  type: "DELETE",
  input: z.object({ id: Id, siteId: Id.optional() }),
  output: Deleted,
  async run({ actor, changed }, { id, siteId }) {
    const type = await holdType(id, siteId);
    if (await isUsed(id)) throw conflict(IN_USE);
    const { version: _version, ...before } = await findPricedType(actor, id);
    await type.destroy();
    changed({ record: "type", id, before, after: null });
    await linksChanged();
    return { deleted: 1 };
  },
});

/**
 * Measures are written with every click of any class and every event, and are few: the rows are not found by type.
 * SQL by hand: roll-ups.
 */
async function isUsed(typeId: number): Promise<boolean> {
  const used = await one<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT FROM stats_half WHERE type_id = ${typeId})
        OR EXISTS (SELECT FROM stats_delta WHERE type_id = ${typeId}) AS used`);
  return used?.used ?? false;
}
