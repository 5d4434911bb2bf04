import { z } from "zod";
import { OfficeSite, Site } from "~models";
import { findOneVisible } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Id, Updated } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

const columns = selectColumns(OfficeSite, ["companyId"], { from: "gained" });

/**
 * Enables a site for every office that does not have it yet, including suspended and hidden ones, and for their agents.
 * If an office already has it, its agents do not change: someone may have disabled it for one of them. Returns the ids
 * of the offices.
 */
export async function enableEverywhere(siteId: number): Promise<number[]> {
  const gained = await queryRows<RowOf<typeof columns>>(sql`
    WITH gained AS (
      INSERT INTO office_sites (company_id, site_id)
      SELECT offices.id, ${siteId}::int FROM offices JOIN accounts ON accounts.id = account_id
      WHERE deleted_at IS NULL ORDER BY offices.id
      ON CONFLICT DO NOTHING RETURNING company_id),
    passed_on AS (
      INSERT INTO agent_sites (agent_id, site_id)
      SELECT agents.id, ${siteId}::int FROM agents JOIN gained USING (company_id)
      JOIN accounts ON accounts.id = account_id WHERE deleted_at IS NULL
      ON CONFLICT DO NOTHING)
    SELECT ${columns} FROM gained ORDER BY company_id`);
  return gained.map(({ companyId }) => companyId);
}

/** Enables the site for all offices and their agents. Returns how many offices did not have it before. */
export const enableForAll = command({
  name: "sites.enableForAll",
  does: "enable sites for all offices",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: Updated,
  async run({ actor, changed }, { id }) {
    await findOneVisible(Site, actor, id, { lock: true });
    const companyIds = await enableEverywhere(id);
    if (companyIds.length > 0) {
      changed({ record: "site", id, before: {}, after: { enabledFor: companyIds } });
      await markLinksChanged();
    }
    return { updated: companyIds.length };
  },
});
