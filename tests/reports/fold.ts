import { execute } from "../../server/kernel/database/transactions";
import { join, nothing, sql } from "../../server/kernel/database/sql";

const clicks = [sql`raws`, sql`uniques`];
const measures = [
  ...[sql`hits`, ...clicks, sql`events`, sql`sales`, sql`bonus_sales`, sql`lpp`, sql`bonus_lpp`],
  ...[sql`earning`, sql`bonus_earning`, sql`payout`, sql`bonus_payout`],
];
const day = sql`day`;
const half = sql`(date_trunc('month', day) + CASE WHEN extract(day FROM day) > 15 THEN 15 ELSE 0 END * interval '1 day')::date`;
const [agent, type, office] = [sql`agent_id`, sql`type_id`, sql`company_id`];
const tables = [
  { table: sql`stats_day`, when: day, keys: [agent, type, office], sums: measures },
  { table: sql`stats_half`, when: half, keys: [agent, type, office], sums: measures },
  { table: sql`stats_day_geo`, when: day, keys: [agent, type, office, sql`geo`], sums: measures },
  { table: sql`stats_half_geo`, when: half, keys: [agent, type, office, sql`geo`], sums: measures },
  { table: sql`stats_agent_half`, when: half, keys: [agent, office], sums: clicks },
  { table: sql`stats_agent_half_geo`, when: half, keys: [agent, office, sql`geo`], sums: clicks },
  { table: sql`clicks_by_day`, when: day, keys: [type], sums: clicks },
  { table: sql`clicks_by_day_geo`, when: day, keys: [type, sql`geo`], sums: clicks },
];

/** Rolls up the deltas of the open transaction and deletes them. */
export async function fold(): Promise<void> {
  for (const { table, when, keys, sums } of tables) {
    const key = join([...keys, sql`flags`]);
    const summed = join(sums.map((name) => sql`sum(${name})`));
    const added = join(sums.map((name) => sql`${name} = ${table}.${name} + excluded.${name}`));
    const [site, least] = keys.includes(type) ? [sql`, site_id`, sql`, min(site_id)`] : [nothing, nothing];
    const [days, bits, both] =
      when === half
        ? [
            sql`, days`,
            sql`, sum(DISTINCT CASE WHEN raws > 0 OR events > 0 THEN 1 << (day - ${half}) ELSE 0 END)`,
            sql`, days = ${table}.days | excluded.days`,
          ]
        : [nothing, nothing, nothing];
    await execute(sql`
      INSERT INTO ${table} (${key}, day${site}, ${join(sums)}${days})
      SELECT ${key}, ${when}${least}, ${summed}${bits} FROM stats_delta GROUP BY ${key}, ${when}
      ON CONFLICT (${key}, day) DO UPDATE SET ${added}${both}`);
  }
  for (const { table, when } of [
    { table: sql`hits_by_day`, when: day },
    { table: sql`hits_by_half`, when: half },
  ]) {
    await execute(sql`
      INSERT INTO ${table} (day, company_id, site_id, hits)
      SELECT ${when}, company_id, site_id, sum(hits) FROM stats_delta WHERE hits <> 0 GROUP BY 1, company_id, site_id
      ON CONFLICT (day, company_id, site_id) DO UPDATE SET hits = ${table}.hits + excluded.hits`);
  }
  await execute(sql`DELETE FROM stats_delta`);
}
