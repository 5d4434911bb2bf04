import { HISTORY } from "./thresholds";
import { median } from "./statistics";

export const MEASURES = ["clicks", "uniques", "sales", "reversals", "postbacks", "refused"] as const;
export type Measure = (typeof MEASURES)[number];

export const WEEK = 168;

/** A stored hour of a site. `hour` counts from 1970. */
export type HourRow = { hour: number } & Record<Measure, number>;

/** For each hour from the first on, the sums of those before it, and how many of these were observed. */
type Columns = { first: number; observed: Float64Array } & Record<Measure, Float64Array>;

function cumulate(rows: readonly HourRow[], now: number): Columns {
  const first = rows[0]?.hour ?? Math.floor(now);
  const length = Math.max(Math.ceil(now) - first, 0) + 1;
  const cumulated = (value: (row: HourRow) => number) => {
    const sums = new Float64Array(length);
    for (const row of rows) if (row.hour - first + 1 < length) sums[row.hour - first + 1] = value(row);
    for (let i = 1; i < length; i++) sums[i] = (sums[i] ?? 0) + (sums[i - 1] ?? 0);
    return sums;
  };
  const entries = MEASURES.map((measure) => [measure, cumulated((row) => row[measure])]);
  const sums = Object.fromEntries(entries) as Record<Measure, Float64Array>;
  return { first, observed: cumulated(() => 1), ...sums };
}

/**
 * The figures of a site by hour. Moments are hours since 1970, with fractions. A week before is 168 hours before, also over
 * a change of the clocks.
 */
export class History {
  private constructor(
    private readonly columns: Columns,
    private readonly now: number,
  ) {}

  /** `rows` are in the order of their hours; those that were not observed are absent. */
  static of = (rows: readonly HourRow[], now: number): History => new History(cumulate(rows, now), now);

  /** The same history as it was at an earlier moment. */
  at = (now: number): History => new History(this.columns, now);

  /** The sum between two moments; undefined if a tenth of the time was not observed. */
  sum(measure: Measure, from: number, to: number): number | undefined {
    if (from < this.columns.first || to <= from) return undefined;
    const seen = this.until("observed", to) - this.until("observed", from);
    if (seen < (to - from) * HISTORY.leastObserved) return undefined;
    return this.until(measure, to) - this.until(measure, from);
  }

  /** From when on all hours until now were observed, at the earliest from `earliest`. */
  observedSince(earliest: number): number {
    const { first, observed } = this.columns;
    let hour = Math.ceil(this.now);
    while (hour > earliest && (observed[hour - first] ?? 0) > (observed[hour - first - 1] ?? 0)) hour--;
    return Math.min(Math.max(hour, earliest), this.now);
  }

  /** Within a past hour, events count as spread over it. All of the present hour's have happened by now. */
  private until(column: Measure | "observed", moment: number): number {
    const { first, [column]: sums } = this.columns;
    const place = Math.min((moment >= this.now ? Math.ceil(this.now) : moment) - first, sums.length - 1);
    const index = Math.floor(place);
    const before = sums[index] ?? 0;
    return index === place ? before : before + ((sums[index + 1] ?? before) - before) * (place - index);
  }

  /** The median of the same stretch in the weeks before. */
  usual(measure: Measure, from: number, to: number): number | undefined {
    return medianOf((week) => this.sum(measure, from - week * WEEK, to - week * WEEK));
  }

  /** The median share of one measure in another in the weeks before `end`, of those with at least `least` of the latter. */
  usualShare(part: Measure, whole: Measure, end: number, least: number): number | undefined {
    return medianOf((week) => {
      const [from, to] = [end - week * WEEK, end - (week - 1) * WEEK];
      const [some, all = 0] = [this.sum(part, from, to), this.sum(whole, from, to)];
      return some === undefined || all < least ? undefined : some / all;
    });
  }
}

function medianOf(valueOf: (week: number) => number | undefined): number | undefined {
  const known: number[] = [];
  for (let week = 1; week <= HISTORY.weeks; week++) {
    const value = valueOf(week);
    if (value !== undefined) known.push(value);
  }
  return known.length < HISTORY.leastWeeks ? undefined : median(known);
}
