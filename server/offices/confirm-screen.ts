import { literal } from "sequelize";
import { z } from "zod";
import { Office } from "~models";
import { findVisible } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { Ids, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type OfficeRow, officeTables } from "./office";
import { findSuspendedAlone } from "./suspended-alone";

/**
 * The names of the offices in a confirmation, and how many of their agents an activation would activate although they
 * were suspended on their own. Throws 404 for an office that the account cannot see.
 */
export const confirmScreen = query({
  name: "offices.confirmScreen",
  does: "change the status of offices",
  allow: atLeast("admin"),
  input: z.object({ ids: Ids, intent: Text().optional() }),
  output: z.object({ names: z.array(z.string()), suspendedAlone: z.int() }),
  async run({ actor }, { ids, intent }) {
    const offices = await findVisible(Office, actor, ids, {
      order: [[literal("office_name COLLATE by_name"), "ASC"], "id"],
    });
    const rows = await queryRows<Pick<OfficeRow, "agentsCount"> & { id: number }>(
      sql`
      SELECT offices.id, coalesce(agents_count, 0)::int AS "agentsCount" FROM ${officeTables(actor)}
      WHERE offices.id = ANY(${ids}::int[])`,
      { plan: "prepared" },
    );
    const counts = new Map(rows.map(({ id, agentsCount }) => [id, agentsCount]));
    const alone = intent === "activate" ? await findSuspendedAlone(ids) : [];
    // Acts on an office apply to all of its agents.
    const names = offices.map(({ id, officeName }) => {
      const count = counts.get(id) ?? 0;
      const suspended = alone.filter(({ companyId }) => companyId === id).length;
      const more = ids.length > 1 && suspended > 0 ? `, ${suspended} suspended on their own` : "";
      return `${officeName} (${count} ${count === 1 ? "agent" : "agents"}${more})`;
    });
    return { names, suspendedAlone: alone.length };
  },
});
