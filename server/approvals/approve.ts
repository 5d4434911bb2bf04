import { literal } from "sequelize";
import { z } from "zod";
import { Account, Agent } from "~models";
import { findVisible } from "../accounts";
import { Ids, Updated } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { holding } from "../kernel/operation/roles";

/** Approves agents: they can sign in, are listed, and their links count. Approving again changes nothing. */
export const approve = command({
  name: "approvals.approve",
  does: "approve agents",
  allow: holding("APPROVE_AGENTS"),
  type: "UPDATE",
  input: z.object({ ids: Ids }),
  output: Updated,
  async run({ actor, changed }, { ids }) {
    const agents = await findVisible(Agent, actor, ids, { lock: true });
    const waiting = agents.filter(({ account }) => !account?.approved);
    if (waiting.length > 0) {
      await Account.update(
        { approved: true, version: literal("version + 1") },
        { where: { id: waiting.map(({ accountId }) => accountId) } },
      );
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
