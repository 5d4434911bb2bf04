import { Op } from "sequelize";
import { PayoutDetails } from "~models";
import { requireVersion } from "../kernel/database/records";
import { conflict } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { HOUR_MS } from "../kernel/time/durations";
import { newYorkTime } from "../kernel/time/new-york-time";
import { now } from "../kernel/time/now";
import { type NewDetails, openDetails, sealDetails } from "./details";
import { isUsed, readHistory } from "./read";

/** Payments go to new details this long after the change: enough time for their owner to read the mail and object. */
export const WAIT_HOURS = 72;

type Replaced = { before: PayoutDetails | undefined; after: PayoutDetails };

/**
 * Adds details to those of an account that is locked, and withdraws others that are not used yet. They are used 72
 * hours later, or at once if they are the same as those that are used now. Throws OptimisticLockError for an outdated
 * version.
 */
export async function replaceDetails(
  actor: Actor,
  accountId: number,
  { method, details, version }: NewDetails & { version?: number },
): Promise<Replaced> {
  const history = await readHistory(accountId);
  const [before] = history;
  const lastVersion = before?.version ?? 0;
  requireVersion(version, { version: lastVersion });
  const used = history.find(isUsed);
  const isSame = used?.method === method && openDetails(used) === details;
  const changedAt = now();
  await PayoutDetails.update(
    { withdrawnAt: changedAt },
    { where: { accountId, withdrawnAt: null, usedFrom: { [Op.gt]: changedAt } } },
  );
  const after = await PayoutDetails.create({
    ...{ accountId, method, sealed: sealDetails(accountId, details), changedAt, changedBy: actor.accountId || null },
    version: lastVersion + 1,
    usedFrom: isSame ? changedAt : new Date(changedAt.getTime() + WAIT_HOURS * HOUR_MS),
  });
  return { before, after };
}

/**
 * Confirms the newest details of an account that is locked: payments go there at once. Throws 409 if they are used
 * already, or if the actor entered them, and OptimisticLockError for an outdated version.
 */
export async function confirmDetails(actor: Actor, accountId: number, version?: number): Promise<Replaced["after"]> {
  const [newest] = await readHistory(accountId);
  requireVersion(version, { version: newest?.version ?? 0 });
  if (!newest || isUsed(newest)) throw conflict("No payout details wait for a confirmation here.");
  if (newest.changedBy === (actor.accountId || null)) {
    throw conflict(
      `You entered these payout details yourself, so another superadmin has to confirm them. Without that, they are used from ${newYorkTime(newest.usedFrom)}.`,
    );
  }
  const confirmedAt = now();
  const confirmedBy = actor.accountId || null;
  return newest.update({ usedFrom: confirmedAt, confirmedAt, confirmedBy, version: newest.version + 1 });
}
