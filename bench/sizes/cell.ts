import type { Ranges } from "./ranges";
import type { Timing } from "./timing";

/** One report at one size: its time, beside its floor on the roll-ups and the same from rows. */
export type Cell = Timing & {
  report: string;
  grouping?: string;
  range: keyof Ranges;
  rows: number;
  floor: number;
  raw?: number;
};

export const from = { channel: "program", ip: null, userAgent: "" } as const;
