import { one, withConnection } from "../kernel/database";
import { linksChanged } from "../kernel/link-state";
import { writeAudit } from "../kernel/audit";
import { now } from "../kernel/clock";
import { type Client, sql } from "../kernel/sql";
import { isOn } from "../options";

// SQL by hand: part of booking: suspends the account of an agent on the connection of the batch, if it is active.

/**
 * With the option Auto Block Account on, a sale that was paid with a stolen card suspends its agent, in the transaction
 * of the event and with a note of it. The agent stays signed in and reads why; nothing happens to one who is suspended.
 */
export function blockForStolenCard(client: Client, agentId: number, eventId: number): Promise<void> {
  return withConnection(client, async () => {
    if (!(await isOn("auto_block_account"))) return;
    const reason = `Sale ${eventId} was made with a stolen card.`;
    const account = await one<{ id: number }>(sql`
      UPDATE accounts a SET active = false, status_reason = ${reason}, status_by = NULL, status_at = ${now()},
        version = a.version + 1
      FROM agents g WHERE g.id = ${agentId} AND a.id = g.account_id AND a.active
      RETURNING a.id`);
    if (!account) return;
    await writeAudit("postbacks.block", null, [
      {
        record: "agent",
        id: agentId,
        before: { active: true },
        after: { active: false, reason },
        onBehalfOf: account.id,
      },
    ]);
    await linksChanged();
  });
}
