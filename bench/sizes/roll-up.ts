import type pg from "pg";
import { openConnection } from "../../server/kernel/database/connections";
import { rollUpOn, rollUpOnce } from "../../server/tracking";
import { median } from "../samples";
import { measureMs } from "./timing";

/**
 * Roll-up over the database of this process, in deltas per second. Each round rolls up one second's worth of clicks at
 * the required rate, spread over the last days as clicks are, into roll-ups of this size. The floor puts the same
 * deltas into one of the tables by one plain statement. Both are rolled back, so that a kept database stays as it was
 * filled.
 */
export type RollUp = { deltas: number; perSecond: number; floorPerSecond: number };

export const CLICKS_PER_SECOND = 10_000;
const ROUNDS = 6;

export async function benchRollUp(): Promise<RollUp> {
  const client = await openConnection("bench");
  try {
    await rollUpOnce();
    const [rollUps, floors]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await client.query("BEGIN");
      await client.query(append(round), [CLICKS_PER_SECOND]);
      floors.push(await measureMs(() => client.query(ONE_TABLE)));
      await client.query("ROLLBACK");
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      await client.query(append(round), [CLICKS_PER_SECOND]);
      rollUps.push(
        await measureMs(async () => {
          if ((await rollUpOn(withoutCommit(client))) !== CLICKS_PER_SECOND)
            throw new Error("Some deltas were left out.");
        }),
      );
      await client.query("ROLLBACK");
    }
    const rate = (times: readonly number[]) => (CLICKS_PER_SECOND / median(times)) * 1_000;
    return { deltas: CLICKS_PER_SECOND * ROUNDS, perSecond: rate(rollUps), floorPerSecond: rate(floors) };
  } finally {
    await client.end();
  }
}

/**
 * Rolls up within the open transaction and leaves it open. In place of each COMMIT it makes the write that a commit
 * waits for.
 */
function withoutCommit(client: pg.Client): pg.Client {
  const query = async (text: string, values?: unknown[]) => {
    if (text.startsWith("BEGIN")) return undefined;
    if (text === "COMMIT") return client.query("SELECT pg_logical_emit_message(false, 'bench', '', true)");
    return client.query(text, values);
  };
  return Object.assign(Object.create(client) as pg.Client, { query });
}

const SALE_COLUMNS = "events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout";

/** Each round uses other rows of the last days, so that none is cached by the previous round. */
const append = (round: number) => `
  INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, ${SALE_COLUMNS})
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM (SELECT * FROM stats_day_geo ORDER BY day DESC LIMIT 10 * $1::int) AS newest
  ORDER BY hashint8(agent_id::bigint * 64 + type_id + ${round}), geo, day, company_id, flags LIMIT $1::int`;

const ONE_TABLE = `
  INSERT INTO stats_day_geo (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, ${SALE_COLUMNS})
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, sum(hits), sum(raws), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM stats_delta GROUP BY agent_id, day, type_id, company_id, site_id, flags, geo
  ON CONFLICT (agent_id, day, type_id, geo, company_id, flags) DO UPDATE
  SET hits = stats_day_geo.hits + excluded.hits, raws = stats_day_geo.raws + excluded.raws`;
