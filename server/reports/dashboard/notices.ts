import { one } from "../../kernel/database";
import { shownHtml } from "../../kernel/html";
import type { Actor } from "../../kernel/roles";
import { sql } from "../../kernel/sql";

// SQL by hand: what the dashboard shows, each in one statement.

/** The Must Read of the office that the account belongs to, clean; null for accounts without an office. */
export async function agentNotes({ companyId }: Actor): Promise<string | null> {
  if (companyId === null) return null;
  const office = await one<{ notes: string }>(sql`SELECT agent_notes AS notes FROM offices WHERE id = ${companyId}`);
  return shownHtml(office?.notes ?? "");
}

/**
 * Whether the agent reads that sales of his were made with stolen cards (HOME-04): while he is suspended and has such a
 * sale that a superadmin has not resolved. An activation ends it too: a later suspension is about something else.
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
