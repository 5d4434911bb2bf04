import { type EventCode, isBonus, isSale, isSitesClick } from "../../trade/events";
import { flagsInSql } from "../../trade/flags";
import { type Client, sql } from "../../kernel/database/sql";

/** Prices of events: the prices and flags in force at a moment, from their versions. */

export type Price = {
  source: "office" | "geo" | "default" | "none";
  /** The ID of the version in `prices`; null if nothing is paid. */
  priceId: number | null;
  /** Pesos, as decimal text. */
  payout: string;
  /** Dollars, as decimal text. */
  earning: string;
  lpp: number;
};

/**
 * The terms that are fixed with an event: its office, the site's flags and its price. The price is undefined for a
 * bonus that the type does not pay.
 */
export type Terms = { companyId: number; flags: number; price: Price | undefined };

export type PriceRequest = {
  agentId: number;
  siteId: number;
  typeId: number;
  event: EventCode;
  /** Two capital letters, or "". */
  geo: string;
  /** The event's own time. The agent's office is taken as of this moment. */
  occurredAt: Date;
  /** When the request was first received. Prices and flags are taken as of this moment. */
  receivedAt: Date;
};

/**
 * SQL for a moment, or for the earliest of some versions if the moment is before all of them. An event can precede its
 * price or office if the clock was set back or the site sent its own time.
 */
const atEarliest = (moment: string, versions: string) => `greatest(${moment}, (SELECT min(v.since) FROM ${versions}))`;

/** SQL for the newest version among the rows of `prices p` that meet a condition, as of the moment of `w`. */
const newest = (condition: string) => `
    SELECT p.* FROM prices p WHERE p.type_id = w.type_id AND ${condition} AND p.since <= w.moment AND p.withdrawn_at IS NULL
    ORDER BY p.since DESC, p.id DESC LIMIT 1`;

const [SALE, BONUS, SITES_CLICK] = [isSale, isBonus, isSitesClick].map((kind) => kind(sql`w.event`).text);

// The flag is the type's current state, so it applies to the newest version only. Older versions pay a bonus if they
// have one. A planned version does not change whether the type pays a bonus.
const PAYS_BONUS = `d.bonus_payout IS NOT NULL AND ((SELECT t.bonus FROM types t WHERE t.id = w.type_id)
  OR EXISTS (SELECT 1 FROM prices p WHERE p.type_id = w.type_id AND p.company_id IS NULL AND p.geo IS NULL
               AND NOT p.planned AND (p.since, p.id) > (d.since, d.id)))`;

/**
 * SQL that prices the rows of `wanted` (n, type_id, company_id, geo, event, moment, flags): the office's custom fee,
 * else for a sale the country's price, else the type's default (PRICE-01). If a country's price or an office's bonus
 * leaves points or amounts empty, the default's apply: countries have no points of their own, and an office may have
 * got its fee before the type paid a bonus. Moments before a type's first price use that first price.
 */
const priced = (requestsSql: string) => `
  WITH wanted AS MATERIALIZED (${requestsSql})
  SELECT w.n::integer AS n, w.company_id AS "companyId", w.flags::integer AS flags, p.*
  FROM (
    SELECT e.n, e.type_id, e.company_id, e.geo, e.event, e.flags, ${atEarliest(
      "e.moment",
      "prices v WHERE v.type_id = e.type_id AND v.company_id IS NULL AND v.geo IS NULL",
    )} AS moment
    FROM wanted e) w
  LEFT JOIN LATERAL (${newest("p.company_id IS NULL AND p.geo IS NULL")}) d ON true
  LEFT JOIN LATERAL (${newest("p.company_id = w.company_id")}) o
    ON o.enabled AND (${SALE} OR o.bonus_payout IS NOT NULL)
  LEFT JOIN LATERAL (${newest("p.geo = w.geo")}) g ON g.enabled AND ${SALE}
  CROSS JOIN LATERAL (
    SELECT 'none' AS source, NULL::integer AS "priceId", 0::numeric(12,2) AS payout, 0::numeric(12,2) AS earning, 0 AS lpp
    WHERE ${SITES_CLICK}
    UNION ALL
    SELECT CASE WHEN o.id IS NOT NULL THEN 'office' WHEN g.id IS NOT NULL THEN 'geo' ELSE 'default' END,
           coalesce(o.id, g.id, d.id), coalesce(o.payout, g.payout, d.payout),
           coalesce(o.earning, g.earning, d.earning), coalesce(o.lpp, g.lpp, d.lpp)
    WHERE ${SALE} AND d.id IS NOT NULL
    UNION ALL
    SELECT CASE WHEN o.id IS NOT NULL THEN 'office' ELSE 'default' END, coalesce(o.id, d.id),
           CASE WHEN ${PAYS_BONUS} THEN coalesce(o.bonus_payout, d.bonus_payout) END,
           coalesce(o.bonus_earning, d.bonus_earning, 0), coalesce(o.bonus_lpp, d.bonus_lpp, 0)
    WHERE ${BONUS} AND d.id IS NOT NULL
  ) p
  ORDER BY n`;

