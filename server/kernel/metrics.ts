/**
 * Figures of this process in the shape of Prometheus: counters, gauges and histograms with labels. Times are seconds.
 * Several processes give one answer by adding up their samples.
 */
type Labels = Record<string, string>;
type Kind = "counter" | "gauge" | "histogram";
export type Samples = {
  name: string;
  help: string;
  kind: Kind;
  values: [sample: string, value: number][];
  /** Every process tells the same thing: the highest of them counts. */
  shared?: boolean;
}[];

type Metric = Omit<Samples[number], "values"> & { values: Map<string, number>; read?: () => [Labels, number][] };

/** Labels come from the outside too; beyond this many a metric counts the rest under one label. */
const MOST_SERIES = 2_000;
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// One table for the process, also across reloads of the development server.
const keep = globalThis as { __metrics?: Map<string, Metric>; __collect?: () => Promise<Samples[]> };
const metrics = (keep.__metrics ??= new Map<string, Metric>());

/** A figure that only grows; its name ends in `_total`. */
export function counter(name: string, help: string) {
  const metric = define(name, help, "counter");
  return {
    add: (labels: Labels = {}, by = 1) => raise(metric, "", labels, by),
    /** One series of it, for what is counted so often that naming it each time would cost too much. */
    series(labels: Labels) {
      const { values } = metric;
      const sample = sampleOf(metric, "", labels);
      return { add: (by = 1) => void values.set(sample, (values.get(sample) ?? 0) + by) };
    },
  };
}

/** A figure that is read when somebody asks: queue lengths, connections in use. `shared`: of the machine, not of the process. */
export function gauge(name: string, help: string, read: () => number, { shared = false } = {}): void {
  gauges(name, help, () => [[{}, read()]], { shared });
}

/** Several of one name that are told apart by their labels. */
export function gauges(name: string, help: string, read: () => [Labels, number][], { shared = false } = {}): void {
  Object.assign(define(name, help, "gauge"), { read, shared });
}

/** The highest value that any process has seen since it began. */
export function highest(name: string, help: string) {
  const metric = Object.assign(define(name, help, "gauge"), { shared: true });
  return {
    see(value: number, labels: Labels = {}) {
      const sample = sampleOf(metric, "", labels);
      metric.values.set(sample, Math.max(metric.values.get(sample) ?? 0, value));
    },
  };
}

/** What holds for the whole process, told by its labels; the value is the number of processes that say so. */
export function fact(name: string, help: string, labels: Labels): void {
  const metric = define(name, help, "gauge");
  metric.values.clear();
  raise(metric, "", labels, 1);
}

/** How long things took, in seconds. */
export function histogram(name: string, help: string) {
  const metric = define(name, help, "histogram");
  // Naming thirteen series costs more than counting: it is done once for each set of labels.
  const known = new Map<string, Series>();
  return {
    observe(seconds: number, labels: Labels = {}) {
      const key = Object.values(labels).join("\0");
      const { buckets, all, sum, count } = known.get(key) ?? seriesOf(metric, labels, known, key);
      for (const [i, edge] of BUCKETS.entries()) if (seconds <= edge) add(metric, buckets[i] ?? all, 1);
      add(metric, all, 1);
      add(metric, sum, seconds);
      add(metric, count, 1);
    },
  };
}

type Series = { buckets: string[]; all: string; sum: string; count: string };

function seriesOf(metric: Metric, labels: Labels, known: Map<string, Series>, key: string): Series {
  const bucket = (le: string) => sampleOf(metric, "_bucket", { ...labels, le });
  const series = {
    buckets: BUCKETS.map((edge) => bucket(String(edge))),
    all: bucket("+Inf"),
    sum: sampleOf(metric, "_sum", labels),
    count: sampleOf(metric, "_count", labels),
  };
  // Beyond that they share one, which needs no place of its own.
  if (known.size < MOST_SERIES) known.set(key, series);
  return series;
}

/** The figures of this process now. */
export function samples(): Samples {
  return [...metrics.values()].map((metric) => {
    const { name, help, kind, values, read, shared } = metric;
    const told = read?.().map(([labels, value]): [string, number] => [sampleOf(metric, "", labels), value]);
    return { name, help, kind, ...(shared ? { shared } : {}), values: told ?? [...values] };
  });
}

/** Handed in by a process that is one of several: how it comes by the figures of all of them. */
export function collectBy(collect: () => Promise<Samples[]>): void {
  keep.__collect = collect;
}

/** The figures of every process that serves, each by itself. */
export const collected = (): Promise<Samples[]> => keep.__collect?.() ?? Promise.resolve([samples()]);

/** The figures of several processes, added up, as Prometheus text (format 0.0.4). */
export function exposition(processes: Samples[]): string {
  const sums = new Map<string, { help: string; kind: Kind; values: Map<string, number> }>();
  for (const { name, help, kind, values, shared } of processes.flat()) {
    const sum = sums.get(name) ?? { help, kind, values: new Map<string, number>() };
    for (const [sample, value] of values) {
      const before = sum.values.get(sample) ?? 0;
      sum.values.set(sample, shared ? Math.max(before, value) : before + value);
    }
    sums.set(name, sum);
  }
  return [...sums]
    .map(([name, { help, kind, values }]) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...[...values].map(([text, n]) => `${text} ${n}`), ""].join(
        "\n",
      ),
    )
    .join("");
}

function define(name: string, help: string, kind: Kind): Metric {
  const metric = metrics.get(name) ?? { name, help, kind, values: new Map<string, number>() };
  metrics.set(name, metric);
  return metric;
}

function raise(metric: Metric, suffix: string, labels: Labels, by: number): void {
  add(metric, sampleOf(metric, suffix, labels), by);
}

function add({ values }: Metric, sample: string, by: number): void {
  values.set(sample, (values.get(sample) ?? 0) + by);
}

function sampleOf({ name, values }: Metric, suffix: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  const exact = pairs.length === 0 ? name + suffix : `${name}${suffix}{${pairs.join(",")}}`;
  return values.has(exact) || values.size < MOST_SERIES ? exact : `${name}${suffix}{other="1"}`;
}

const escaped = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));
