import { z } from "zod";
import type { Samples, Value } from "../kernel/process/metrics";
import { label, firstValue, valuesOf } from "./runs";

/** State of the processes, from the metrics that /metrics collects. */

export const Worker = z.object({
  pid: z.number().int(),
  uptimeSeconds: z.number(),
  bytes: z.number().int(),
  heapBytes: z.number().int(),
  /** Clicks and postbacks that wait for a database connection. */
  waiting: z.number().int(),
});
export const Slowest = z.object({
  operation: z.string(),
  asked: z.number().int(),
  /** Upper bounds of the histogram steps that contain the median and the 95th percentile; null beyond the last step. */
  median: z.number().nullable(),
  p95: z.number().nullable(),
  longest: z.number(),
});

export function workers(processes: readonly Samples[]): z.output<typeof Worker>[] {
  return processes
    .map((samples) => ({
      pid: Number(valuesOf(samples, "worker_uptime_seconds")[0]?.labels.pid ?? 0),
      uptimeSeconds: firstValue(samples, "worker_uptime_seconds") ?? 0,
      bytes: firstValue(samples, "worker_resident_bytes") ?? 0,
      heapBytes: firstValue(samples, "worker_heap_bytes") ?? 0,
      waiting: (firstValue(samples, "clicks_waiting") ?? 0) + (firstValue(samples, "postbacks_waiting") ?? 0),
    }))
    .filter(({ pid }) => pid > 0)
    .sort((one, other) => one.pid - other.pid);
}

/** Requests since the processes started whose client's address a trusted proxy did not write in a readable form. */
export const unreadableAddresses = (processes: readonly Samples[]): number =>
  processes.reduce((sum, samples) => sum + (firstValue(samples, "client_addresses_unreadable_total") ?? 0), 0);

/** Seconds since the last roll-up of any process. Each process counts from its own last turn. */
export function secondsSinceRollUp(processes: readonly Samples[]): number | null {
  const seconds = processes.flatMap((samples) => firstValue(samples, "rollup_seconds_ago") ?? []);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

type Timing = { asked: number; steps: Map<string, number>; longest: number };

/** The slowest operations since the processes started. */
export function slowest(processes: readonly Samples[], most: number): z.output<typeof Slowest>[] {
  const timings = new Map<string, Timing>();
  const timingFor = (one: Value): Timing => {
    const operation = label(one, "operation");
    const timing = timings.get(operation) ?? { asked: 0, steps: new Map<string, number>(), longest: 0 };
    timings.set(operation, timing);
    return timing;
  };
  for (const samples of processes) {
    for (const one of valuesOf(samples, "query_seconds")) {
      const timing = timingFor(one);
      const edge = label(one, "le");
      if (edge) timing.steps.set(edge, (timing.steps.get(edge) ?? 0) + one.value);
      else if (one.metricName === "query_seconds_count") timing.asked += one.value;
    }
    for (const one of valuesOf(samples, "query_longest_seconds")) {
      const timing = timingFor(one);
      timing.longest = Math.max(timing.longest, one.value);
    }
  }
  return [...timings]
    .filter(([operation, { asked }]) => operation !== "" && asked > 0)
    .map(([operation, { asked, steps, longest }]) => ({
      ...{ operation, asked, longest },
      median: quantile(steps, asked / 2),
      p95: quantile(steps, asked * 0.95),
    }))
    .sort((one, other) => (other.p95 ?? Infinity) - (one.p95 ?? Infinity) || other.longest - one.longest)
    .slice(0, most);
}

function quantile(steps: ReadonlyMap<string, number>, rank: number): number | null {
  const edges = [...steps].map(([edge, count]) => [Number(edge), count] as const).filter(([edge]) => edge < Infinity);
  return edges.sort(([one], [other]) => one - other).find(([, count]) => count >= rank)?.[0] ?? null;
}
