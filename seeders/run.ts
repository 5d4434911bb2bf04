import { ensurePartitions } from "../models/partitions";
import { complete, config } from "../server/kernel/process/config";
import { withOwnConnection } from "../server/kernel/database/connections";
import { closeDatabase, writeTransaction } from "../server/kernel/database/transactions";
import { startOfDay, addDays, dayOf } from "../server/kernel/periods";
import { keptKey } from "../server/kernel/process/secrets";
import type { Company } from "./company";
import { fill, type Filled, type Size } from "./fill";
import { refuseForeign } from "./load/ground";
import type { Report } from "./progress";
import { Random } from "./random";
import { COUNTRIES } from "./traffic/networks";

export type Wish = {
  /** Database to fill in place of the one in DATABASE_URL. */
  url?: string;
  clicks?: number;
  days?: number;
  seed?: number;
  now?: Date;
  /** Empties the database even if it contains other accounts. */
  replace?: boolean;
  onProgress?: Report;
};

export type Given = { since: number; now: number; address: string; countries: readonly string[]; random: Random };
export type Plan = (given: Given) => Company;

/**
 * Fills the database by a plan, completely or not at all. `rosters` are the plans whose accounts may be replaced
 * without `replace`. Throws NotTheDemos for a database that contains other accounts.
 */
export async function seed(plan: Plan, rosters: readonly Plan[], wish: Wish & Omit<Size, "now">): Promise<Filled> {
  const { url = config().DATABASE_URL, onProgress = () => undefined, clicks, days, visitorDays, payroll } = wish;
  if (!url) throw new Error("The database has no address yet.");
  if (url !== config().DATABASE_URL) {
    await closeDatabase();
    complete({ DATABASE_URL: url });
  }
  // Whole seconds, which fit every column.
  const now = Math.floor((wish.now?.getTime() ?? Date.now()) / 1000) * 1000;
  const random = new Random(wish.seed ?? 1);
  const since = startOfDay(addDays(dayOf(now), 1 - days)).getTime();
  const { APP_URL, HOST, PORT } = config();
  const given: Given = { since, now, address: APP_URL ?? `http://${HOST}:${PORT}`, countries: COUNTRIES, random };
  return withOwnConnection("seeding", async (client) => {
    if (!wish.replace)
      await refuseForeign(
        client,
        rosters.map((roster) => roster(given)),
      );
    const key = await writeTransaction(() => keptKey("visitors"));
    await ensurePartitions(client, new Date(since));
    await client.query("BEGIN");
    await client.query("SET LOCAL maintenance_work_mem = '512MB'");
    await client.query("SET LOCAL work_mem = '256MB'");
    const filled = await fill(
      client,
      plan(given),
      { clicks, days, now, visitorDays, payroll },
      { key, random, report: onProgress },
    );
    await client.query("COMMIT");
    onProgress("done", 1);
    return filled;
  });
}
