import { z } from "zod";
import { agentsVisible } from "../accounts";
import { rows, run } from "../kernel/database";
import { Ids, Updated } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { holding } from "../kernel/roles";
import { sql } from "../kernel/sql";

type Found = { id: number; accountId: number; approved: boolean };

/** An approved agent may sign in, is listed, and his links count. Approving again changes nothing. */
export const approve = command({
  name: "approvals.approve",
  does: "approve agents",
  allow: holding("APPROVE_AGENTS"),
  type: "UPDATE",
  input: z.object({ ids: Ids }),
  output: Updated,
  async run({ actor, changed }, { ids }) {
    const agents = await rows<Found>(sql`
      SELECT agents.id, account_id AS "accountId", approved FROM agents JOIN accounts ON accounts.id = account_id
      WHERE agents.id = ANY(${ids}) AND ${agentsVisible(actor)}
      ORDER BY agents.id FOR UPDATE OF accounts`);
    if (agents.length < ids.length) throw notFound();
    const waiting = agents.filter(({ approved }) => !approved);
    if (waiting.length > 0) {
      await run(sql`
        UPDATE accounts SET approved = true, version = version + 1
        WHERE id = ANY(${waiting.map(({ accountId }) => accountId)})`);
      await linksChanged();
    }
    for (const { id, accountId } of waiting) {
      changed({
        record: "agent",
        id,
        before: { approved: false },
        after: { approved: true },
        onBehalfOf: accountId,
      });
    }
    return { updated: ids.length };
  },
});
