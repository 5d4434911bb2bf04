import { AggregatorRegistry, Counter, Gauge, type GaugeConfiguration, Histogram, register } from "prom-client";

/** Metrics of this process for Prometheus, stored by prom-client. Times are in seconds. */

/** All metrics of one process, as sent to the process that serves `/metrics` for all of them. */
export type Samples = { name: string; values: Value[] }[];
/** `metricName` is the name of a part of a histogram: `…_bucket`, `…_sum`, `…_count`. */
export type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string };

type Labels<L extends string> = Record<L, string>;

/** Limit on the samples of a metric, because label values may come from requests. The rest share the label `other`. */
const MOST_SAMPLES = 2_000;
const REST = "other";
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Samples per set of labels: the buckets, the +Inf bucket, the sum and the count. */
const OF_HISTOGRAM = BUCKETS.length + 3;

/** A metric that only grows. Its name ends in `_total`. */
export function counter<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = once(name, () => new Counter({ name, help, labelNames: withRest(labelNames) }));
  const limited = limitedTo<L>(MOST_SAMPLES);
  return {
    add: (labels = {} as Labels<L>, by = 1) => metric.inc(limited(labels), by),
    /** One series with fixed labels. */
    series(labels: Labels<L>) {
      const child = metric.labels(labels);
      return { add: (by = 1) => child.inc(by) };
    },
  };
}

/** A metric read on each scrape, such as a queue length. `shared`: it describes the machine, not the process. */
export function gauge(name: string, help: string, read: () => number, { shared = false } = {}): void {
  gauges(name, help, [], () => [[{}, read()]], { shared });
}

/** Several gauges with the same name and different labels. */
export function gauges<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  read: () => [Labels<L>, number][],
  { shared = false } = {},
): void {
  anew(name, {
    ...{ name, help, labelNames, aggregator: shared ? "max" : "sum" },
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}

/** The highest value since the start of the process; of several processes, the highest of all. */
export function highest<L extends string>(name: string, help: string, ...labelNames: L[]) {
  const metric = once(name, () => new Gauge({ name, help, labelNames: withRest(labelNames), aggregator: "max" }));
  const limited = limitedTo<L>(MOST_SAMPLES);
  const seen = new Map<object, number>();
  return {
    see(value: number, labels: Labels<L>) {
      const kept = limited(labels);
      if (value <= (seen.get(kept) ?? -Infinity)) return;
      seen.set(kept, value);
      metric.set(kept, value);
    },
  };
}

/** A fact about the whole process, stated in labels. The value is the number of processes with these labels. */
export function fact(name: string, help: string, labels: Labels<string>): void {
  anew(name, { name, help, labelNames: Object.keys(labels) }).set(labels, 1);
}

/** Durations in seconds. */
export function histogram<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = once(name, () => new Histogram({ name, help, labelNames: withRest(labelNames), buckets: BUCKETS }));
  const limited = limitedTo<L>(Math.floor(MOST_SAMPLES / OF_HISTOGRAM));
  return { observe: (seconds: number, labels = {} as Labels<L>) => metric.observe(limited(labels), seconds) };
}

/** The present metrics of this process. */
export const samples = (): Promise<Samples> => register.getMetricsAsJSON();

// Survives reloads of the development server, like the registry of prom-client.
const keep = globalThis as { __collect?: () => Promise<Samples[]> };

/** Injected by a process that is one of several: `collect` returns the metrics of all of them. */
export function collectBy(collect: () => Promise<Samples[]>): void {
  keep.__collect = collect;
}

/** The metrics of each serving process. */
export const collected = async (): Promise<Samples[]> => keep.__collect?.() ?? [await samples()];

/** The aggregated metrics of several processes, as Prometheus text (format 0.0.4). */
export const exposition = (processes: Samples[]): Promise<string> => AggregatorRegistry.aggregate(processes).metrics();

/** Returns the metric of that name, or creates it. It exists if the development server has reloaded the module. */
const once = <M extends object>(name: string, create: () => M): M =>
  (register.getSingleMetric(name) as M | undefined) ?? create();

/** Replaces the gauge of the same name. */
function anew<L extends string>(name: string, configuration: GaugeConfiguration<L>): Gauge<L> {
  register.removeSingleMetric(name);
  return new Gauge(configuration);
}

const withRest = (labelNames: string[]) => (labelNames.length === 0 ? [] : [...labelNames, REST]);

/** Returns one object per set of labels, and the label `other` once there are `most` of them. */
function limitedTo<L extends string>(most: number): (labels: Labels<L>) => Labels<L> {
  const known = new Map<string, Labels<L>>();
  const rest = { [REST]: "1" } as Labels<L>;
  return (labels) => {
    const key = Object.values(labels).join("\0");
    const kept = known.get(key);
    if (kept) return kept;
    if (known.size >= most) return rest;
    known.set(key, labels);
    return labels;
  };
}
