import { now } from "../kernel/clock";
import { one, writing, run } from "../kernel/database";
import { sql } from "../kernel/sql";

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
export type Done<K extends Kind> = { beganAt: Date; endedAt: Date; figures: Figures[K] };

/** Notes that it was done just now, for the page of health and whoever asks later. */
export async function noteUpkeep<K extends Kind>(kind: K, beganAt: Date, figures: Figures[K]): Promise<void> {
  await writing(() =>
    run(sql`
      INSERT INTO upkeep (kind, began_at, ended_at, figures)
      VALUES (${kind}, ${beganAt}, ${now()}, ${JSON.stringify(figures)}::jsonb)`),
  );
}

/** The last of its kind, in the open transaction. */
export const lastUpkeep = <K extends Kind>(kind: K): Promise<Done<K> | undefined> =>
  one<Done<K>>(sql`
    SELECT began_at AS "beganAt", ended_at AS "endedAt", figures FROM upkeep
    WHERE kind = ${kind} ORDER BY id DESC LIMIT 1`);
