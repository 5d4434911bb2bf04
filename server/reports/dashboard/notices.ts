import { one } from "../../kernel/database/transactions";
import { shownHtml } from "../../kernel/text/html";
import type { Actor } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";

// SQL by hand: the notices of the dashboard, each in one statement.

/** The Must Read of the account's office, as sanitized HTML; null for accounts without an office. */
export async function agentNotes({ companyId }: Actor): Promise<string | null> {
  if (companyId === null) return null;
  const office = await one<{ notes: string }>(sql`SELECT agent_notes AS notes FROM offices WHERE id = ${companyId}`);
  return shownHtml(office?.notes ?? "");
}

/**
 * True if the agent sees the notice about sales with stolen cards (HOME-04): they are suspended and have such a sale
 * that no superadmin has resolved. Only sales received since the last activation count, because a later suspension has
 * another reason.
 */
export async function toldOfFraud({ agentId }: Actor): Promise<boolean> {
  if (agentId === null) return false;
  const flagged = await one(sql`
    WITH activated AS MATERIALIZED (
      SELECT coalesce(max(at), '-infinity') AS at FROM audit
      WHERE record = 'agent' AND record_id = ${String(agentId)} AND after ->> 'active' = 'true'
    )
    SELECT 1 FROM sale_events e
    JOIN agents ON agents.id = e.agent_id
    JOIN accounts ON accounts.id = account_id AND NOT active
    WHERE e.agent_id = ${agentId} AND stolen_card AND resolved_at IS NULL
      AND received_at > (SELECT at FROM activated)
    LIMIT 1`);
  return flagged !== undefined;
}
