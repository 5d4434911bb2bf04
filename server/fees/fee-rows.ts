import { z } from "zod";
import { Office, Site, Type } from "~models";
import { rows } from "../kernel/database/transactions";
import { amount, cents } from "../kernel/text/money";
import { type RowOf, selected, sql, type Statement } from "../kernel/database/sql";

/** An office's payment for one link: its own amounts if `enable` is true, otherwise the link's defaults. */
export const Fee = z.object({
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
});
export type Fee = z.output<typeof Fee>;

const numbers = ["payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
export type Usual = Pick<Fee, (typeof numbers)[number]>;

const ofOffice = selected(Office, ["officeName"], { as: { companyId: "id" } });
const ofSite = selected(Site, ["sitename"], { as: { siteId: "id" } });
const ofType = selected(Type, ["typename", "bonus"], { as: { typeId: "id" } });

/** A fee with the names of its site and link, and the link's defaults. */
export type FeeFound = Fee & RowOf<typeof ofSite> & Pick<RowOf<typeof ofType>, "typename"> & { usual: Usual };

type Texts = { [K in keyof Usual]: string | number | null };
type Stored = RowOf<typeof ofOffice> &
  RowOf<typeof ofSite> &
  RowOf<typeof ofType> &
  Pick<Fee, "enable" | "version"> & { own: Texts | null; usual: Texts };

const newest = (whose: Statement) => sql`
  SELECT p.* FROM prices p WHERE p.type_id = types.id AND ${whose} ORDER BY p.since DESC, p.id DESC LIMIT 1`;
const texts = (price: Statement) => sql`
  json_build_object('payout', ${price}.payout::text, 'earning', ${price}.earning::text, 'lpp', ${price}.lpp,
    'bonusPayout', ${price}.bonus_payout::text, 'bonusEarning', ${price}.bonus_earning::text,
    'bonusLpp', ${price}.bonus_lpp)`;

/**
 * The fees that match the condition, by site, link and office. The condition may use `types`, `sites`, `offices` and
 * their `accounts`.
 * SQL by hand: the newest price of every office next to the default.
 */
export async function feesWhere(condition: Statement): Promise<FeeFound[]> {
  const found = await rows<Stored>(sql`
    SELECT ${ofOffice}, ${ofType}, ${ofSite}, coalesce(own.enabled, false) AS enable,
      CASE WHEN own.enabled THEN ${texts(sql`own`)} END AS own, ${texts(sql`usual`)} AS usual,
      1 + (SELECT count(*) FROM prices WHERE type_id = types.id AND company_id = offices.id)::int AS version
    FROM types
    JOIN sites ON sites.id = types.site_id
    CROSS JOIN offices
    JOIN accounts ON accounts.id = offices.account_id
    CROSS JOIN LATERAL (${newest(sql`p.company_id IS NULL AND p.geo IS NULL`)}) AS usual
    LEFT JOIN LATERAL (${newest(sql`p.company_id = offices.id`)}) AS own ON true
    WHERE ${condition}
    ORDER BY lower(sitename), sites.id, lower(typename), types.id, lower(office_name), offices.id`);
  return found.map(({ bonus, own, usual: texts, ...fee }) => {
    const usual = shownOf(texts, bonus);
    return { ...fee, ...(own ? shownOf(own, bonus, usual) : usual), usual };
  });
}

/**
 * The amounts of a price as they are paid. A price from before the link paid a bonus has no bonus amounts; the defaults
 * apply then, here as for events.
 */
function shownOf(texts: Texts, bonus: boolean, otherwise?: Usual): Usual {
  const paysOwn = texts.bonusPayout !== null;
  const of = (name: keyof Usual) => {
    if (!name.startsWith("bonus")) return numberOf(texts[name]);
    if (!bonus) return null;
    return (paysOwn && texts[name] !== null ? numberOf(texts[name]) : otherwise?.[name]) ?? 0;
  };
  return Object.fromEntries(numbers.map((name) => [name, of(name)])) as Usual;
}

/** PostgreSQL returns money as text and points as numbers. */
const numberOf = (value: string | number | null): number => amount(cents(value ?? 0));
