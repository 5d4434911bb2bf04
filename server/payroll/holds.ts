import { z } from "zod";
import { PaymentHold } from "~models";
import { requireAgent } from "../agents";
import { Ids, Required, Updated } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { conflict } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { lockPayPeriods } from "./close";
import { displayedName } from "./lines";

/**
 * Holds agents back: runs do not pay them, and their balances carry over until they are released. All accounts of an
 * agent are held back, because they are settled together.
 */
export const holdPayments = command({
  name: "payroll.holdPayments",
  does: "hold payments back",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ agentIds: Ids, reason: Required() }),
  output: Updated,
  async run({ actor, changed }, { agentIds, reason }) {
    // Paying takes the same lock: an agent is either held back before a run or paid by it.
    await lockPayPeriods();
    for (const agentId of agentIds) {
      const { username } = await requireAgent(actor, agentId);
      const held = await PaymentHold.findOne({ where: { agentId, releasedAt: null } });
      if (held) throw conflict(`The payments of ${displayedName(username)} are already held back.`);
      await PaymentHold.create({ agentId, reason, heldAt: now(), heldBy: actor.accountId || null });
      changed({ record: "agent", id: agentId, before: { heldBack: null }, after: { heldBack: reason } });
    }
    return { updated: agentIds.length };
  },
});

/** Releases agents who are held back. Their balances are paid by the next run. */
export const releasePayments = command({
  name: "payroll.releasePayments",
  does: "release payments",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ agentIds: Ids }),
  output: Updated,
  async run({ actor, changed }, { agentIds }) {
    await lockPayPeriods();
    for (const agentId of agentIds) {
      const { username } = await requireAgent(actor, agentId);
      const held = await PaymentHold.findOne({ where: { agentId, releasedAt: null } });
      if (!held) throw conflict(`The payments of ${displayedName(username)} are not held back.`);
      await held.update({ releasedAt: now(), releasedBy: actor.accountId || null });
      changed({ record: "agent", id: agentId, before: { heldBack: held.reason }, after: { heldBack: null } });
    }
    return { updated: agentIds.length };
  },
});
