import { z } from "zod";
import { Office, Price, type Type } from "~models";
import { findOneVisible } from "../accounts";
import { saveVersioned } from "../kernel/database/records";
import { DayText, Deleted, Flag, Id } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { conflict, invalid, noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { type Day, dayOf, isoTime, startOfDay } from "../kernel/time";
import { periodOf } from "../trade/periods";
import { now } from "../kernel/time/now";
import { Money, Points } from "../kernel/text/money";
import {
  type Amounts,
  newestPrice,
  type PriceScope,
  withdrawPlan,
  writeOfficePrice,
  writePrice,
} from "./price-version";
import { Geo } from "./country";
import { Reason } from "./save";
import { lockType } from "./type";

const NewPrice = z.object({
  id: Id,
  siteId: Id.optional(),
  geo: Geo.optional().describe("A country. Without geo and companyId, the usual price changes."),
  companyId: Id.optional().describe("An office."),
  from: DayText.optional().describe("The first day of a later half-month. Without it, the price applies at once."),
  enable: Flag.optional().describe("False ends the country's or the office's own price. Default: true."),
  payout: Money.optional(),
  earning: Money.optional(),
  lpp: Points.optional(),
  bonusPayout: Money.optional(),
  bonusEarning: Money.optional(),
  bonusLpp: Points.optional(),
  reason: Reason,
});
type NewPrice = z.output<typeof NewPrice>;

const POINTS_AND_BONUS = ["lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
const BONUS = ["bonusPayout", "bonusEarning", "bonusLpp"] as const;

/**
 * Sets one price of a link, at once or from a later half-month on: the usual price, a country's or an office's. Missing
 * amounts stay as they are at that time.
 */
export const setPrice = command({
  name: "types.setPrice",
  does: "change the prices of links",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: NewPrice,
  output: z.object({ priceId: z.int(), since: z.string(), planned: z.boolean() }),
  async run(call, input) {
    const { id, siteId, geo, companyId, from, reason } = input;
    const type = await lockType(id, siteId);
    requireFitting(type, input);
    if (companyId !== undefined) await findOneVisible(Office, call.actor, companyId);
    const start = from === undefined ? undefined : startOf(from);
    const scope = {
      typeId: id,
      ...(geo === undefined ? {} : { geo }),
      ...(companyId === undefined ? {} : { companyId }),
    };
    if (!(await writeChanges(call, type, scope, input, { start, reason })))
      throw invalid({ payout: ["Please enter at least one amount that differs from the price at that time."] });
    // A form of the link that was opened before must not write the old price back.
    if (!start && companyId === undefined) await saveVersioned(type, undefined);
    const price = await newestPrice(scope, start);
    if (!price) throw new Error(`Type ${id} has no price.`);
    return { priceId: price.id, since: isoTime(price.since), planned: start !== undefined };
  },
});

function requireFitting({ bonus }: Type, { geo, companyId, enable, ...amounts }: NewPrice): void {
  if (geo !== undefined && companyId !== undefined)
    throw invalid({ companyId: ["Please choose either a country or an office."] });
  if (geo === undefined && companyId === undefined && enable === false)
    throw invalid({ enable: ["The usual price cannot end. Please enter new amounts."] });
  const refuse = (names: readonly (keyof typeof amounts)[], message: string) => {
    const given = names.filter((name) => amounts[name] !== undefined);
    if (given.length > 0) throw invalid(Object.fromEntries(given.map((name) => [name, [message]])));
  };
  if (geo !== undefined) refuse(POINTS_AND_BONUS, "A country's price has no points and no bonus.");
  if (!bonus) refuse(BONUS, "This link pays no bonus.");
}

/** The first moment of a half-month that has not begun. */
function startOf(from: Day): Date {
  if (periodOf(from, "beWeek").start !== from)
    throw invalid({ from: ["Please choose the first day of a half-month: the 1st or the 16th."] });
  if (from <= dayOf(now())) throw invalid({ from: ["Please choose a half-month that has not begun."] });
  return startOfDay(from);
}

async function writeChanges(
  call: Call,
  { bonus }: Type,
  scope: PriceScope,
  { enable = true, payout, earning, lpp, bonusPayout, bonusEarning, bonusLpp }: NewPrice,
  terms: { start: Date | undefined; reason: string | undefined },
): Promise<boolean> {
  const typed = Object.fromEntries(
    Object.entries({ payout, earning, lpp, bonusPayout, bonusEarning, bonusLpp }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Partial<Amounts>;
  const { typeId, companyId } = scope;
  if (companyId !== undefined)
    return writeOfficePrice(call, { typeId, companyId }, { enabled: enable, ...typed }, terms);
  const usual = await newestPrice({ typeId }, terms.start);
  if (!usual) throw new Error(`Type ${typeId} has no price.`);
  const own = scope.geo === undefined ? usual : await newestPrice(scope, terms.start);
  const base: Amounts = own ?? { ...usual, lpp: null, bonusPayout: null, bonusEarning: null, bonusLpp: null };
  const noneYet = bonus && scope.geo === undefined ? { bonusPayout: 0, bonusEarning: 0, bonusLpp: 0 } : {};
  return writePrice(call, scope, { ...withoutNulls(base, noneYet), ...typed, enabled: enable }, terms);
}

/** The amounts, with these values where an amount is null: a link pays a bonus as soon as its flag is set. */
const withoutNulls = (amounts: Amounts, values: Partial<Amounts>): Amounts => ({
  ...amounts,
  ...Object.fromEntries(Object.entries(values).filter(([name]) => amounts[name as keyof Amounts] === null)),
});

/** Withdraws a planned price. Throws 409 once it has started: sales have been paid at it. */
export const withdrawPrice = command({
  name: "types.withdrawPrice",
  does: "change the prices of links",
  allow: atLeast("superadmin"),
  type: "DELETE",
  input: z.object({ id: Id, siteId: Id.optional(), priceId: Id }),
  output: Deleted,
  async run(call, { id, siteId, priceId }) {
    await lockType(id, siteId);
    const plan = await Price.findOne({ where: { id: priceId, typeId: id, planned: true } });
    if (!plan) throw noSuch("price");
    if (plan.withdrawnAt) return { deleted: 0 };
    if (plan.since <= now()) throw conflict("This price has already started. Please set a new one instead.");
    await withdrawPlan(call, plan);
    return { deleted: 1 };
  },
});
