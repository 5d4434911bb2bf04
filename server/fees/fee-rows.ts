import { z } from "zod";
import { Office, Site, Type } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { now } from "../kernel/time/now";
import { fromCents, toCents } from "../kernel/text/money";
import { type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";

/** An office's payment for one link: its own amounts if `enable` is true, otherwise the link's defaults. */
export const Fee = z
  .object({
    companyId: z.int(),
    officeName: z.string(),
    typeId: z.int(),
    enable: z.boolean(),
    payout: z.number(),
    earning: z.number(),
    lpp: z.int(),
    /** Null if the link pays no bonus. */
    bonusPayout: z.number().nullable(),
    bonusEarning: z.number().nullable(),
    bonusLpp: z.int().nullable(),
    /** Increases by one with each change of the office's own amounts. */
    version: z.int(),
  })
  .meta({ id: "Fee", description: "The prices of an office for a link, in place of the link's own." });
export type Fee = z.output<typeof Fee>;

const amountFields = ["payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
export type FeeAmounts = Pick<Fee, (typeof amountFields)[number]>;

const officeColumns = selectColumns(Office, ["officeName"], { as: { companyId: "id" } });
const siteColumns = selectColumns(Site, ["sitename"], { as: { siteId: "id" } });
const typeColumns = selectColumns(Type, ["typename", "bonus"], { as: { typeId: "id" } });

/** A fee with the names of its site and link, and the link's defaults. */
export type FeeRow = Fee &
  RowOf<typeof siteColumns> &
  Pick<RowOf<typeof typeColumns>, "typename"> & { usual: FeeAmounts };

type AmountTexts = { [K in keyof FeeAmounts]: string | number | null };
type StoredFee = RowOf<typeof officeColumns> &
  RowOf<typeof siteColumns> &
  RowOf<typeof typeColumns> &
  Pick<Fee, "enable" | "version"> & { own: AmountTexts | null; usual: AmountTexts };

/** Versions of `prices p`, except for plans that have not started or were withdrawn. */
const begun = () => sql`p.type_id = types.id AND p.withdrawn_at IS NULL AND (NOT p.planned OR p.since <= ${now()})`;
const newestPrice = (condition: Statement) => sql`
  SELECT p.* FROM prices p WHERE ${begun()} AND ${condition} ORDER BY p.since DESC, p.id DESC LIMIT 1`;
const amountsJson = (price: Statement) => sql`
  json_build_object('payout', ${price}.payout::text, 'earning', ${price}.earning::text, 'lpp', ${price}.lpp,
    'bonusPayout', ${price}.bonus_payout::text, 'bonusEarning', ${price}.bonus_earning::text,
    'bonusLpp', ${price}.bonus_lpp)`;

/**
 * The fees that match the condition, by site, link and office. The condition may use `types`, `sites`, `offices` and
 * their `accounts`.
 */
export async function findFees(condition: Statement): Promise<FeeRow[]> {
  const stored = await queryRows<StoredFee>(sql`
    SELECT ${officeColumns}, ${typeColumns}, ${siteColumns}, coalesce(own.enabled, false) AS enable,
      CASE WHEN own.enabled THEN ${amountsJson(sql`own`)} END AS own, ${amountsJson(sql`usual`)} AS usual,
      1 + (SELECT count(*) FROM prices p WHERE ${begun()} AND p.company_id = offices.id)::int AS version
    FROM types
    JOIN sites ON sites.id = types.site_id
    CROSS JOIN offices
    JOIN accounts ON accounts.id = offices.account_id
    CROSS JOIN LATERAL (${newestPrice(sql`p.company_id IS NULL AND p.geo IS NULL`)}) AS usual
    LEFT JOIN LATERAL (${newestPrice(sql`p.company_id = offices.id`)}) AS own ON true
    WHERE ${condition}
    ORDER BY sitename COLLATE by_name, sites.id, typename COLLATE by_name, types.id, office_name COLLATE by_name, offices.id`);
  return stored.map(({ bonus, own, usual: defaultTexts, ...fee }) => {
    const defaults = toAmounts(defaultTexts, bonus);
    return { ...fee, ...(own ? toAmounts(own, bonus, defaults) : defaults), usual: defaults };
  });
}

/**
 * The amounts of a price as they are paid. A price from before the link paid a bonus has no bonus amounts; the defaults
 * apply then, here as for events.
 */
function toAmounts(texts: AmountTexts, bonus: boolean, defaults?: FeeAmounts): FeeAmounts {
  const hasOwnBonus = texts.bonusPayout !== null;
  const amountOf = (name: keyof FeeAmounts) => {
    if (!name.startsWith("bonus")) return numberOf(texts[name]);
    if (!bonus) return null;
    return (hasOwnBonus && texts[name] !== null ? numberOf(texts[name]) : defaults?.[name]) ?? 0;
  };
  return Object.fromEntries(amountFields.map((name) => [name, amountOf(name)])) as FeeAmounts;
}

/** PostgreSQL returns money as text and points as numbers. */
const numberOf = (value: string | number | null): number => fromCents(toCents(value ?? 0));
