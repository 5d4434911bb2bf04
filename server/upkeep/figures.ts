import type { Samples } from "../kernel/metrics";

/** Reads single figures out of what a process tells of itself. */

export const valuesOf = (samples: Samples, name: string): [sample: string, value: number][] =>
  samples.find((metric) => metric.name === name)?.values ?? [];

export const label = (sample: string, name: string): string =>
  new RegExp(`[{,]${name}="([^"]*)"`).exec(sample)?.[1] ?? "";

export const only = (samples: Samples, name: string): number | undefined => valuesOf(samples, name)[0]?.[1];
