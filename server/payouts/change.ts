import { Op } from "sequelize";
import { PayoutDetails } from "~models";
import { accessChangedByOther, mayHoldAccess } from "../accounts";
import { requireVersion } from "../kernel/database/records";
import { conflict } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { HOUR_MS } from "../kernel/time/durations";
import { newYorkTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { type NewDetails, openDetails, sealDetails } from "./details";
import type { Owner } from "./owner";
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
 * Why a superadmin may not confirm details that wait, in a sentence; null if they may. It needs a person other than the one
 * who entered them, or could have done so in a session of their owner.
 */
export async function refusalToConfirm(actor: Actor, owner: Owner, newest: PayoutDetails): Promise<string | null> {
  const { kind, id, accountId } = owner;
  const otherwise = `Otherwise they are used from ${newYorkTime(newest.usedFrom)}.`;
  if (newest.changedBy === (actor.accountId || null))
    return `You entered these payout details yourself, so another superadmin has to confirm them. ${otherwise}`;
  const isByOwner = newest.changedBy === accountId;
  if (isByOwner && (await mayHoldAccess(actor, { record: kind, id, accountId })))
    return `In the last 30 days you set, changed or saw the sign-in data of ${owner.name}, so another superadmin has to confirm these payout details. ${otherwise}`;
  return accessChangedByOther(actor);
}

/**
 * Confirms the newest details of a payee whose account is locked: payments go there at once. Throws 409 if they are used
 * already, or if the actor may not confirm them, and OptimisticLockError for an outdated version.
 */
export async function confirmDetails(actor: Actor, owner: Owner, version?: number): Promise<Replaced["after"]> {
  const [newest] = await readHistory(owner.accountId);
  requireVersion(version, { version: newest?.version ?? 0 });
  if (!newest || isUsed(newest)) throw conflict("No payout details wait for a confirmation here.");
  const refusal = await refusalToConfirm(actor, owner, newest);
  if (refusal !== null) throw conflict(refusal);
  const confirmedAt = now();
  const confirmedBy = actor.accountId || null;
  return newest.update({ usedFrom: confirmedAt, confirmedAt, confirmedBy, version: newest.version + 1 });
}
