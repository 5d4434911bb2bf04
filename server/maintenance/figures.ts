import type { Samples, Value } from "../kernel/process/metrics";

/** Helpers that read single values from the metrics of a process. */

export const valuesOf = (samples: Samples, name: string): Value[] =>
  samples.find((metric) => metric.name === name)?.values ?? [];

export const label = ({ labels }: Value, name: string): string => String(labels[name] ?? "");

export const only = (samples: Samples, name: string): number | undefined => valuesOf(samples, name)[0]?.value;
