import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { difference } from "../kernel/difference";
import { amount, cents, decimalText } from "../kernel/money";
import type { Call } from "../kernel/operation";
import { sql, type Statement } from "../kernel/sql";

/** Whose price of a type it is: everybody's, a country's, or an office's. */
export type Whose = { typeId: number; geo?: string; companyId?: number };

/** Pesos and dollars as numbers. A country has neither points nor a bonus; without a bonus its three are null. */
export type Amounts = {
  /** False: this price does not hold, the next one in the order of prices does. */
  enabled: boolean;
  payout: number;
  earning: number;
  lpp: number | null;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
};
const names = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;

type Stored = { [K in keyof Amounts]: Amounts[K] extends number ? string : Amounts[K] } & { id: number };
type Version = Amounts & { id: number };

/** Columns of a version, the money as text. */
export const versionColumns: Statement = sql`id, enabled, payout, earning, lpp, bonus_payout AS "bonusPayout",
  bonus_earning AS "bonusEarning", bonus_lpp AS "bonusLpp"`;

/** The newest version of a price, whatever the hour. */
export async function newestPrice({ typeId, geo, companyId }: Whose): Promise<Version | undefined> {
  const stored = await one<Stored>(sql`
    SELECT ${versionColumns} FROM prices
    WHERE type_id = ${typeId} AND ${
      companyId !== undefined
        ? sql`company_id = ${companyId}`
        : geo !== undefined
          ? sql`geo = ${geo}`
          : sql`company_id IS NULL AND geo IS NULL`
    }
    ORDER BY since DESC, id DESC LIMIT 1`);
  return stored && { ...amountsOf(stored), id: stored.id };
}

/** Numbers of a version's texts. */
export const amountsOf = (stored: { [K in keyof Amounts]: unknown }): Amounts => ({
  enabled: stored.enabled as boolean,
  payout: numberOf(stored.payout),
  earning: numberOf(stored.earning),
  lpp: stored.lpp as number | null,
  bonusPayout: stored.bonusPayout === null ? null : numberOf(stored.bonusPayout),
  bonusEarning: stored.bonusEarning === null ? null : numberOf(stored.bonusEarning),
  bonusLpp: stored.bonusLpp as number | null,
});
const numberOf = (text: unknown): number => amount(cents(String(text)));

/**
 * Writes a version of a price, from now on and by whom; the ones before stay as they are, so that no stored event
 * changes. Nothing is written where nothing differs. Answers whether something was.
 */
export async function writePrice(call: Call, whose: Whose, amounts: Amounts): Promise<boolean> {
  // Whoever changes a price of the type waits for whoever does so already: the later one's version is the newer one.
  await one(sql`SELECT id FROM types WHERE id = ${whose.typeId} FOR NO KEY UPDATE`);
  const before = await newestPrice(whose);
  const changes = difference(before ? only(before) : {}, only(amounts));
  if (!changes) return false;
  const made = await one<{ id: number }>(sql`
    INSERT INTO prices (type_id, company_id, geo, enabled, payout, earning, lpp, bonus_payout, bonus_earning, bonus_lpp,
                        since, by_account_id)
    VALUES (${whose.typeId}, ${whose.companyId ?? null}, ${whose.geo ?? null}, ${amounts.enabled},
            ${money(amounts.payout)}, ${money(amounts.earning)}, ${amounts.lpp}, ${money(amounts.bonusPayout)},
            ${money(amounts.bonusEarning)}, ${amounts.bonusLpp},
            (SELECT greatest(${now().toISOString()}::timestamptz, max(since) + interval '1 ms') FROM prices
             WHERE id = ${before?.id ?? null}),
            ${call.actor.accountId || null})
    RETURNING id`);
  call.changed({
    record: "price",
    id: made?.id ?? 0,
    before: before ? changes.before : null,
    after: { ...whose, ...changes.after },
  });
  return true;
}

const only = (amounts: Amounts) => Object.fromEntries(names.map((name) => [name, amounts[name]]));
const money = (value: number | null): string | null => (value === null ? null : decimalText(cents(value)));

/**
 * Writes a version of an office's own price of a type. What is left out stays as the office's newest version has it,
 * and where it has none, as everybody's price is. The caller has made sure of office and type.
 */
export async function writeOfficePrice(
  call: Call,
  whose: { typeId: number; companyId: number },
  given: Partial<Amounts>,
): Promise<boolean> {
  await one(sql`SELECT id FROM types WHERE id = ${whose.typeId} FOR NO KEY UPDATE`);
  const [own, usual] = [await newestPrice(whose), await newestPrice({ typeId: whose.typeId })];
  if (!usual) throw new Error(`Type ${whose.typeId} has no price.`);
  const merged = Object.fromEntries(
    names.map((name) => [name, given[name] ?? own?.[name] ?? (name === "enabled" ? false : usual[name])]),
  ) as unknown as Amounts;
  return writePrice(call, whose, merged);
}
