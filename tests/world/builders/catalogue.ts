import { execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { onlyRow } from "./only-row";
import type { Office } from "./people";

export type Type = { id: number; siteId: number; typename: string; bonus: boolean };
export type Site = { id: number; sitename: string; avp: boolean; useApproveSale: boolean; types: Type[] };

type GivenType = {
  typename?: string;
  bonus?: boolean;
  active?: boolean;
  url?: string;
  showNoSalesStat?: boolean;
  price?: Partial<Amounts>;
};
type Amounts = {
  payout: number;
  earning: number;
  lpp: number;
  bonusPayout: number;
  bonusEarning: number;
  bonusLpp: number;
};
const usual: Amounts = { payout: 500, earning: 20, lpp: 1, bonusPayout: 250, bonusEarning: 10, bonusLpp: 2 };
/** The builders' prices and flags apply from this time, so that a click on any day has one. */
const ALWAYS = "2020-01-01 00:00-05";

let made = 0;

/** A site with its links (one without bonus by default), each with a price since 2020. */
export async function aSite(
  given: {
    sitename?: string;
    avp?: boolean;
    useApproveSale?: boolean;
    active?: boolean;
    hidden?: boolean;
    clickParam?: string;
    types?: number | GivenType[];
    /** Enables the site for these offices and all of their agents. */
    enabledFor?: Pick<Office, "id">[];
  } = {},
): Promise<Site> {
  return writeTransaction(async () => {
    const { avp = false, useApproveSale = false, active = true, hidden = false, clickParam = "" } = given;
    const sitename = given.sitename ?? `Site ${process.pid} ${++made}`;
    const site = await onlyRow<{ id: number }>(sql`
      INSERT INTO sites (sitename, shortname, abbr, url, click_param, type, active, hidden, use_approve_sale, avp)
      VALUES (${sitename}, ${sitename.slice(0, 16)}, ${sitename.slice(0, 10)}, 'https://example.org/', ${clickParam},
        'DATING', ${active}, ${hidden}, ${useApproveSale}, ${avp})
      RETURNING id`);
    const { id } = site;
    await execute(sql`
      INSERT INTO site_flags (site_id, since, use_approve_sale, avp)
      VALUES (${id}, ${ALWAYS}::timestamptz, ${useApproveSale}, ${avp})`);
    const asked = given.types ?? 1;
    const wanted = typeof asked === "number" ? Array.from({ length: asked }, (): GivenType => ({})) : asked;
    const types: Type[] = [];
    for (const [index, type] of wanted.entries()) types.push(await aType(id, type, index));
    for (const office of given.enabledFor ?? []) await enable({ id }, office);
    return { id, sitename, avp, useApproveSale, types };
  });
}

async function aType(siteId: number, given: GivenType, index: number): Promise<Type> {
  const { bonus = false, active = true, showNoSalesStat = false, url = "https://example.org/land" } = given;
  const typename = given.typename ?? `link ${index + 1}`;
  const type = await onlyRow<{ id: number }>(sql`
    INSERT INTO types (site_id, typename, typealias, url, bonus, active, show_no_sales_stat)
    VALUES (${siteId}, ${typename}, ${typename}, ${url}, ${bonus}, ${active}, ${showNoSalesStat}) RETURNING id`);
  const { id } = type;
  await aPrice({ type: { id }, since: ALWAYS, ...given.price });
  return { id, siteId, typename, bonus };
}

/** A price row of a link: its default, an office's own or a country's. */
export async function aPrice(
  given: Partial<Amounts> & {
    type: Pick<Type, "id">;
    office?: Pick<Office, "id">;
    geo?: string;
    enabled?: boolean;
    since?: string | Date;
  },
): Promise<{ id: number }> {
  const price = { ...usual, ...given };
  // A country's price has no points and bonuses: those of the default apply.
  const points = given.geo ? { lpp: null, bonusPayout: null, bonusEarning: null, bonusLpp: null } : price;
  const row = await writeTransaction(() =>
    onlyRow<{ id: number }>(sql`
      INSERT INTO prices (type_id, company_id, geo, enabled, payout, earning, lpp, bonus_payout, bonus_earning,
        bonus_lpp, since)
      VALUES (${price.type.id}, ${given.office?.id ?? null}, ${given.geo ?? null}, ${given.enabled ?? true},
        ${price.payout}, ${price.earning}, ${points.lpp}, ${points.bonusPayout}, ${points.bonusEarning},
        ${points.bonusLpp}, ${given.since ?? new Date()}::timestamptz)
      RETURNING id`),
  );
  return row;
}

/** Enables a site for an office and all of its agents. */
export async function enable(site: Pick<Site, "id">, office: Pick<Office, "id">): Promise<void> {
  await writeTransaction(async () => {
    await execute(sql`INSERT INTO office_sites VALUES (${office.id}, ${site.id}) ON CONFLICT DO NOTHING`);
    await execute(sql`
      INSERT INTO agent_sites (agent_id, site_id)
      SELECT id, ${site.id}::integer FROM agents WHERE company_id = ${office.id} ON CONFLICT DO NOTHING`);
  });
}
