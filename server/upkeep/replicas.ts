import { z } from "zod";
import type { Samples } from "../kernel/metrics";
import { label, valuesOf } from "./figures";

/** A replica as the processes see it, each of which judges by itself whether to read from it. */
export const Replica = z.object({
  /** Host and database; no secret is in it. */
  replica: z.string(),
  /** Of the process that sees it furthest behind; null where none has heard of it. */
  lagSeconds: z.number().nullable(),
  /** Processes that would read from it now, of so many. */
  usedBy: z.number().int(),
  processes: z.number().int(),
  /** Since the processes began: what it was asked, and what the primary had to answer after its fault. */
  reads: z.number().int(),
  errors: z.number().int(),
});

/** Every replica that the processes were told of, by name; none where there are none. */
export function replicas(processes: readonly Samples[]): z.output<typeof Replica>[] {
  const names = new Set(
    processes.flatMap((samples) => valuesOf(samples, "replica_fit").map((value) => label(value, "replica"))),
  );
  return [...names].sort().map((replica) => {
    const each = (name: string): number[] =>
      processes.flatMap((samples) =>
        valuesOf(samples, name).flatMap((one) => (label(one, "replica") === replica ? [one.value] : [])),
      );
    const sum = (name: string) => each(name).reduce((total, value) => total + value, 0);
    const lags = each("replica_lag_seconds");
    return {
      replica,
      lagSeconds: lags.length === 0 ? null : Math.max(...lags),
      usedBy: sum("replica_fit"),
      processes: each("replica_fit").length,
      reads: sum("replica_reads_total"),
      errors: sum("replica_errors_total"),
    };
  });
}
