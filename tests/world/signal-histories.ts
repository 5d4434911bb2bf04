import { Random } from "../../seeders/random";
import { type HourRow, WEEK } from "../../server/signals/history";

/** Generated weeks of a company like the demo: figures by hour with a rhythm, growth, holidays and noise, and planted faults. */

export const FAULTS = ["silent", "refused", "conversion", "reversals", "instant", "destination", "domain"] as const;
export type FaultKind = (typeof FAULTS)[number];

export type Planted = { kind: FaultKind; site: number; from: number; until: number };
/** The true rates of an hour, which the rules do not know. */
type Rates = Record<"clicks" | "sales" | "reversals" | "refused", number>;
export type SimulatedSite = { rows: HourRow[]; usual: Rates[] };
export type AgentHour = { hour: number; agent: number; sales: number; instant: number };
export type Simulated = { sites: SimulatedSite[]; agents: AgentHour[]; planted: Planted[] };

/** The rules know five weeks before the two that are evaluated. */
export const [BEGIN, END] = [5 * WEEK, 7 * WEEK];
export const AGENTS = 40;
/** Clicks a day of the demo's sites, at the end of its history. */
const DAILY = [220, 200, 180, 90, 130, 65, 90, 45, 150, 65, 45, 65, 45, 22];
const BY_HOUR = [
  0.5, 0.35, 0.25, 0.2, 0.2, 0.3, 0.5, 0.8, 1.1, 1.2, 1.2, 1.3, 1.3, 1.2, 1.2, 1.2, 1.3, 1.4, 1.6, 1.8, 1.8, 1.6,
];
const BY_DAY = [1, 0.95, 0.95, 1, 1.1, 1.25, 1.15];
const INSTANT_SHARE = 0.004;

export function simulate(seed: number): Simulated {
  const random = new Random(seed, "signals");
  const holidays = [random.below(49), random.below(49)];
  const planted = plant(random.branch("faults"));
  const sites = DAILY.map((daily, site) =>
    simulateSite(
      random.branch(`site ${site}`),
      daily,
      holidays,
      planted.filter((fault) => fault.site === site),
    ),
  );
  return { sites, planted, agents: simulateAgents(random.branch("agents"), sites, planted) };
}

/** Half of the companies have no fault, the others one of each kind in its own site. */
function plant(random: Random): Planted[] {
  if (random.chance(0.5)) return [];
  const busy = [3, 0, 1, 2];
  return FAULTS.map((kind, index) => {
    const from = BEGIN + random.between(12, 5 * 24);
    return { kind, site: busy[index] ?? -1 - index, from, until: from + 9 * 24 };
  });
}

function simulateSite(random: Random, daily: number, holidays: readonly number[], faults: readonly Planted[]) {
  const growth = 0.8 + random.float() * 0.8;
  const buying = 0.03 + random.float() * 0.06;
  const undone = 0.02 + random.float() * 0.05;
  const rejected = 0.005 + random.float() * 0.015;
  const site: SimulatedSite = { rows: [], usual: [] };
  let ofDay = 1;
  for (let hour = 0; hour < END; hour++) {
    const day = Math.floor(hour / 24);
    if (hour % 24 === 0) ofDay = Math.exp(0.12 * normal(random)) * (holidays.includes(day) ? 0.45 : 1);
    const rhythm = ((BY_HOUR[hour % 24] ?? 0.8) * (BY_DAY[day % 7] ?? 1)) / 24;
    const level = daily * growth ** (hour / END - 1) * rhythm * ofDay;
    const has = (kind: FaultKind) =>
      faults.some((fault) => fault.kind === kind && hour >= fault.from && hour < fault.until);
    const clicks = has("silent") ? 0 : poisson(random, level * gamma(random));
    const uniques = Math.round(clicks * 0.85);
    const rate = buying * (has("conversion") ? 0.15 : 1);
    const asked = poisson(random, uniques * rate);
    const returned = poisson(random, level * 0.85 * buying * (undone + (has("reversals") ? 0.6 : 0)));
    let lost = 0;
    for (let k = 0; k < asked; k++) if (random.chance(has("refused") ? 0.9 : rejected)) lost++;
    const row = {
      clicks,
      uniques,
      sales: asked - lost,
      reversals: returned,
      postbacks: asked + returned,
      refused: lost,
    };
    site.rows.push({ hour, ...row });
    const sales = level * 0.85 * buying;
    site.usual.push({ clicks: level, sales, reversals: sales * 0.6, refused: sales * 0.9 });
  }
  return site;
}

function simulateAgents(random: Random, sites: readonly SimulatedSite[], planted: readonly Planted[]): AgentHour[] {
  const bad = planted.find(({ kind }) => kind === "instant");
  const hours: AgentHour[] = [];
  for (let hour = BEGIN - 72; hour < END; hour++) {
    const sold = sites.reduce((sum, { rows }) => sum + (rows[hour]?.sales ?? 0), 0);
    const byAgent = new Map<number, AgentHour>();
    const add = (agent: number, instant: boolean) => {
      const row = byAgent.get(agent) ?? { hour, agent, sales: 0, instant: 0 };
      byAgent.set(agent, { ...row, sales: row.sales + 1, instant: row.instant + Number(instant) });
    };
    // Few agents make most of the sales.
    for (let k = 0; k < sold; k++) add(Math.floor(AGENTS * random.float() ** 2), random.chance(INSTANT_SHARE));
    if (bad && hour >= bad.from && hour < bad.until && random.chance(0.5)) add(AGENTS, random.chance(0.8));
    hours.push(...byAgent.values());
  }
  return hours;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());
}

/** Of mean 1: clicks come in waves, as a post or a mail of an agent brings many at once. */
function gamma(random: Random): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum -= Math.log(1 - random.float());
  return sum / 3;
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [0, random.float()];
  while (product > limit) {
    product *= random.float();
    count++;
  }
  return count;
}
