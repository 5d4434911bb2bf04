import type { Samples, Value } from "../kernel/metrics";

/** Reads single figures out of those that a process tells of itself. */

export const valuesOf = (samples: Samples, name: string): Value[] =>
  samples.find((metric) => metric.name === name)?.values ?? [];

export const label = ({ labels }: Value, name: string): string => String(labels[name] ?? "");

export const only = (samples: Samples, name: string): number | undefined => valuesOf(samples, name)[0]?.value;
