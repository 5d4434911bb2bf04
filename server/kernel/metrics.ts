import { AggregatorRegistry, Counter, Gauge, type GaugeConfiguration, Histogram, register } from "prom-client";

/** Figures of this process for Prometheus, kept by prom-client. Times are seconds. */

/** Every figure of one process, as it goes to the process that answers for all of them. */
export type Samples = { name: string; values: Value[] }[];
/** `metricName` is that of a histogram's parts: `…_bucket`, `…_sum`, `…_count`. */
export type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string };

type Labels<L extends string> = Record<L, string>;

/** Labels come from the outside too; beyond this many samples a metric counts the rest under one label. */
const MOST_SAMPLES = 2_000;
const REST = "other";
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Samples of each set of labels: the buckets, the one of everything, sum and count. */
const OF_HISTOGRAM = BUCKETS.length + 3;

/** A figure that only grows; its name ends in `_total`. */
export function counter<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = once(name, () => new Counter({ name, help, labelNames: withRest(labelNames) }));
  const limited = limitedTo<L>(MOST_SAMPLES);
  return {
    add: (labels = {} as Labels<L>, by = 1) => metric.inc(limited(labels), by),
    /** One series of it: its labels are named once. */
    series(labels: Labels<L>) {
      const child = metric.labels(labels);
      return { add: (by = 1) => child.inc(by) };
    },
  };
}

/** A figure that is read when somebody asks: queue lengths, connections in use. `shared`: of the machine, not of the process. */
export function gauge(name: string, help: string, read: () => number, { shared = false } = {}): void {
  gauges(name, help, [], () => [[{}, read()]], { shared });
}

/** Several of one name that differ in their labels. */
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

/** The highest value that any process has seen since it began. */
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

/** What holds for the whole process, as labels; the value is the number of processes that say so. */
export function fact(name: string, help: string, labels: Labels<string>): void {
  anew(name, { name, help, labelNames: Object.keys(labels) }).set(labels, 1);
}

/** How long things took, in seconds. */
export function histogram<L extends string = never>(name: string, help: string, ...labelNames: L[]) {
  const metric = once(name, () => new Histogram({ name, help, labelNames: withRest(labelNames), buckets: BUCKETS }));
  const limited = limitedTo<L>(Math.floor(MOST_SAMPLES / OF_HISTOGRAM));
  return { observe: (seconds: number, labels = {} as Labels<L>) => metric.observe(limited(labels), seconds) };
}

/** The figures of this process now. */
export const samples = (): Promise<Samples> => register.getMetricsAsJSON();

// As prom-client's registry, it outlives reloads of the development server.
const keep = globalThis as { __collect?: () => Promise<Samples[]> };

/** Handed in by a process that is one of several: how it comes by the figures of all of them. */
export function collectBy(collect: () => Promise<Samples[]>): void {
  keep.__collect = collect;
}

/** The figures of every process that serves, each by itself. */
export const collected = async (): Promise<Samples[]> => keep.__collect?.() ?? [await samples()];

/** The figures of several processes together, as Prometheus text (format 0.0.4). */
export const exposition = (processes: Samples[]): Promise<string> => AggregatorRegistry.aggregate(processes).metrics();

/** The metric of that name, which exists already where the development server has reloaded its module. */
const once = <M extends object>(name: string, create: () => M): M =>
  (register.getSingleMetric(name) as M | undefined) ?? create();

/** A gauge in place of the one that had its name. */
function anew<L extends string>(name: string, configuration: GaugeConfiguration<L>): Gauge<L> {
  register.removeSingleMetric(name);
  return new Gauge(configuration);
}

const withRest = (labelNames: string[]) => (labelNames.length === 0 ? [] : [...labelNames, REST]);

/** The same labels, always as the same object, until there are too many of them. */
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
