import { ensurePartitions } from "../models/partitions";
import { overrideConfig, config } from "../server/kernel/process/config";
import { withOwnConnection } from "../server/kernel/database/connections";
import { closeDatabase, writeTransaction } from "../server/kernel/database/transactions";
import { startOfDay, addDays, dayOf } from "../server/kernel/time";
import { loadHashKeys, loadOrCreateKey } from "../server/kernel/process/secrets";
import type { Company } from "./company";
import { fill, type FillResult, type Size } from "./fill";
import { requireSeedData } from "./load/prepare-database";
import type { Report } from "./progress";
import { Random } from "./random";
import { COUNTRIES } from "./traffic/networks";

export type SeedOptions = {
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

export type PlanInput = { since: number; now: number; address: string; countries: readonly string[]; random: Random };
export type Plan = (input: PlanInput) => Company;

/**
 * Fills the database by a plan, completely or not at all. `rosters` are the plans whose accounts may be replaced
 * without `replace`. Throws NotSeedDataError for a database that contains other accounts.
 */
export async function seed(
  plan: Plan,
  rosters: readonly Plan[],
  options: SeedOptions & Omit<Size, "now">,
): Promise<FillResult> {
  const { url = config().DATABASE_URL, onProgress = () => undefined, clicks, days, visitorDays, payroll } = options;
  if (!url) throw new Error("The database has no address yet.");
  if (url !== config().DATABASE_URL) {
    await closeDatabase();
    overrideConfig({ DATABASE_URL: url });
  }
  // Whole seconds, which fit every column.
  const now = Math.floor((options.now?.getTime() ?? Date.now()) / 1000) * 1000;
  const random = new Random(options.seed ?? 1);
  const since = startOfDay(addDays(dayOf(now), 1 - days)).getTime();
  const { APP_URL, HOST, PORT } = config();
  const input: PlanInput = { since, now, address: APP_URL ?? `http://${HOST}:${PORT}`, countries: COUNTRIES, random };
  return withOwnConnection("seeding", async (client) => {
    if (!options.replace)
      await requireSeedData(
        client,
        rosters.map((roster) => roster(input)),
      );
    await writeTransaction(loadHashKeys);
    const key = await writeTransaction(() => loadOrCreateKey("visitors"));
    await ensurePartitions(client, new Date(since));
    await client.query("BEGIN");
    await client.query("SET LOCAL maintenance_work_mem = '512MB'");
    await client.query("SET LOCAL work_mem = '256MB'");
    const filled = await fill(
      client,
      plan(input),
      { clicks, days, now, visitorDays, payroll },
      { key, random, report: onProgress },
    );
    await client.query("COMMIT");
    onProgress("done", 1);
    return filled;
  });
}