const PRICE_AT = {
  name: "price-at",
  text: priced(`
    SELECT 1 AS n, $1::integer AS type_id, $2::integer AS company_id, $3::text AS geo, $4::integer AS event,
           $5::timestamptz AS moment, 0 AS flags`),
};

const SITE_FLAGS = flagsInSql(
  sql`coalesce(held.avp, sites.avp)`,
  sql`coalesce(held.use_approve_sale, sites.use_approve_sale)`,
);

// Times are sent as text, because the driver formats a Date in the process's time zone.
const TERMS = {
  name: "terms-of",
  text: priced(`
    SELECT e.n, e.type_id, coalesce(office.company_id, agents.company_id) AS company_id, e.geo, e.event,
           e.received_at AS moment,
           ${SITE_FLAGS.text} AS flags
    FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::text[], $6::timestamptz[],
                $7::timestamptz[])
         WITH ORDINALITY AS e (agent_id, site_id, type_id, event, geo, occurred_at, received_at, n)
    JOIN agents ON agents.id = e.agent_id
    JOIN sites ON sites.id = e.site_id
    LEFT JOIN LATERAL (
      SELECT a.company_id FROM agent_offices a WHERE a.agent_id = e.agent_id
        AND a.since <= ${atEarliest("e.occurred_at", "agent_offices v WHERE v.agent_id = e.agent_id")}
      ORDER BY a.since DESC LIMIT 1) office ON true
    LEFT JOIN LATERAL (
      SELECT f.avp, f.use_approve_sale FROM site_flags f WHERE f.site_id = e.site_id
        AND f.since <= ${atEarliest("e.received_at", "site_flags v WHERE v.site_id = e.site_id")}
      ORDER BY f.since DESC LIMIT 1) held ON true`),
};

type Row = {
  n: number;
  companyId: number;
  flags: number;
  source: Price["source"];
  priceId: number | null;
  payout: string | null;
  earning: string;
  lpp: number;
};

const priceOf = ({ source, priceId, payout, earning, lpp }: Row): Price | undefined =>
  payout === null ? undefined : { source, priceId, payout, earning, lpp };

/**
 * The price of one event of a type for an office at a moment (PRICE-01). Undefined for a bonus that the type does not
 * pay. `geo` is two capital letters or "". Throws if the type has never had a price.
 */
export async function priceAt(
  client: Client,
  typeId: number,
  companyId: number,
  geo: string,
  event: EventCode,
  moment: Date,
): Promise<Price | undefined> {
  const { rows } = await client.query<Row>({
    ...PRICE_AT,
    values: [typeId, companyId, geo, event, moment.toISOString()],
  });
  if (!rows[0]) throw new Error(`Type ${typeId} has no price.`);
  return priceOf(rows[0]);
}

/** The terms of many events, in their order (PRICE-03). Throws if one of them has no agent, site or price. */
export async function termsOf(client: Client, requests: readonly PriceRequest[]): Promise<Terms[]> {
  const column = <T>(get: (request: PriceRequest) => T) => requests.map(get);
  const { rows } = await client.query<Row>({
    ...TERMS,
    values: [
      column(({ agentId }) => agentId),
      column(({ siteId }) => siteId),
      column(({ typeId }) => typeId),
      column(({ event }) => event),
      column(({ geo }) => geo),
      column(({ occurredAt }) => occurredAt.toISOString()),
      column(({ receivedAt }) => receivedAt.toISOString()),
    ],
  });
  if (rows.length !== requests.length) {
    throw new Error(`Only ${rows.length} of ${requests.length} events have an agent, a site and a price.`);
  }
  return rows.map((row) => ({ companyId: row.companyId, flags: row.flags, price: priceOf(row) }));
}
