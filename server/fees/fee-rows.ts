import { z } from "zod";
import { Office, Site, Type } from "~models";
import { rows } from "../kernel/database";
import { amount, cents } from "../kernel/money";
import { type RowOf, selected, sql, type Statement } from "../kernel/sql";

/** What an office gets for one link: its own numbers where the flag is set, else everybody's. */
export const Fee = z.object({
  companyId: z.int(),
  officeName: z.string(),
  typeId: z.int(),
  enable: z.boolean(),
  payout: z.number(),
  earning: z.number(),
  lpp: z.int(),
  /** null where the link pays no bonus. */
  bonusPayout: z.number().nullable(),
  bonusEarning: z.number().nullable(),
  bonusLpp: z.int().nullable(),
  /** One more with each change of the office's own numbers. */
  version: z.int(),
});
export type Fee = z.output<typeof Fee>;

const numbers = ["payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
export type Usual = Pick<Fee, (typeof numbers)[number]>;

const ofOffice = selected(Office, ["officeName"], { as: { companyId: "id" } });
const ofSite = selected(Site, ["sitename"], { as: { siteId: "id" } });
const ofType = selected(Type, ["typename", "bonus"], { as: { typeId: "id" } });

/** A fee with the names that people know it by, and what everybody gets. */
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
 * The fees of the links and offices that the condition leaves, by site, link and office. It may speak of `types`,
 * `sites`, `offices` and their `accounts`. SQL by hand: the newest price of every office beside everybody's.
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
 * The numbers of a price as they are paid. Those from before the link paid a bonus say nothing of it: an event's price
 * passes over them too, to everybody's.
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

/** Money comes as the database's text, points as numbers. */
const numberOf = (value: string | number | null): number => amount(cents(value ?? 0));
