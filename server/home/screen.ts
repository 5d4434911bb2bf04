import { z } from "zod";
import { abilities } from "../accounts";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole, levels } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { payPeriodId } from "../trade/periods";
import { now } from "../kernel/time/now";
import { together } from "../kernel/database/statements";
import { WaitingPayout, waitingPayout } from "../payouts";
import { PaymentOutlook, paymentOutlook } from "../payroll";
import { Attention, attentionFor } from "./attention";
import { remainingSteps, SetUp } from "./set-up";
import { SinceVisit, sinceVisit } from "./since-visit";

/** Home beside its reports. A part is null for the roles that do not have it. */
export const screen = query({
  name: "home.screen",
  countsClicks: true,
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    balance: PaymentOutlook.nullable(),
    sinceVisit: SinceVisit.nullable(),
    attention: Attention.nullable(),
    setUp: SetUp.nullable(),
    /** The account's own new payout details while they wait; null if none do. */
    newPayout: WaitingPayout.nullable(),
  }),
  async run({ actor }) {
    const [balance, visit, attention, setUp, newPayout] = await together(
      balanceOf(actor),
      sinceVisit(actor),
      pendingWork(actor),
      abilities(actor).addOffice ? remainingSteps() : null,
      waitingPayout(actor),
    );
    return { balance, sinceVisit: visit, attention, setUp, newPayout };
  },
});

/** Managers rarely have any, so theirs is null where there is nothing. */
async function pendingWork(actor: Actor) {
  if (!hasRole(actor, "company")) return null;
  const work = await attentionFor(actor);
  return hasRole(actor, "admin") || work.length > 0 ? work : null;
}

function balanceOf({ role, agentId }: Actor) {
  if (role !== levels.agent || agentId === null) return null;
  return paymentOutlook(payPeriodId(dayOf(now())), agentId);
}
