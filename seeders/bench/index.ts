import { planDemo } from "../demo/company";
import type { FillResult } from "../fill";
import { seed, type SeedOptions } from "../run";
import { planBench } from "./company";

const CLICKS = 10_000_000;
const DAYS = 731;
/** A server that has run for two years has purged the visitors of all but the last months. */
const VISITOR_DAYS = 100;

/** Fills the database with the bench data set: 24 months of 2,000 agents. Refuses in the same cases as seedDemo. */
export const seedBench = (options: SeedOptions = {}): Promise<FillResult> =>
  seed(planBench, [planDemo, planBench], { clicks: CLICKS, days: DAYS, visitorDays: VISITOR_DAYS, ...options });
