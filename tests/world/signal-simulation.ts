import { History, WEEK } from "../../server/signals/history";
import { destinations, domain, instant, SITE_KINDS, siteVerdicts, type Verdict } from "../../server/signals/rules";
import { CONVERSION, INSTANT, SILENT } from "../../server/signals/thresholds";
import { Random } from "../../seeders/random";
import {
  type AgentHour,
  BEGIN,
  END,
  type FaultKind,
  FAULTS,
  type Planted,
  type Simulated,
  simulate,
} from "./signal-histories";

type Opening = { kind: FaultKind; subject: number; hour: number };

/** Opens and closes as the evaluation does. */
class Signals {
  readonly opened: Opening[] = [];
  private readonly open = new Set<string>();

  take(kind: FaultKind, subject: number, hour: number, { state }: Verdict): void {
    const key = `${kind} ${subject}`;
    if (state === "clear") this.open.delete(key);
    if (state !== "fault" || this.open.has(key)) return;
    this.open.add(key);
    this.opened.push({ kind, subject, hour });
  }
}

function evaluate({ sites, agents, planted }: Simulated, seed: number): Opening[] {
  const signals = new Signals();
  sites.forEach(({ rows }, site) => {
    const whole = History.of(rows, END);
    const last = { clicks: undefined as number | undefined, sales: undefined as number | undefined };
    let quiet: "clicks" | "sales" = "clicks";
    for (let now = 0; now <= END; now++) {
      const row = rows[now - 1];
      if (row?.clicks) last.clicks = now;
      if (row?.sales) last.sales = now;
      if (now < BEGIN) continue;
      const verdicts = siteVerdicts(whole.at(now), last, now, quiet);
      if (verdicts.silent.state === "fault") quiet = verdicts.measure;
      for (const kind of SITE_KINDS) signals.take(kind, site, now, verdicts[kind]);
    }
  });
  evaluateAgents(signals, agents);
  evaluatePeopleAndDomains(signals, planted, new Random(seed, "checks"));
  return signals.opened;
}

function evaluateAgents(signals: Signals, agents: Simulated["agents"]): void {
  const byAgent = new Map<number, { sales: number; instant: number }>();
  const all = { sales: 0, instant: 0 };
  const add = (hour: number, sign: 1 | -1) => {
    for (const { agent, sales, instant } of byHour.get(hour) ?? []) {
      const sum = byAgent.get(agent) ?? { sales: 0, instant: 0 };
      byAgent.set(agent, sum);
      for (const part of [sum, all]) {
        part.sales += sign * sales;
        part.instant += sign * instant;
      }
    }
  };
  const byHour = new Map<number, AgentHour[]>();
  for (const row of agents) byHour.set(row.hour, [...(byHour.get(row.hour) ?? []), row]);
  for (let hour = BEGIN - INSTANT.window; hour < END; hour++) {
    add(hour, 1);
    add(hour - INSTANT.window, -1);
    for (const [agent, sums] of byAgent) signals.take("instant", agent, hour + 1, instant(sums, all, hour + 1));
  }
}

/** Two people have one destination while the fault is there. One check of a domain in 200 fails by chance. */
function evaluatePeopleAndDomains(signals: Signals, planted: readonly Planted[], random: Random): void {
  const has = (kind: FaultKind, hour: number) =>
    planted.some((fault) => fault.kind === kind && hour >= fault.from && hour < fault.until);
  for (let hour = BEGIN; hour < END; hour++) {
    const groups = [[7], has("destination", hour) ? [3, 5] : [3], [9]];
    const shared = destinations(groups);
    signals.take("destination", 3, hour, shared.has(3) ? { ...FAULT, since: hour } : { state: "clear" });
    const fails = () => has("domain", hour) || random.chance(0.005);
    // A failed check is repeated at once.
    const failures = fails() ? (fails() ? 2 : 1) : 0;
    signals.take("domain", 1, hour, domain({ failures, since: hour }));
  }
}
const FAULT = { state: "fault", observed: 2, expected: 1 } as const;

