import type { Attributes } from "sequelize";
import { MaintenanceRun } from "~models";
import { selectColumns, sql } from "../kernel/database/sql";
import { queryOne, writeTransaction } from "../kernel/database/transactions";
import { now } from "../kernel/time/now";
import type { Samples, Value } from "../kernel/process/metrics";

/** Stored figures of each kind of maintenance. */
export type Figures = {
  backup: { file: string; bytes: number; tables: number; rows: number; files: number };
  doctor: { broken: number; findings: { says: string; count: number; example: string }[] };
  /** A purge. `retain` is its stored name. */
  retain: {
    months: number | null;
    before: string | null;
    blanked: Record<string, number>;
    uniques: number;
    /** Absent in records of older versions. */
    deleted?: Record<string, number>;
  };
};
export type Kind = keyof Figures;
export type CompletedRun<K extends Kind> = Pick<Attributes<MaintenanceRun>, "beganAt" | "endedAt"> & {
  figures: Figures[K];
};

/** Records a run that has just ended, for the Health screen and later queries. */
export async function recordMaintenance<K extends Kind>(kind: K, beganAt: Date, figures: Figures[K]): Promise<void> {
  await writeTransaction(() => MaintenanceRun.create({ kind, beganAt, endedAt: now(), figures }));
}

const runColumns = selectColumns(MaintenanceRun, ["beganAt", "endedAt", "figures"]);

/**
 * The last run of its kind, read in the open transaction.
 * Every Home of a superadmin reads it, and a query through the model takes three times as long.
 */
export const lastMaintenance = <K extends Kind>(kind: K): Promise<CompletedRun<K> | undefined> =>
  queryOne<CompletedRun<K>>(sql`SELECT ${runColumns} FROM upkeep WHERE kind = ${kind} ORDER BY id DESC LIMIT 1`);

/** Helpers that read single values from the metrics of a process. */

export const valuesOf = (samples: Samples, name: string): Value[] =>
  samples.find((metric) => metric.name === name)?.values ?? [];

export const label = ({ labels }: Value, name: string): string => String(labels[name] ?? "");

export const firstValue = (samples: Samples, name: string): number | undefined => valuesOf(samples, name)[0]?.value;
