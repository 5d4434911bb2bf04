import { Op } from "sequelize";
import { z } from "zod";
import { Account, PayoutDetails } from "~models";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";

export const WaitingPayout = z.object({
  changedAt: z.string(),
  changedBy: z.string().nullable(),
  /** From when payments go there, unless a superadmin confirms them before. */
  usedFrom: z.string(),
});

/** The actor's own new payout details while they wait; null if none do, and for admins, who are not paid. */
export async function waitingPayout(actor: Actor): Promise<z.output<typeof WaitingPayout> | null> {
  if (hasRole(actor, "admin")) return null;
  const waiting = await PayoutDetails.findOne({
    where: { accountId: actor.accountId, withdrawnAt: null, usedFrom: { [Op.gt]: now() } },
    include: [{ model: Account, as: "changer", attributes: ["username"] }],
  });
  if (!waiting) return null;
  const { changedAt, changer, usedFrom } = waiting;
  return { changedAt: isoTime(changedAt), changedBy: changer?.username || null, usedFrom: isoTime(usedFrom) };
}
