import { type Attributes, Op } from "sequelize";
import { Price } from "~models";
import { now } from "../kernel/time/now";
import { difference } from "../kernel/operation/audit";
import { fromCents, toCents, decimalText } from "../kernel/text/money";
import type { Call } from "../kernel/operation/operation";
import { lockTypes } from "./type";

/** Scope of a price of a type: the default, a country's or an office's. */
export type PriceScope = { typeId: number; geo?: string; companyId?: number };

/**
 * Pesos and dollars as numbers. A country's price has neither points nor a bonus. Without a bonus its three fields are
 * null.
 */
export type Amounts = {
  /** False: this price is not in effect, and the next one in the order of prices applies. */
  enabled: boolean;
  payout: number;
  earning: number;
  lpp: number | null;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
};
export const amountFields = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;

type Version = Amounts & Pick<Attributes<Price>, "id" | "since">;

/** When a version starts and why: at once without `start`, which lies in the future. */
export type Terms = { start?: Date | undefined; reason?: string | undefined };

/** The versions of a scope that were not withdrawn. */
const scopeOf = ({ typeId, geo, companyId }: PriceScope) => ({
  ...{ typeId, geo: geo ?? null, companyId: companyId ?? null },
  withdrawnAt: null,
});

/**
 * The newest version of a price, now or as of a later `start`. Versions that were not planned count regardless of the
 * time, because the clock may have been set back; planned ones only once they have begun.
 */
export async function newestPrice(scope: PriceScope, start?: Date): Promise<Version | undefined> {
  const stored = await Price.findOne({
    where: { ...scopeOf(scope), [Op.or]: [{ planned: false }, { since: { [Op.lte]: start ?? now() } }] },
    order: [
      ["since", "DESC"],
      ["id", "DESC"],
    ],
    raw: true,
  });
  return stored ? { ...toAmounts(stored), id: stored.id, since: stored.since } : undefined;
}

/** A version with its money as numbers. */
const toAmounts = ({
  enabled,
  payout,
  earning,
  lpp,
  bonusPayout,
  bonusEarning,
  bonusLpp,
}: Attributes<Price>): Amounts => ({
  ...{ enabled, payout: numberOf(payout), earning: numberOf(earning), lpp },
  bonusPayout: bonusPayout === null ? null : numberOf(bonusPayout),
  bonusEarning: bonusEarning === null ? null : numberOf(bonusEarning),
  bonusLpp,
});
const numberOf = (text: string): number => fromCents(toCents(text));

/**
 * Writes a version of a price with its author, in effect from now on or planned for later. Earlier versions stay as
 * they are, so that no stored event changes. Writes nothing if nothing differs. Returns whether a version was written.
 */
export async function writePrice(call: Call, scope: PriceScope, amounts: Amounts, terms: Terms = {}): Promise<boolean> {
  await lockTypes({ id: scope.typeId });
  return writeVersion(call, scope, await newestPrice(scope, terms.start), amounts, terms);
}

async function writeVersion(
  call: Call,
  scope: PriceScope,
  before: Version | undefined,
  amounts: Amounts,
  { start, reason = "" }: Terms,
): Promise<boolean> {
  const changes = difference(before ? pickAmounts(before) : {}, pickAmounts(amounts));
  if (!changes) return false;
  if (start) await replacePlan(call, scope, start);
  const created = await Price.create({
    ...{ ...scope, ...toColumns(amounts), planned: start !== undefined, reason },
    // Keeps a later version newer, even within a millisecond or after the clock was set back.
    since: start ?? new Date(Math.max(now().getTime(), before ? before.since.getTime() + 1 : 0)),
    byAccountId: call.actor.accountId || null,
  });
  call.changed({
    record: "price",
    id: created.id,
    before: before ? changes.before : null,
    after: { ...scope, ...changes.after, ...(start ? { start: start.toISOString() } : {}), ...(reason && { reason }) },
  });
  if (before) await carryOn(call, scope, created.since, before, amounts);
  return true;
}

/** A plan for the same start takes the place of the one before it. */
async function replacePlan(call: Call, scope: PriceScope, start: Date): Promise<void> {
  const plans = await Price.findAll({ where: { ...scopeOf(scope), planned: true, since: start } });
  for (const plan of plans) await plan.update({ withdrawnAt: now(), withdrawnBy: call.actor.accountId || null });
}

/**
 * Brings a change into the plans that start after it: an amount that a plan took over from the price before it follows
 * that price, and one that the plan changes itself stays. Otherwise the plan would undo the change when it starts.
 */
async function carryOn(call: Call, scope: PriceScope, since: Date, before: Amounts, after: Amounts): Promise<void> {
  const plans = await Price.findAll({ where: { ...scopeOf(scope), planned: true, since: { [Op.gt]: since } } });
  for (const plan of plans) {
    const planned = toAmounts(plan);
    const followed = amountFields.filter((name) => planned[name] === before[name] && planned[name] !== after[name]);
    if (followed.length === 0) continue;
    const carried = { ...planned, ...Object.fromEntries(followed.map((name) => [name, after[name]])) };
    await plan.update(toColumns(carried));
    const changes = difference(planned, carried);
    if (changes) call.changed({ record: "price", id: plan.id, ...changes });
  }
}

/** Withdraws a plan that has not begun. The plans after it go back to the price before it. The caller holds the lock. */
export async function withdrawPlan(call: Call, plan: Price): Promise<void> {
  const { typeId, geo, companyId, since } = plan;
  const scope = { typeId, ...(geo === null ? {} : { geo }), ...(companyId === null ? {} : { companyId }) };
  await plan.update({ withdrawnAt: now(), withdrawnBy: call.actor.accountId || null });
  const before = await newestPrice(scope, since);
  call.changed({ record: "price", id: plan.id, before: { withdrawn: false }, after: { withdrawn: true } });
  if (before) await carryOn(call, scope, since, toAmounts(plan), before);
}

const pickAmounts = (amounts: Amounts) =>
  Object.fromEntries(amountFields.map((name) => [name, amounts[name]])) as Amounts;

/** The stored form of amounts. */
function toColumns(amounts: Amounts) {
  const { payout, earning, bonusPayout, bonusEarning, ...others } = pickAmounts(amounts);
  return {
    ...{ ...others, payout: money(payout), earning: money(earning) },
    bonusPayout: bonusPayout === null ? null : money(bonusPayout),
    bonusEarning: bonusEarning === null ? null : money(bonusEarning),
  };
}
const money = (value: number): string => decimalText(toCents(value));

/**
 * Writes a version of an office's own price of a type. Missing amounts come from the office's version that it follows,
 * or from the default price if it has none. The caller has checked office and type.
 */
export async function writeOfficePrice(
  call: Call,
  scope: { typeId: number; companyId: number },
  amounts: Partial<Amounts>,
  terms: Terms = {},
): Promise<boolean> {
  await lockTypes({ id: scope.typeId });
  const officePrice = await newestPrice(scope, terms.start);
  const defaultPrice = await newestPrice({ typeId: scope.typeId }, terms.start);
  if (!defaultPrice) throw new Error(`Type ${scope.typeId} has no price.`);
  const merged = Object.fromEntries(
    amountFields.map((name) => [
      name,
      amounts[name] ?? officePrice?.[name] ?? (name === "enabled" ? false : defaultPrice[name]),
    ]),
  ) as unknown as Amounts;
  return writeVersion(call, scope, officePrice, merged, terms);
}
