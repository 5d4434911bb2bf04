import { Agent } from "~models";
import { changeStatus } from "../../accounts";
import { withConnection } from "../../kernel/database/transactions";
import { markLinksChanged } from "../../kernel/database/link-state";
import { writeAudit } from "../../kernel/operation/audit";
import type { Client } from "../../kernel/database/sql";
import { isOn } from "../../options";

/**
 * With the option Auto Block Account on, a sale that was paid with a stolen card suspends its agent, in the transaction
 * of the event and with an audit row. The agent stays signed in and sees the reason. An agent who is already suspended
 * is left unchanged.
 */
export function blockForStolenCard(client: Client, agentId: number, eventId: number): Promise<void> {
  return withConnection(client, async () => {
    if (!(await isOn("auto_block_account"))) return;
    const agent = await Agent.findByPk(agentId, { attributes: ["accountId"], raw: true });
    if (!agent) return;
    const reason = `Sale ${eventId} was made with a stolen card.`;
    const [done] = await changeStatus([agent.accountId], { active: false }, { by: null, reason });
    if (!done) return;
    const { accountId, before, after } = done;
    await writeAudit("postbacks.block", null, [{ record: "agent", id: agentId, before, after, onBehalfOf: accountId }]);
    await markLinksChanged();
  });
}
