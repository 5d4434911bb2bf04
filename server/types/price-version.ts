import type { Attributes } from "sequelize";
import { Price } from "~models";
import { now } from "../kernel/periods/now";
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
const amountFields = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;

type Version = Amounts & Pick<Attributes<Price>, "id" | "since">;

/** The newest version of a price, regardless of the time. */
export async function newestPrice({ typeId, geo, companyId }: PriceScope): Promise<Version | undefined> {
  const stored = await Price.findOne({
    where: { typeId, geo: geo ?? null, companyId: companyId ?? null },
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
 * Writes a version of a price that is in effect from now on, with its author. Earlier versions stay as they are, so
 * that no stored event changes. Writes nothing if nothing differs. Returns whether a version was written.
 */
export async function writePrice(call: Call, scope: PriceScope, amounts: Amounts): Promise<boolean> {
  await lockTypes({ id: scope.typeId });
  return writeVersion(call, scope, await newestPrice(scope), amounts);
}

async function writeVersion(
  call: Call,
  scope: PriceScope,
  before: Version | undefined,
  amounts: Amounts,
): Promise<boolean> {
  const changes = difference(before ? pickAmounts(before) : {}, pickAmounts(amounts));
  if (!changes) return false;
  const { payout, earning, bonusPayout, bonusEarning, ...others } = pickAmounts(amounts);
  const created = await Price.create({
    ...{ ...scope, ...others, payout: money(payout), earning: money(earning) },
    bonusPayout: bonusPayout === null ? null : money(bonusPayout),
    bonusEarning: bonusEarning === null ? null : money(bonusEarning),
    // Keeps a later version newer, even within a millisecond or after the clock was set back.
    since: new Date(Math.max(now().getTime(), before ? before.since.getTime() + 1 : 0)),
    byAccountId: call.actor.accountId || null,
  });
  call.changed({
    record: "price",
    id: created.id,
    before: before ? changes.before : null,
    after: { ...scope, ...changes.after },
  });
  return true;
}

const pickAmounts = (amounts: Amounts) =>
  Object.fromEntries(amountFields.map((name) => [name, amounts[name]])) as Amounts;
const money = (value: number): string => decimalText(toCents(value));

/**
 * Writes a version of an office's own price of a type. Missing amounts come from the office's newest version, or from
 * the default price if it has none. The caller has checked office and type.
 */
export async function writeOfficePrice(
  call: Call,
  scope: { typeId: number; companyId: number },
  amounts: Partial<Amounts>,
): Promise<boolean> {
  await lockTypes({ id: scope.typeId });
  const [officePrice, defaultPrice] = [await newestPrice(scope), await newestPrice({ typeId: scope.typeId })];
  if (!defaultPrice) throw new Error(`Type ${scope.typeId} has no price.`);
  const merged = Object.fromEntries(
    amountFields.map((name) => [
      name,
      amounts[name] ?? officePrice?.[name] ?? (name === "enabled" ? false : defaultPrice[name]),
    ]),
  ) as unknown as Amounts;
  return writeVersion(call, scope, officePrice, merged);
}
