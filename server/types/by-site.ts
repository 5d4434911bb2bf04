import { z } from "zod";
import { sitesVisible } from "../accounts";
import { now } from "../kernel/clock";
import { one, rows } from "../kernel/database";
import { Id } from "../kernel/input";
import { amount, cents } from "../kernel/money";
import { query } from "../kernel/operation";
import { invalid, notFound } from "../kernel/refusal";
import { type Actor, atLeast, levels, reaches, type RoleName } from "../kernel/roles";
import { nothing, sql, type Statement } from "../kernel/sql";

const money = z.number();
const Type = z.object({
  id: z.int(),
  siteId: z.int(),
  typename: z.string(),
  typealias: z.string().optional(),
  url: z.string().optional(),
  bbrCh: z.int().optional(),
  payout: money.optional(),
  earning: money.optional(),
  lpp: z.int().optional(),
  bonus: z.boolean().optional(),
  bonusPayout: money.nullable().optional(),
  bonusEarning: money.nullable().optional(),
  bonusLpp: z.int().nullable().optional(),
  status: z.int().optional(),
  showNoSalesStat: z.boolean().optional(),
  feeGeos: z.array(z.object({ geo: z.string(), payout: money, earning: money.optional() })).optional(),
  version: z.int().optional(),
});

/** Columns to sort by, and the role that sees them. */
const sorts: Record<string, { column: Statement; from: RoleName }> = {
  typename: { column: sql`lower(typename)`, from: "agent" },
  url: { column: sql`url`, from: "admin" },
  payout: { column: sql`payout`, from: "admin" },
  lpp: { column: sql`lpp`, from: "admin" },
  status: { column: sql`active`, from: "admin" },
  bbrCh: { column: sql`bbr_ch`, from: "admin" },
  earning: { column: sql`earning`, from: "superadmin" },
};
const HIDDEN = "This column cannot be sorted by.";

/** A site's links by name: names alone below admin, prices for admins, earnings for superadmins. */
export const bySite = query({
  name: "types.bySite",
  does: "list the links of a site",
  allow: atLeast("agent"),
  input: z.object({
    siteId: Id,
    sortField: z.enum(Object.keys(sorts), HIDDEN).default("typename"),
    sortAsc: z.boolean().default(true),
  }),
  output: z.array(Type),
  async run({ actor }, { siteId, sortField, sortAsc }) {
    const sort = sorts[sortField];
    if (!sort || !reaches(actor, sort.from)) throw invalid({ sortField: [HIDDEN] });
    const site = await one(sql`SELECT id FROM sites WHERE id = ${siteId} AND ${sitesVisible(actor)}`);
    if (!site) throw notFound();
    const order = sql`${sort.column} ${sortAsc ? nothing : sql`DESC`}, types.id ${sortAsc ? nothing : sql`DESC`}`;
    return reaches(actor, "admin") ? pricedTypes(actor, siteId, order) : typesOfSite(siteId, order);
  },
});

/** Id and name of a site's links. The caller has made sure that the account may know of the site. */
export function typesOfSite(
  siteId: number,
  order: Statement = sql`lower(typename), types.id`,
): Promise<{ id: number; siteId: number; typename: string }[]> {
  return rows(sql`SELECT id, site_id AS "siteId", typename FROM types WHERE site_id = ${siteId} ORDER BY ${order}`);
}

type Priced = Omit<z.input<typeof Type>, "payout" | "earning" | "bonusPayout" | "bonusEarning" | "feeGeos"> & {
  payout: string;
  earning: string;
  bonusPayout: string | null;
  bonusEarning: string | null;
  feeGeos: { geo: string; payout: string; earning: string }[] | null;
};

/** The prices are those in force now: of each kind the newest row up to this moment. */
async function pricedTypes(actor: Actor, siteId: number, order: Statement): Promise<z.input<typeof Type>[]> {
  const found = await rows<Priced>(sql`
    SELECT types.id, site_id AS "siteId", typename, typealias, url, bbr_ch AS "bbrCh", payout, earning, lpp, bonus,
      CASE WHEN bonus THEN bonus_payout END AS "bonusPayout", CASE WHEN bonus THEN bonus_earning END AS "bonusEarning",
      CASE WHEN bonus THEN bonus_lpp END AS "bonusLpp", active::int AS status,
      show_no_sales_stat AS "showNoSalesStat", fee_geos AS "feeGeos", version
    FROM types
    JOIN (SELECT DISTINCT ON (type_id) type_id, payout, earning, lpp, bonus_payout, bonus_earning, bonus_lpp FROM prices
      WHERE company_id IS NULL AND geo IS NULL AND since <= ${now()} ORDER BY type_id, since DESC, id DESC
    ) AS price ON price.type_id = types.id
    LEFT JOIN (SELECT type_id, json_agg(json_build_object('geo', geo, 'payout', payout::text, 'earning', earning::text)
        ORDER BY geo) AS fee_geos
      FROM (SELECT DISTINCT ON (type_id, geo) type_id, geo, payout, earning, enabled FROM prices
        WHERE geo IS NOT NULL AND since <= ${now()} ORDER BY type_id, geo, since DESC, id DESC) AS latest
      WHERE enabled GROUP BY type_id
    ) AS fees ON fees.type_id = types.id
    WHERE site_id = ${siteId} ORDER BY ${order}`);
  const seesEarning = actor.role === levels.superadmin;
  return found.map(({ earning, bonusEarning, ...type }) => ({
    ...type,
    payout: toNumber(type.payout),
    bonusPayout: type.bonusPayout === null ? null : toNumber(type.bonusPayout),
    feeGeos: (type.feeGeos ?? []).map((fee) => ({
      geo: fee.geo,
      payout: toNumber(fee.payout),
      ...(seesEarning ? { earning: toNumber(fee.earning) } : {}),
    })),
    ...(seesEarning
      ? { earning: toNumber(earning), bonusEarning: bonusEarning === null ? null : toNumber(bonusEarning) }
      : {}),
  }));
}

const toNumber = (text: string): number => amount(cents(text));
