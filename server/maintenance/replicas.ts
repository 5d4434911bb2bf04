import { z } from "zod";
import type { Samples } from "../kernel/process/metrics";
import { label, valuesOf } from "./figures";

/** A replica from the processes' point of view. Each process decides for itself whether to read from it. */
export const Replica = z.object({
  /** Host and database, without any secret. */
  replica: z.string(),
  /** Largest lag that a process measured. Null if none has reached the replica. */
  lagSeconds: z.number().nullable(),
  /** Number of processes that would read from it now, out of `processes`. */
  usedBy: z.number().int(),
  processes: z.number().int(),
  /** Since the processes started: reads sent to the replica, and reads that the primary answered after its faults. */
  reads: z.number().int(),
  errors: z.number().int(),
});

/** All replicas that the processes are configured with, by name. Empty if there are none. */
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
