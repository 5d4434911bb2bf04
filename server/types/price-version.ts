import type { Attributes } from "sequelize";
import { Price } from "~models";
import { now } from "../kernel/periods/now";
import { difference } from "../kernel/operation/audit";
import { amount, cents, decimalText } from "../kernel/text/money";
import type { Call } from "../kernel/operation/operation";
import { holdTypes } from "./type";

/** Scope of a price of a type: the default, a country's or an office's. */
export type Whose = { typeId: number; geo?: string; companyId?: number };

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
const names = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;

type Version = Amounts & Pick<Attributes<Price>, "id" | "since">;

/** The newest version of a price, regardless of the time. */
export async function newestPrice({ typeId, geo, companyId }: Whose): Promise<Version | undefined> {
  const stored = await Price.findOne({
    where: { typeId, geo: geo ?? null, companyId: companyId ?? null },
    order: [
      ["since", "DESC"],
      ["id", "DESC"],
    ],
    raw: true,
  });
  return stored ? { ...amountsOf(stored), id: stored.id, since: stored.since } : undefined;
}

/** A version with its money as numbers. */
const amountsOf = ({
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
const numberOf = (text: string): number => amount(cents(text));

/**
 * Writes a version of a price that is in effect from now on, with its author. Earlier versions stay as they are, so
 * that no stored event changes. Writes nothing if nothing differs. Returns whether a version was written.
 */
export async function writePrice(call: Call, whose: Whose, amounts: Amounts): Promise<boolean> {
  await holdTypes({ id: whose.typeId });
  return writeAfter(call, whose, await newestPrice(whose), amounts);
}

async function writeAfter(call: Call, whose: Whose, before: Version | undefined, amounts: Amounts): Promise<boolean> {
  const changes = difference(before ? only(before) : {}, only(amounts));
  if (!changes) return false;
  const { payout, earning, bonusPayout, bonusEarning, ...others } = only(amounts);
  const made = await Price.create({
    ...{ ...whose, ...others, payout: money(payout), earning: money(earning) },
    bonusPayout: bonusPayout === null ? null : money(bonusPayout),
    bonusEarning: bonusEarning === null ? null : money(bonusEarning),
    // Keeps a later version newer, even within a millisecond or after the clock was set back.
    since: new Date(Math.max(now().getTime(), before ? before.since.getTime() + 1 : 0)),
    byAccountId: call.actor.accountId || null,
  });
  call.changed({
    record: "price",
    id: made.id,
    before: before ? changes.before : null,
    after: { ...whose, ...changes.after },
  });
  return true;
}

const only = (amounts: Amounts) => Object.fromEntries(names.map((name) => [name, amounts[name]])) as Amounts;
const money = (value: number): string => decimalText(cents(value));

/**
 * Writes a version of an office's own price of a type. Missing amounts come from the office's newest version, or from
 * the default price if it has none. The caller has checked office and type.
 */
export async function writeOfficePrice(
  call: Call,
  whose: { typeId: number; companyId: number },
  given: Partial<Amounts>,
): Promise<boolean> {
  await holdTypes({ id: whose.typeId });
  const [own, usual] = [await newestPrice(whose), await newestPrice({ typeId: whose.typeId })];
  if (!usual) throw new Error(`Type ${whose.typeId} has no price.`);
  const merged = Object.fromEntries(
    names.map((name) => [name, given[name] ?? own?.[name] ?? (name === "enabled" ? false : usual[name])]),
  ) as unknown as Amounts;
  return writeAfter(call, whose, own, merged);
}
