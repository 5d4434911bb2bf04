import { queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import type { TierRow } from "../oracle/prices";
import type { Raw, RawClick, RawEvent } from "../oracle/report";

/** Every click and every sale or bonus as stored, with the terms of their pay. */
export async function rawRows(): Promise<Raw> {
  const rates = await queryRows<{ start: string; rate: string }>(sql`
    SELECT start_day::text AS start, php_per_usd::text AS rate FROM pay_periods WHERE php_per_usd IS NOT NULL`);
  return {
    terms: {
      tiers: await queryRows<TierRow>(sql`
        SELECT valid_from::text AS "validFrom", index, from_count AS "from", payout_php AS php, payout_dollars AS dollars
        FROM avp_tiers`),
      rates: new Map(rates.map(({ start, rate }) => [start, rate])),
    },
    clicks: await queryRows<RawClick>(sql`
      SELECT extract(epoch FROM clicked_at)::float8 * 1000 AS at, agent_id AS "agentId", company_id AS "companyId",
        site_id AS "siteId", type_id AS "typeId", flags::int, class = 0 AS counts, is_unique AS unique, geo,
        subs, referer, text AS "userAgent"
      FROM clicks LEFT JOIN user_agents ON user_agents.id = ua_id`),
    events: await queryRows<RawEvent>(sql`
      SELECT extract(epoch FROM occurred_at)::float8 * 1000 AS at, day::text, e.agent_id AS "agentId",
        e.company_id AS "companyId", e.site_id AS "siteId", e.type_id AS "typeId", e.flags::int,
        event = 1 AS bonus, sign, lpp, earning, payout, e.geo, subs, clicks.referer, text AS "userAgent"
      FROM sale_events AS e LEFT JOIN clicks ON clicks.id = click_id LEFT JOIN user_agents ON user_agents.id = ua_id
      WHERE event IN (0, 1)`),
  };
}
