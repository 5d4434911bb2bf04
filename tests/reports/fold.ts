import { run } from "../../server/kernel/database";
import { join, sql } from "../../server/kernel/sql";

const measures = [
  ...[sql`hits`, sql`raws`, sql`uniques`, sql`events`, sql`sales`, sql`bonus_sales`, sql`lpp`, sql`bonus_lpp`],
  ...[sql`earning`, sql`bonus_earning`, sql`payout`, sql`bonus_payout`],
];
const day = sql`day`;
const half = sql`(date_trunc('month', day) + CASE WHEN extract(day FROM day) > 15 THEN 15 ELSE 0 END * interval '1 day')::date`;
const tables = [
  { table: sql`stats_day`, when: day, geo: false },
  { table: sql`stats_half`, when: half, geo: false },
  { table: sql`stats_day_geo`, when: day, geo: true },
  { table: sql`stats_half_geo`, when: half, geo: true },
];

/** Adds the deltas of the open transaction to the four roll-ups and takes them away. */
export async function fold(): Promise<void> {
  for (const { table, when, geo } of tables) {
    const keys = join([sql`agent_id`, sql`type_id`, sql`company_id`, sql`flags`, ...(geo ? [sql`geo`] : [])]);
    const summed = join(measures.map((name) => sql`sum(${name})`));
    const added = join(measures.map((name) => sql`${name} = ${table}.${name} + excluded.${name}`));
    await run(sql`
      INSERT INTO ${table} (${keys}, day, site_id, ${join(measures)})
      SELECT ${keys}, ${when}, min(site_id), ${summed} FROM stats_delta GROUP BY ${keys}, ${when}
      ON CONFLICT (${keys}, day) DO UPDATE SET ${added}`);
  }
  await run(sql`DELETE FROM stats_delta`);
}
