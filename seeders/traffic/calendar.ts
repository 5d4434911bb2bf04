import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import { addDays, dayOf, endOfDay, eachDay, startOfDay } from "../../server/kernel/time";
import type { Random } from "../random";

/** Relative traffic of each hour of a New York day, midnight first. */
const HOURS = [52, 38, 27, 20, 17, 18, 22, 29, 37, 44, 50, 55, 60, 62, 63, 65, 68, 74, 82, 92, 100, 104, 96, 74];
/** Sunday first. */
const WEEKDAYS = [1.22, 0.9, 0.86, 0.88, 0.95, 1.08, 1.24];
/** Ratio of the visits of the last day to those of the first. */
const GROWTH = 2.6;
const SEASON = 0.12;
const YEAR = 365.25;

export type BusyDay = { day: string; start: number; clicks: number };

/** The days of a history with their numbers of clicks, which add up to exactly `clicks`. The last day ends now. */
export function planDays(
  { clicks, days, now }: { clicks: number; days: number; now: number },
  random: Random,
): BusyDay[] {
  const today = dayOf(now);
  const list = eachDay({ start: addDays(today, 1 - days), end: today });
  const weights = list.map((day, index) => {
    const growth = GROWTH ** (index / days);
    const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
    const season = 1 + SEASON * Math.sin((2 * Math.PI * (Date.parse(day) / DAY_MS)) / YEAR);
    return growth * weekday * season * (0.9 + 0.2 * random.float());
  });
  const todayShare = new DayCurve(today, now).share;
  weights[weights.length - 1] = (weights.at(-1) ?? 1) * todayShare;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  let assigned = 0;
  return list.map((day, index) => {
    sum += weights[index] ?? 0;
    const cumulative = Math.round((clicks * sum) / total);
    const busy = { day, start: startOfDay(day).getTime(), clicks: cumulative - assigned };
    assigned = cumulative;
    return busy;
  });
}

/** Distribution of the visits of a New York day of 23 to 25 hours, up to a moment within it. */
export class DayCurve {
  readonly #start: number;
  readonly #sums: number[] = [0];
  /** The share of the whole day's visits before the end. */
  readonly share: number;

  constructor(day: string, until = Infinity) {
    this.#start = startOfDay(day).getTime();
    const hours = (endOfDay(day).getTime() - this.#start) / HOUR_MS;
    let whole = 0;
    for (let hour = 0; hour < hours; hour++) {
      const weight = HOURS[Math.min(hour, HOURS.length - 1)] ?? 0;
      whole += weight;
      const elapsed = Math.min(1, Math.max(0, (until - this.#start) / HOUR_MS - hour));
      if (elapsed > 0) this.#sums.push((this.#sums.at(-1) ?? 0) + weight * elapsed);
    }
    this.#last = Math.min((until - this.#start) / HOUR_MS, hours);
    this.share = (this.#sums.at(-1) ?? 0) / whole;
  }

  readonly #last: number;

  /** `count` moments in ascending order. */
  moments(count: number, random: Random): Float64Array {
    const moments = new Float64Array(count);
    // Sums of waiting times, scaled to their end, are already sorted.
    let sum = 0;
    for (let i = 0; i < count; i++) moments[i] = sum += random.exponential(1);
    const total = (this.#sums.at(-1) ?? 0) / (sum + random.exponential(1));
    let hour = 0;
    for (let i = 0; i < count; i++) {
      const spot = (moments[i] ?? 0) * total;
      while (spot >= (this.#sums[hour + 1] ?? Infinity)) hour++;
      const [from = 0, to = from] = [this.#sums[hour], this.#sums[hour + 1]];
      const length = Math.min(1, this.#last - hour);
      moments[i] = Math.floor(this.#start + HOUR_MS * (hour + (length * (spot - from)) / (to - from || 1)));
    }
    return moments;
  }
}
