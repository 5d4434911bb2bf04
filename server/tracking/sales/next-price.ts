import { z } from "zod";
import { officesVisible } from "../../accounts";
import { sql } from "../../kernel/database/sql";
import { currentClient, queryOne, queryRows } from "../../kernel/database/transactions";
import { type EventCode, EVENTS } from "../../trade/events";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { noSuch } from "../../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../../kernel/operation/roles";
import { dayOf, isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { fromCents, toCents } from "../../kernel/text/money";
import { type AvpPeriod, avpTiersOf, findPricedType, Geo, newestPrice } from "../../types";
import { type Price, priceAt } from "./pricing";

/** A price that could apply, and why it does or does not. Steps are in order of precedence. */
const Step = z.object({ source: z.enum(["office", "geo", "default"]), holds: z.boolean(), reason: z.string() });
type Step = z.output<typeof Step>;

/** A link, an office (0 for none) and a country ("" for none). */
type PriceQuery = { typeId: number; companyId: number; geo: string };

/** Why each of the prices applies or not. `source` is the one that applies, as returned by `priceAt`. */
async function priceSteps(
  source: Price["source"],
  { typeId, companyId, geo }: PriceQuery,
  officeName: string | undefined,
  event: EventCode,
): Promise<Step[]> {
  const own = officeName === undefined ? undefined : await newestPrice({ typeId, companyId });
  const country = geo === "" ? undefined : await newestPrice({ typeId, geo });
  const step = (name: Step["source"], reason: string): Step => ({ source: name, holds: name === source, reason });
  return [
    step("office", source === "office" ? `${officeName} has a price of its own.` : whyNotOffice(officeName, own)),
    step("geo", source === "geo" ? `${geo} has a price of its own.` : whyNotGeo(geo, event, source, country)),
    step("default", source === "default" ? "The link's usual price applies." : "The link's usual price comes last."),
  ];
}

type StoredPrice = { enabled: boolean } | undefined;

function whyNotOffice(officeName: string | undefined, own: StoredPrice): string {
  if (officeName === undefined) return "No office was chosen.";
  if (!own) return `${officeName} has no price of its own.`;
  if (!own.enabled) return `${officeName}'s own price is switched off.`;
  return `${officeName}'s own price does not include a bonus.`;
}

function whyNotGeo(geo: string, event: EventCode, source: Price["source"], country: StoredPrice): string {
  if (event === EVENTS.bonus) return "Country prices apply to sales only.";
  if (geo === "") return "No country was chosen.";
  if (!country) return `${geo} has no price of its own.`;
  if (!country.enabled) return `${geo}'s own price was removed.`;
  return source === "office"
    ? `${geo} has a price of its own, but the office's price takes precedence.`
    : `${geo} has no price yet.`;
}

const EventPrice = z.object({
  source: z.enum(["office", "geo", "default", "none"]),
  priceId: z.int().nullable(),
  payout: z.number(),
  earning: z.number().optional(),
  lpp: z.int(),
  since: z.string().nullable(),
  by: z.string().nullable(),
  steps: z.array(Step),
  /** Planned changes of this price, by their start. */
  planned: z.array(
    z.object({
      since: z.string(),
      source: z.enum(["office", "geo", "default", "none"]),
      payout: z.number(),
      earning: z.number().optional(),
      lpp: z.int(),
    }),
  ),
});
const Tier = z.object({ index: z.int(), from: z.int(), to: z.int(), payoutPhp: z.number(), payoutDollars: z.number() });

/**
 * The price of a link's next sale and next bonus for an office and a country, and why it applies. The amounts come from
 * the function that prices events; the steps only explain which price it chose.
 */
export const nextPrice = query({
  name: "tracking.nextPrice",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: z.object({
    id: Id,
    siteId: Id.optional(),
    companyId: Id.optional(),
    geo: z.union([Geo, z.literal("")]).optional(),
  }),
  output: z.object({
    typeId: z.int(),
    companyId: z.int().nullable(),
    officeName: z.string().nullable(),
    geo: z.string().nullable(),
    sale: EventPrice,
    /** Null if the link pays no bonus. */
    bonus: EventPrice.nullable(),
    /**
     * The tiers of an AVP site, else null. On such a site a sale is paid by the agent's tier, whatever the link's
     * price.
     */
    avp: z.array(Tier).nullable(),
  }),
  async run({ actor }, { id, siteId, companyId, geo = "" }) {
    const type = await findPricedType(actor, id, siteId);
    const office = companyId === undefined ? undefined : await officeOf(actor, companyId);
    const priceQuery = { typeId: id, companyId: office?.id ?? 0, geo };
    const site = await queryOne<{ avp: boolean }>(sql`SELECT avp FROM sites WHERE id = ${type.siteId}`);
    const sale = await eventPrice(actor, priceQuery, office?.officeName, EVENTS.sale);
    if (!sale) throw new Error(`Type ${id} has no price of a sale.`);
    const tiers: AvpPeriod[] | null = site?.avp ? (await avpTiersOf(dayOf(now()))).tiers : null;
    return {
      ...{ typeId: id, companyId: office?.id ?? null, officeName: office?.officeName ?? null, geo: geo || null },
      ...{ sale, bonus: await eventPrice(actor, priceQuery, office?.officeName, EVENTS.bonus), avp: tiers },
    };
  },
});

async function officeOf(actor: Actor, id: number): Promise<{ id: number; officeName: string }> {
  const office = await queryOne<{ id: number; officeName: string }>(sql`
    SELECT offices.id, office_name AS "officeName" FROM offices JOIN accounts ON accounts.id = account_id
    WHERE offices.id = ${id} AND ${officesVisible(actor)}`);
  if (!office) throw noSuch("office");
  return office;
}

/** The later moments at which a planned price of the link, the office or the country starts. */
const plannedStarts = ({ typeId, companyId, geo }: PriceQuery) =>
  queryRows<{ since: Date }>(sql`
    SELECT DISTINCT since FROM prices
    WHERE type_id = ${typeId} AND planned AND withdrawn_at IS NULL AND since > ${now()}
      AND (company_id IS NULL OR company_id = ${companyId}) AND (geo IS NULL OR geo = ${geo})
    ORDER BY since`);

/** The price from each planned start on, where it differs from the one before. */
async function plannedPrices(
  actor: Actor,
  priceQuery: PriceQuery,
  event: EventCode,
  first: Price,
): Promise<z.output<typeof EventPrice>["planned"]> {
  const { typeId, companyId, geo } = priceQuery;
  const planned: z.output<typeof EventPrice>["planned"] = [];
  let last = first;
  for (const { since } of await plannedStarts(priceQuery)) {
    const price = await priceAt(currentClient(), typeId, companyId, geo, event, since);
    if (!price || AMOUNTS.every((name) => price[name] === last[name])) continue;
    planned.push({ since: isoTime(since), source: price.source, lpp: price.lpp, ...amountsOf(actor, price) });
    last = price;
  }
  return planned;
}
const AMOUNTS = ["payout", "earning", "lpp"] as const;

/** The amounts of a price as numbers. Only superadmins see earnings. */
const amountsOf = (actor: Actor, { payout, earning }: Price) => ({
  payout: fromCents(toCents(payout)),
  ...(hasRole(actor, "superadmin") ? { earning: fromCents(toCents(earning)) } : {}),
});

/** The price that an event would get now, and why; null for a bonus that is not paid. */
export async function eventPrice(
  actor: Actor,
  priceQuery: PriceQuery,
  officeName: string | undefined,
  event: EventCode,
): Promise<z.output<typeof EventPrice> | null> {
  const price = await priceAt(currentClient(), priceQuery.typeId, priceQuery.companyId, priceQuery.geo, event, now());
  if (!price) return null;
  const version = await queryOne<{ since: Date; by: string | null }>(sql`
    SELECT since, username AS by FROM prices LEFT JOIN accounts ON accounts.id = by_account_id
    WHERE prices.id = ${price.priceId}`);
  return {
    source: price.source,
    priceId: price.priceId,
    ...amountsOf(actor, price),
    lpp: price.lpp,
    since: version ? isoTime(version.since) : null,
    by: version?.by ?? null,
    steps: await priceSteps(price.source, priceQuery, officeName, event),
    planned: await plannedPrices(actor, priceQuery, event, price),
  };
}
