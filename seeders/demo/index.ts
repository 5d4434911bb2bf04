import type { FillResult } from "../fill";
import { seed, type SeedOptions } from "../run";
import { planBench } from "../bench/company";
import { planDemo } from "./company";

const CLICKS = 500_000;
const DAYS = 548;

/**
 * Fills the database with the demo company: the traffic of its agents' links in the last 18 months, up to the present
 * minute. The same seed and the same `now` give the same company. Throws NotSeedDataError for a database that contains
 * other accounts.
 */
export const seedDemo = (options: SeedOptions = {}): Promise<FillResult> =>
  seed(planDemo, [planDemo, planBench], { clicks: CLICKS, days: DAYS, payroll: true, ...options });
