import type { z } from "zod";
import type { Database, RollUpStatus, PendingPostbacks, Months } from "./parts";

/** Warnings of the Health screen, which has a sentence for each. */
export const warnings = [
  "unanswered",
  "connections",
  "transaction",
  "folding",
  "spool",
  "refused",
  "months",
  "outside",
  "noBackup",
  "oldBackup",
  "noDoctor",
  "oldDoctor",
  "findings",
  "replicas",
  "addresses",
] as const;
export type Warning = (typeof warnings)[number];

const DAY = 24 * 60 * 60;
/** Seconds. A roll-up is tried each second; after this long it has stopped. */
const MAX_ROLL_UP_AGE = 60;
/** Number of months whose partitions are created at every start and four times a day. */
const MONTHS_AHEAD = 12;
const MAX_TRANSACTION_AGE = 60;

type HealthStatus = {
  database: z.output<typeof Database> | null;
  folding: z.output<typeof RollUpStatus> | null;
  months: z.output<typeof Months> | null;
  held: z.output<typeof PendingPostbacks> | null;
  spool: { bytes: number; refused: string[] };
  backup: { endedAt: Date } | null | undefined;
  doctor: { endedAt: Date; figures: { broken: number } } | null | undefined;
  replicas: readonly { usedBy: number }[];
  /** Clients without a readable address since the processes started. */
  unreadable: number;
};

/** The last backup and integrity check: undefined if there was none, null if the query was not answered in time. */
type LastRuns = Pick<HealthStatus, "backup" | "doctor">;

const secondsSince = (at: Date, moment: Date) => (moment.getTime() - at.getTime()) / 1000;

const ofLastRuns = ({ backup, doctor }: LastRuns, moment: Date) => ({
  noBackup: backup === undefined,
  oldBackup: backup && secondsSince(backup.endedAt, moment) > DAY,
  noDoctor: doctor === undefined,
  oldDoctor: doctor && secondsSince(doctor.endedAt, moment) > 7 * DAY,
  findings: doctor && doctor.figures.broken > 0,
});

export const runWarnings = ["noBackup", "oldBackup", "noDoctor", "oldDoctor", "findings"] as const;

/** The warnings about backups and integrity checks alone, which Home shows too. */
export function lastRunWarnings(runs: LastRuns, moment: Date): (typeof runWarnings)[number][] {
  const all = ofLastRuns(runs, moment);
  return runWarnings.filter((warning) => all[warning] === true);
}

/** The warnings at a moment. A part that was not answered in time (null) is a warning of its own. */
export function activeWarnings(status: HealthStatus, moment: Date): Warning[] {
  const { database, folding: rollUp, months, held: pending, spool, backup, doctor, replicas, unreadable } = status;
  const all: Record<Warning, boolean | null | undefined> = {
    unanswered: [database, rollUp, months, pending, backup, doctor].includes(null),
    connections: database && database.connections > database.mostConnections * 0.8,
    transaction: database && database.transactionSeconds > MAX_TRANSACTION_AGE,
    folding: rollUp && (rollUp.waiting >= rollUp.countedTo || (rollUp.secondsAgo ?? 0) > MAX_ROLL_UP_AGE),
    spool: spool.bytes > 0,
    refused: spool.refused.length > 0,
    months: months && months.ahead < MONTHS_AHEAD,
    outside: months && months.outside,
    ...ofLastRuns(status, moment),
    replicas: replicas.some(({ usedBy }) => usedBy === 0),
    addresses: unreadable > 0,
  };
  return warnings.filter((warning) => all[warning] === true);
}