/** Hours within which a rule must find a fault: until there is enough that was to come, and what chance adds. */
function timeToFind({ kind, site, from }: Planted, { sites }: Simulated): number {
  const until = (measure: "clicks" | "refused" | "reversals", enough: number) => {
    let sum = 0;
    for (let hour = from; hour < END; hour++) {
      sum += sites[site]?.usual[hour]?.[measure] ?? 0;
      if (sum >= enough) return hour - from + 2;
    }
    return Infinity;
  };
  if (kind === "silent") return until("clicks", 2.4 * SILENT.clicks.expected);
  if (kind === "refused") return until("refused", 25);
  if (kind === "reversals") return until("reversals", 30);
  if (kind === "conversion") return windowWith(2.25 * CONVERSION.expected, site, from, sites);
  return kind === "instant" ? 36 : 1;
}

/** The shortest window of the rule in which that many sales were to come. */
function windowWith(enough: number, site: number, from: number, sites: Simulated["sites"]): number {
  const sold = (hours: number) =>
    (sites[site]?.usual ?? []).slice(from, from + hours).reduce((sum, { sales }) => sum + sales, 0);
  return CONVERSION.windows.find((window) => sold(window) >= enough) ?? Infinity;
}

const subjectOf = ({ kind, site }: Planted) =>
  kind === "instant" ? 40 : kind === "destination" ? 3 : kind === "domain" ? 1 : site;

/** True for signals that follow from a fault while it is there, and until the windows of the rules have left it. */
const isOfFault =
  ({ subject, hour }: Opening) =>
  (fault: Planted) =>
    subject === subjectOf(fault) && hour >= fault.from && hour <= fault.until + 72;

/** The results of a kind of signal in the histories. Hours are from the fault to its signal. */
export type Result = {
  kind: FaultKind;
  planted: number;
  found: number;
  medianHours: number | undefined;
  longestHours: number | undefined;
  falseAlarms: number;
};

/** Evaluates the histories of these seeds. `late` are the faults that were found after the time of their rule, or never. */
export function evaluateHistories(count: number): { results: Result[]; late: string[]; falseAlarmsPerWeek: number } {
  const delays = new Map<FaultKind, number[]>(FAULTS.map((kind) => [kind, []]));
  const wrong = new Map<FaultKind, number>();
  const late: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const company = simulate(seed);
    const opened = evaluate(company, seed);
    for (const fault of company.planted) {
      const delay = delayOf(fault, opened);
      delays.get(fault.kind)?.push(delay);
      const within = timeToFind(fault, company);
      if (delay > within) late.push(`${fault.kind} of history ${seed}: ${delay} instead of ${within} hours`);
    }
    for (const one of opened)
      if (!company.planted.some(isOfFault(one))) wrong.set(one.kind, (wrong.get(one.kind) ?? 0) + 1);
  }
  const results = [...delays].map(([kind, all]): Result => {
    const found = all.filter(Number.isFinite).sort((a, b) => a - b);
    const [medianHours, longestHours] = [found[found.length >> 1], found.at(-1)];
    return {
      kind,
      planted: all.length,
      found: found.length,
      medianHours,
      longestHours,
      falseAlarms: wrong.get(kind) ?? 0,
    };
  });
  const falseAlarms = results.reduce((sum, result) => sum + result.falseAlarms, 0);
  return { results, late, falseAlarmsPerWeek: falseAlarms / ((count * (END - BEGIN)) / WEEK) };
}

function delayOf(fault: Planted, opened: readonly Opening[]): number {
  const found = opened.find(
    ({ kind, subject, hour }) =>
      kind === fault.kind && subject === subjectOf(fault) && hour >= fault.from && hour <= fault.until,
  );
  return found ? found.hour - fault.from : Infinity;
}
