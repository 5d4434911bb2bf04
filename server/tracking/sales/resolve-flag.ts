import { z } from "zod";
import { now } from "../../kernel/time/now";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { Updated } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { conflict, noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";

// Looks a sale up by its own ID or by that of its reversal, in a table that is distributed by agent.

/**
 * Marks a sale's stolen-card flag as resolved, so that its agent no longer sees the fraud notice. `id` is the ID of the
 * sale or of its reversal. Repeating the call changes nothing. No amount ever changes. Throws 404 for an unknown sale
 * and 409 for one that is not flagged.
 */
export const resolveFlag = command({
  name: "sales.resolve",
  does: "resolve flagged sales",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: z.int().min(1) }),
  output: Updated,
  async run({ actor, changed }, { id }) {
    const event = await queryOne<{ agentId: number; original: number }>(sql`
      SELECT agent_id AS "agentId", coalesce(reverses, id) AS original FROM sale_events WHERE id = ${id}`);
    if (!event) throw noSuch("sale");
    const { agentId, original } = event;
    const flagged = await queryRows<{ id: number; open: boolean }>(sql`
      SELECT id, resolved_at IS NULL AS open FROM sale_events
      WHERE agent_id = ${agentId} AND stolen_card AND (id = ${original} OR reverses = ${original})
      ORDER BY id FOR UPDATE`);
    if (flagged.length === 0) throw conflict("This sale is not flagged.");
    for (const { id: resolved } of flagged.filter(({ open }) => open)) {
      const at = now();
      await queryRows(sql`
        UPDATE sale_events SET resolved_at = ${at}, resolved_by = ${actor.accountId}
        WHERE agent_id = ${agentId} AND id = ${resolved}`);
      changed({ record: "sale", id: resolved, before: { resolvedAt: null }, after: { resolvedAt: at.toISOString() } });
    }
    return { updated: 1 };
  },
});
