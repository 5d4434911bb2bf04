import { withFixedTime } from "../../../server/kernel/time/now";
import { evaluateSignals } from "../../../server/signals";
import { db } from "../../world/db";

/** A Monday afternoon in New York, far from a change of the clocks. */
export const NOW = new Date("2026-03-02T18:00:00Z");
export const HOUR_MS = 3_600_000;
export const after = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

export type Figures = Partial<Record<"clicks" | "uniques" | "sales" | "reversals" | "postbacks" | "refused", number>>;
export const USUAL: Figures = { clicks: 20, uniques: 16, sales: 2, postbacks: 2 };

/** Observed hours of a site, all with the same figures. `from` and `to` are hours from NOW, `to` excluded. */
export async function observed(siteId: number, from: number, to: number, figures: Figures = USUAL): Promise<void> {
  const { clicks = 0, uniques = 0, sales = 0, reversals = 0, postbacks = 0, refused = 0 } = figures;
  await db.run`
    INSERT INTO site_hours (hour, site_id, day, clicks, uniques, sales, reversals, postbacks, refused, seen, clicked_at)
    SELECT hour, ${siteId}, (hour AT TIME ZONE 'America/New_York')::date, ${clicks}, ${uniques}, ${sales}, ${reversals},
      ${postbacks}, ${refused}, 12, CASE WHEN ${clicks} > 0 THEN hour + interval '59 minutes' END
    FROM generate_series(${after(from)}::timestamptz, ${after(to - 1)}::timestamptz, interval '1 hour') AS hour
    ON CONFLICT (hour, site_id) DO UPDATE SET clicks = excluded.clicks, uniques = excluded.uniques, sales = excluded.sales,
      reversals = excluded.reversals, postbacks = excluded.postbacks, refused = excluded.refused, seen = 12,
      clicked_at = excluded.clicked_at`;
}

/** Five usual weeks until NOW. */
export const usualWeeks = (siteId: number): Promise<void> => observed(siteId, -35 * 24, 0);

export const evaluateAt = (hours: number): Promise<void> => withFixedTime(after(hours), evaluateSignals);

export type StoredSignal = {
  id: number;
  kind: string;
  subject: number;
  companyId: number | null;
  opened: Date;
  closed: Date | null;
  sentence: string;
  expected: string;
  evidence: Record<string, unknown>;
};
export const stored = (): Promise<StoredSignal[]> => db.rows<StoredSignal>`
  SELECT id, kind, subject, company_id AS "companyId", opened_at AS opened, closed_at AS closed, sentence, expected, evidence
  FROM signals ORDER BY id`;

/** Kind and subject of the open signals. */
export const openNow = async () =>
  (await stored()).filter(({ closed }) => closed === null).map(({ kind, subject }) => [kind, subject]);
