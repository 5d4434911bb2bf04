import os from "node:os";
import { z } from "zod";
import { sql } from "../kernel/database/sql";
import { queryOne, writeTransaction } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { collectSamples, type Samples } from "../kernel/process/metrics";
import { currentSpoolBacklog, readSpoolBacklog } from "../tracking";
import { type CompletedRun, type Kind, label, lastMaintenance, valuesOf } from "./runs";
import {
  Database,
  database,
  countDeltas,
  RollUpStatus,
  rollUpStatus,
  PendingPostbacks,
  pendingPostbacks,
  Months,
  months,
} from "./parts";
import { activeWarnings, warnings } from "./warnings";
import { secondsSinceRollUp, Slowest, slowest, unreadableAddresses, Worker, workers } from "./workers";

/** A replica from the processes' point of view. Each process decides for itself whether to read from it. */
const Replica = z.object({
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
function replicaStatus(processes: readonly Samples[]): z.output<typeof Replica>[] {
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

const QUERY_CANCELED = "57014";
const TOTAL_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 1_000;

/** Queries a part. Null if the database does not answer within its share of the remaining time. */
type ReadInTime = <T>(part: () => Promise<T>) => Promise<T | null>;

/**
 * A transaction for several parts, each of which may be slow. A part takes at most one second, all of them at most
 * three. Always queries the primary, even if there are replicas.
 */
function withTimeLimits<T>(body: (readInTime: ReadInTime) => Promise<T>): Promise<T> {
  const deadline = performance.now() + TOTAL_TIMEOUT_MS;
  return writeTransaction(() =>
    body(async (part) => {
      const left = Math.floor(Math.min(QUERY_TIMEOUT_MS, deadline - performance.now()));
      if (left < 1) return null;
      try {
        return await writeTransaction(async () => {
          await setStatementTimeout(left);
          const result = await part();
          await setStatementTimeout(60_000);
          return result;
        });
      } catch (error) {
        if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
        return null;
      }
    }),
  );
}

const setStatementTimeout = (ms: number) => queryOne(sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`);

const SLOWEST = 10;
const Time = z.string();
const Spool = z.object({
  files: z.number().int(),
  bytes: z.number().int(),
  seconds: z.number(),
  refused: z.array(z.string()),
});
const Finding = z.object({ says: z.string(), count: z.number().int(), example: z.string() });
const maintenanceRun = <F extends z.ZodRawShape>(figures: F) =>
  z.object({ endedAt: Time, seconds: z.number(), ...figures }).nullable();
const Count = z.number().int();

/** Health of the product: the state of its processes and its database, and the last backup and integrity check. */
export const health = query({
  name: "maintenance.health",
  does: "view the product's health",
  allow: atLeast("superadmin"),
  monitoring: true,
  input: z.object({}),
  output: z.object({
    at: Time,
    /** Of several servers, the one that answered: the processes and the spool are its own. */
    server: z.string(),
    /** A part is null if it was not answered in time or has no data. */
    warnings: z.array(z.enum(warnings)),
    database: Database.nullable(),
    workers: z.array(Worker),
    /** Empty if no reads go to replicas. */
    replicas: z.array(Replica),
    spool: Spool,
    folding: RollUpStatus.nullable(),
    months: Months.nullable(),
    held: PendingPostbacks.nullable(),
    unreadableAddresses: Count,
    slowest: z.array(Slowest),
    backup: maintenanceRun({ file: z.string(), bytes: Count, tables: Count, rows: Count, files: Count }),
    doctor: maintenanceRun({ broken: Count, findings: z.array(Finding) }),
    retention: maintenanceRun({
      ...{ months: Count.nullable(), before: Time.nullable(), blanked: z.record(z.string(), Count), uniques: Count },
      deleted: z.record(z.string(), Count).default({}),
    }),
  }),
  autocommit: true,
  async before() {
    const processes = await collectSamples();
    const status = await withTimeLimits(async (readInTime) => ({
      backup: await readInTime(() => lastMaintenance("backup")),
      doctor: await readInTime(() => lastMaintenance("doctor")),
      retention: await readInTime(() => lastMaintenance("retain")),
      database: await readInTime(database),
      held: await readInTime(pendingPostbacks),
      months: await readInTime(months),
      waiting: await readInTime(countDeltas),
      spool: currentSpoolBacklog() ??
        (await readInTime(readSpoolBacklog)) ?? { files: 0, bytes: 0, seconds: 0, refused: [] },
    }));
    return { processes, ...status };
  },
  run(_call, _input, { processes, waiting, ...status }) {
    const moment = now();
    const rollUp = waiting === null ? null : rollUpStatus(waiting, secondsSinceRollUp(processes));
    const replicas = replicaStatus(processes);
    const unreadable = unreadableAddresses(processes);
    return Promise.resolve({
      ...status,
      at: isoTime(moment),
      server: os.hostname(),
      folding: rollUp,
      workers: workers(processes),
      replicas,
      unreadableAddresses: unreadable,
      slowest: slowest(processes, SLOWEST),
      backup: formatRun(status.backup),
      doctor: formatRun(status.doctor),
      retention: formatRun(status.retention),
      warnings: activeWarnings({ ...status, folding: rollUp, replicas, unreadable }, moment),
    });
  },
});

function formatRun<K extends Kind>(last: CompletedRun<K> | null | undefined) {
  if (!last) return null;
  const { beganAt, endedAt, figures } = last;
  return { endedAt: isoTime(endedAt), seconds: (endedAt.getTime() - beganAt.getTime()) / 1000, ...figures };
}
