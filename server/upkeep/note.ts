import type { Attributes } from "sequelize";
import { Upkeep } from "~models";
import { now } from "../kernel/clock";
import { writeTransaction } from "../kernel/database";

/** What each kind of upkeep leaves behind. */
export type Figures = {
  backup: { file: string; bytes: number; tables: number; rows: number; files: number };
  doctor: { broken: number; findings: { says: string; count: number; example: string }[] };
  /** A purge; the word is the one that is stored. */
  retain: {
    months: number | null;
    before: string | null;
    blanked: Record<string, number>;
    uniques: number;
    /** Absent in what an older version has noted. */
    deleted?: Record<string, number>;
  };
};
export type Kind = keyof Figures;
export type Done<K extends Kind> = Pick<Attributes<Upkeep>, "beganAt" | "endedAt"> & { figures: Figures[K] };

/** Notes that it was done just now, for the page of health and whoever asks later. */
export async function noteUpkeep<K extends Kind>(kind: K, beganAt: Date, figures: Figures[K]): Promise<void> {
  await writeTransaction(() => Upkeep.create({ kind, beganAt, endedAt: now(), figures }));
}

/** The last of its kind, in the open transaction. */
export async function lastUpkeep<K extends Kind>(kind: K): Promise<Done<K> | undefined> {
  const last = await Upkeep.findOne({ where: { kind }, order: [["id", "DESC"]] });
  return last ? { beganAt: last.beganAt, endedAt: last.endedAt, figures: last.figures as Figures[K] } : undefined;
}
