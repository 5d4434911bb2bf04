import { z } from "zod";
import { PaymentRun } from "~models";
import { accessChangedByOther } from "../../accounts";
import { Id } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { conflict } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { config } from "../../kernel/process/config";
import { now } from "../../kernel/time/now";
import { lockPayPeriods } from "../close";
import { findRun, RunOutput } from "./run";

/** Throws 409 for a run that a second superadmin has to release before it is exported. */
export function requireRelease({ needsRelease, madeBy }: RunOutput): void {
  if (!needsRelease) return;
  const maker = madeBy ?? "the server";
  throw conflict(`This payment run has to be released first, by a superadmin other than ${maker}, who made it.`);
}

/**
 * Releases a run, so that it can be exported. Only for servers with RELEASE_BY_TWO, and only by a superadmin other than
 * the one who made the run, in a session that was opened with their password. A repeat changes nothing.
 */
export const releaseRun = command({
  name: "payroll.releaseRun",
  does: "release payment runs",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  credentials: true,
  confirmed: true,
  input: z.object({ id: Id }),
  output: RunOutput,
  async run({ actor, changed }, { id }) {
    await lockPayPeriods();
    const run = await findRun(id);
    if (run.undoneAt !== null) throw conflict("This payment run is undone.");
    if (run.releasedAt !== null) return run;
    if (run.exportedAt !== null) throw conflict("This payment run is already exported.");
    if (!config().RELEASE_BY_TWO) throw conflict("Payment runs need no release here: RELEASE_BY_TWO is off.");
    const releasedBy = actor.accountId || null;
    const { madeBy } = await PaymentRun.findByPk(id, { attributes: ["madeBy"], rejectOnEmpty: true });
    if (madeBy === releasedBy) {
      throw conflict("You made this payment run yourself, so another superadmin has to release it.");
    }
    const refusal = await accessChangedByOther(actor);
    if (refusal !== null) throw conflict(refusal);
    await PaymentRun.update({ releasedAt: now(), releasedBy }, { where: { id } });
    const released = await findRun(id);
    changed({ record: "paymentRun", id, before: { releasedAt: null }, after: { releasedAt: released.releasedAt } });
    return released;
  },
});
