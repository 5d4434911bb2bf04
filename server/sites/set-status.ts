import { z } from "zod";
import { rows, run } from "../kernel/database";
import { Ids, Status, Updated } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { flagsFrom } from "./flags";

type Held = { id: number; active: boolean; useApproveSale: boolean };

/**
 * Activates or suspends sites. Where the status changes, 'Use CardApprove, Sale' follows it: set by activating, unset by
 * suspending (SITE-08).
 */
export const setStatus = command({
  name: "sites.setStatus",
  does: "change the status of sites",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ ids: Ids, status: Status }),
  output: Updated,
  async run({ changed }, { ids, status }) {
    const sites = await rows<Held>(sql`
      SELECT id, active, use_approve_sale AS "useApproveSale" FROM sites WHERE id = ANY(${ids}::int[])
      ORDER BY id FOR UPDATE`);
    if (sites.length < ids.length) throw notFound();
    const others = sites.filter(({ active }) => active !== status);
    const otherIds = others.map(({ id }) => id);
    await run(sql`
      UPDATE sites SET active = ${status}, use_approve_sale = ${status}, version = version + 1
      WHERE id = ANY(${otherIds}::int[])`);
    for (const { id, active, useApproveSale } of others) {
      changed({
        ...{ record: "site", id, before: { active, useApproveSale } },
        after: { active: status, useApproveSale: status },
      });
    }
    await flagsFrom(others.filter(({ useApproveSale }) => useApproveSale !== status).map(({ id }) => id));
    if (others.length > 0) await linksChanged();
    return { updated: ids.length };
  },
});
