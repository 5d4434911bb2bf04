import pg from "pg";
import { dropMonths } from "../../models/partitions";
import { now } from "../kernel/clock";
import { config, SettingError } from "../kernel/config";
import { connectionTo } from "../kernel/database-address";
import { within } from "../kernel/database";
import { addDays, type Day, dayOf, startOfDay } from "../kernel/periods";
import { blank, blankable, type Blankable } from "../tracking";
import { noteUpkeep } from "./note";

/** One retention at a time; two would only do the same work twice. */
const RETAINING = 7_320_005;
/** Visitors of later days may still come again with clicks that were spooled. */
const UNIQUES_DAYS = 100;

export type Retained = { before: Day; rows: Record<Blankable, number>; uniques: number };

/** The first day that keeps everything: `months` whole New York months before the present one are kept. */
export function keptFrom(months: number, moment: Date): Day {
  const [year = 0, month = 0] = dayOf(moment).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/**
 * Takes out of clicks, events and postbacks of earlier months what names a visitor, and drops the months of his uniques;
 * totals stay. Works in short transactions beside a working server, and may be cut off and begun again. With `rehearse` it
 * only counts. `tell` hears of each month that is done.
 */
export async function retain(
  { months, rehearse }: { months: number; rehearse: boolean },
  tell: (kind: Blankable, month: string, rows: number) => void = () => undefined,
): Promise<Retained> {
  const moment = now();
  const before = keptFrom(months, moment);
  const client = new pg.Client(
    connectionTo(config().DATABASE_URL, {
      ...{ application_name: "retain", connectionTimeoutMillis: 10_000 },
      options: `-c statement_timeout=55s -c lock_timeout=5s${rehearse ? " -c default_transaction_read_only=on" : ""}`,
    }),
  );
  await client.connect();
  try {
    const { rows: lock } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [
      RETAINING,
    ]);
    if (!lock[0]?.mine) throw new SettingError("Another retention is at work. Please wait for its end.");
    const rows: Retained["rows"] = { clicks: 0, events: 0, postbacks: 0 };
    for (const kind of blankable) {
      await within(client, async () => {
        for await (const month of blank(kind, startOfDay(before), rehearse)) {
          rows[kind] += month.rows;
          tell(kind, month.from.toISOString().slice(0, 7), month.rows);
        }
      });
    }
    const latest = addDays(dayOf(moment), -UNIQUES_DAYS);
    const uniques = await dropMonths(client, "click_uniques", before < latest ? before : latest, rehearse);
    if (!rehearse) await noteUpkeep("retain", moment, { months, before, blanked: rows, uniques });
    return { before, rows, uniques };
  } finally {
    await client.end();
  }
}
