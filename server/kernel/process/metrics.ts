import { AggregatorRegistry, Counter, Gauge, type GaugeConfiguration, Histogram, register } from "prom-client";

/** Metrics of this process for Prometheus, stored by prom-client. Times are in seconds. */

/** All metrics of one process, as sent to the process that serves `/metrics` for all of them. */
export type Samples = { name: string; values: Value[] }[];
/** `metricName` is the name of a part of a histogram: `…_bucket`, `…_sum`, `…_count`. */
export type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string };

type Labels<L extends string> = Record<L, string>;

/** Limit on the samples of a metric, because label values may come from requests. The rest share the label `other`. */
const MAX_SAMPLES = 2_000;
const OVERFLOW = "other";
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Samples per set of labels: the buckets, the +Inf bucket, the sum and the count. */
const SAMPLES_PER_HISTOGRAM = BUCKETS.length + 3;

/** A metric that only grows. Its name ends in `_total`. */
export function counter<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = getOrCreate(name, () => new Counter({ name, help, labelNames: withOverflowLabel(labelNames) }));
  const limitLabels = limitSeries<L>(MAX_SAMPLES);
  return {
    add: (labels = {} as Labels<L>, by = 1) => metric.inc(limitLabels(labels), by),
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
  replaceGauge(name, {
    ...{ name, help, labelNames, aggregator: shared ? "max" : "sum" },
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}

/** The highest value since the start of the process; of several processes, the highest of all. */
export function highest<L extends string>(name: string, help: string, ...labelNames: L[]) {
  const metric = getOrCreate(
    name,
    () => new Gauge({ name, help, labelNames: withOverflowLabel(labelNames), aggregator: "max" }),
  );
  const limitLabels = limitSeries<L>(MAX_SAMPLES);
  const seen = new Map<object, number>();
  return {
    observe(value: number, labels: Labels<L>) {
      const series = limitLabels(labels);
      if (value <= (seen.get(series) ?? -Infinity)) return;
      seen.set(series, value);
      metric.set(series, value);
    },
  };
}

/** A fact about the whole process, stated in labels. The value is the number of processes with these labels. */
export function infoMetric(name: string, help: string, labels: Labels<string>): void {
  replaceGauge(name, { name, help, labelNames: Object.keys(labels) }).set(labels, 1);
}

/** Durations in seconds. */
export function histogram<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = getOrCreate(
    name,
    () => new Histogram({ name, help, labelNames: withOverflowLabel(labelNames), buckets: BUCKETS }),
  );
  const limitLabels = limitSeries<L>(Math.floor(MAX_SAMPLES / SAMPLES_PER_HISTOGRAM));
  return { observe: (seconds: number, labels = {} as Labels<L>) => metric.observe(limitLabels(labels), seconds) };
}

/** The present metrics of this process. */
export const ownSamples = (): Promise<Samples> => register.getMetricsAsJSON();

// Survives reloads of the development server, like the registry of prom-client.
const globals = globalThis as { __collect?: () => Promise<Samples[]> };

/** Injected by a process that is one of several: `collect` returns the metrics of all of them. */
export function setCollector(collect: () => Promise<Samples[]>): void {
  globals.__collect = collect;
}

/** The metrics of each serving process. */
export const collectSamples = async (): Promise<Samples[]> => globals.__collect?.() ?? [await ownSamples()];

/** The aggregated metrics of several processes, as Prometheus text (format 0.0.4). */
export const exposition = (processes: Samples[]): Promise<string> => AggregatorRegistry.aggregate(processes).metrics();

/** Returns the metric of that name, or creates it. It exists if the development server has reloaded the module. */
const getOrCreate = <M extends object>(name: string, create: () => M): M =>
  (register.getSingleMetric(name) as M | undefined) ?? create();

/** Replaces the gauge of the same name. */
function replaceGauge<L extends string>(name: string, configuration: GaugeConfiguration<L>): Gauge<L> {
  register.removeSingleMetric(name);
  return new Gauge(configuration);
}

const withOverflowLabel = (labelNames: string[]) => (labelNames.length === 0 ? [] : [...labelNames, OVERFLOW]);

/** Returns one object per set of labels, and the label `other` once there are `maxSeries` of them. */
function limitSeries<L extends string>(maxSeries: number): (labels: Labels<L>) => Labels<L> {
  const known = new Map<string, Labels<L>>();
  const rest = { [OVERFLOW]: "1" } as Labels<L>;
  return (labels) => {
    const key = Object.values(labels).join("\0");
    const existing = known.get(key);
    if (existing) return existing;
    if (known.size >= maxSeries) return rest;
    known.set(key, labels);
    return labels;
  };
}
