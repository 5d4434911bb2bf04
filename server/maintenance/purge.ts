import type pg from "pg";
import { dropMonths } from "../../models/partitions";
import { LOCKS } from "../kernel/database/advisory-locks";
import { now } from "../kernel/periods/now";
import { SettingError } from "../kernel/process/config";
import { withOwnConnection } from "../kernel/database/connections";
import { withConnection } from "../kernel/database/transactions";
import { addDays, type Day, dayOf, startOfDay } from "../kernel/periods";
import { blank, blankable, type Blankable } from "../tracking";
import { noteUpkeep } from "./note";
import { type Log, logs, purgeLog } from "./purge-logs";

// SQL by hand: an advisory lock.

/** Spooled clicks may still bring back visitors of later days. */
const UNIQUES_DAYS = 100;

/**
 * Number of whole months before the current one that are kept: of visitors' data, and of each log. A kind without a
 * number is kept forever.
 */
export type Months = { visitors?: number } & Partial<Record<Log, number>>;
export type Purged = {
  /** The first day whose visitors' data are kept. */
  before: Day | null;
  rows: Record<Blankable, number>;
  uniques: number;
  deleted: Partial<Record<Log, number>>;
};

/** The first day that is kept: `months` whole New York months before the current one. */
export function keptFrom(months: number, moment: Date): Day {
  const [year = 0, month = 0] = dayOf(moment).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/**
 * Removes the visitors' personal data from clicks, events and postbacks of earlier months, drops the partitions of
 * their uniques, and deletes old rows of the logs. No total changes. Works in short transactions beside a running
 * server, and can be interrupted and repeated. With `dryRun` it only counts. `tell` is called for each finished month
 * and each log.
 */
export async function purge(
  { months, dryRun }: { months: Months; dryRun: boolean },
  tell: (kind: Blankable | Log, month: string, rows: number) => void = () => undefined,
): Promise<Purged> {
  const moment = now();
  const purged = async (client: pg.Client) => {
    const { rows: lock } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [
      LOCKS.purging,
    ]);
    if (!lock[0]?.mine) throw new SettingError("Another purge is at work. Please wait for its end.");
    const done: Purged = { before: null, rows: { clicks: 0, events: 0, postbacks: 0 }, uniques: 0, deleted: {} };
    for (const log of logs) {
      const kept = months[log];
      if (kept === undefined) continue;
      const before = keptFrom(kept, moment);
      done.deleted[log] = await purgeLog(client, log, startOfDay(before), dryRun);
      tell(log, before.slice(0, 7), done.deleted[log]);
    }
    if (months.visitors !== undefined) Object.assign(done, await blankVisitors(client, months.visitors, dryRun, tell));
    const { before, rows, uniques, deleted } = done;
    const figures = { months: months.visitors ?? null, before, blanked: rows, uniques, deleted };
    if (!dryRun) await noteUpkeep("retain", moment, figures);
    return done;
  };
  return withOwnConnection("purge", purged, { readOnly: dryRun });
}

async function blankVisitors(
  client: pg.Client,
  months: number,
  dryRun: boolean,
  tell: (kind: Blankable, month: string, rows: number) => void,
): Promise<Omit<Purged, "deleted">> {
  const moment = now();
  const before = keptFrom(months, moment);
  const rows: Purged["rows"] = { clicks: 0, events: 0, postbacks: 0 };
  for (const kind of blankable) {
    await withConnection(client, async () => {
      for await (const month of blank(kind, startOfDay(before), dryRun)) {
        rows[kind] += month.rows;
        tell(kind, month.from.toISOString().slice(0, 7), month.rows);
      }
    });
  }
  const latest = addDays(dayOf(moment), -UNIQUES_DAYS);
  const uniques = await dropMonths(client, "click_uniques", before < latest ? before : latest, dryRun);
  return { before, rows, uniques };
}
