import type pg from "pg";

const MEASURES =
  "hits raws uniques events sales bonus_sales lpp bonus_lpp earning bonus_earning payout bonus_payout".split(" ");
const sums = MEASURES.map((name) => `sum(${name})`).join(", ");
const columns = (geo: string) => `agent_id, day, type_id, company_id, site_id, flags, ${geo}${MEASURES.join(", ")}`;
const HALF = "date_trunc('month', day)::date + CASE WHEN extract(day FROM day) > 15 THEN 15 ELSE 0 END";

/** Clicks and events as measures of their New York day. A site's own click (2) counts nowhere. */
const RAW = `
  SELECT agent_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, type_id, company_id, site_id, flags, geo,
    count(*)::integer AS hits, (count(*) FILTER (WHERE class = 0))::integer AS raws,
    (count(*) FILTER (WHERE is_unique))::integer AS uniques, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp,
    0 AS bonus_lpp, 0::numeric AS earning, 0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout
  FROM clicks GROUP BY 1, 2, 3, 4, 5, 6, 7
  UNION ALL
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, 0, 0, 0, count(*),
    coalesce(sum(sign) FILTER (WHERE event = 0), 0), coalesce(sum(sign) FILTER (WHERE event = 1), 0),
    coalesce(sum(lpp) FILTER (WHERE event = 0), 0), coalesce(sum(lpp) FILTER (WHERE event = 1), 0),
    coalesce(sum(earning) FILTER (WHERE event = 0), 0), coalesce(sum(earning) FILTER (WHERE event = 1), 0),
    coalesce(sum(payout) FILTER (WHERE event = 0), 0), coalesce(sum(payout) FILTER (WHERE event = 1), 0)
  FROM sale_events WHERE event < 2 GROUP BY 1, 2, 3, 4, 5, 6, 7`;

const day = (geo: string) => `
  INSERT INTO stats_day${geo ? "_geo" : ""} (${columns(geo)})
  SELECT agent_id, day, type_id, company_id, site_id, flags, ${geo}${sums}`;
const half = (geo: string) => `
  INSERT INTO stats_half${geo ? "_geo" : ""} (${columns(geo)})
  SELECT agent_id, ${HALF}, type_id, company_id, site_id, flags, ${geo}${sums}`;

/** Builds the four tables of totals out of the raw rows; each coarser one out of a finer, so that they cannot differ. */
export async function buildRollups(client: pg.Client, step: (name: string) => void): Promise<void> {
  step("totals by day and country");
  const group = "GROUP BY agent_id, day, type_id, company_id, site_id, flags";
  await fillBare(client, "stats_day_geo", `${day("geo, ")} FROM (${RAW}) raw ${group}, geo`);
  step("totals by day");
  await fillBare(client, "stats_day", `${day("")} FROM stats_day_geo ${group}`);
  step("totals by half-month");
  await fillBare(client, "stats_half_geo", `${half("geo, ")} FROM stats_day_geo GROUP BY 1, 2, 3, 4, 5, 6, 7`);
  await fillBare(client, "stats_half", `${half("")} FROM stats_day GROUP BY 1, 2, 3, 4, 5, 6`);
}

/** Runs `insert` into a table whose key and indexes are taken off and put back afterwards: sorted once, they are cheaper. */
async function fillBare(client: pg.Client, table: string, insert: string): Promise<void> {
  const { rows: keys } = await client.query<{ name: string; text: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'p'`,
    [table],
  );
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS text FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  for (const { name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(insert);
  for (const { name, text } of keys) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text}`);
  for (const { text } of indexes) await client.query(text);
}
