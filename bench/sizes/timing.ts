import { readTransaction, queryRows } from "../../server/kernel/database/transactions";
import type { Statement } from "../../server/kernel/database/sql";
import { readWithTimeout } from "../../server/kernel/database/time-limit";
import { median, percentile } from "../samples";

/** Milliseconds. */
export type Timing = { median: number; p95: number };

const MIN_ROUNDS = 5;
const MAX_ROUNDS = 9;
/** Milliseconds. A slow action needs no more rounds to be compared with its bound. */
const LONG_ENOUGH_MS = 1_000;
/** Milliseconds. A single time is enough for a floor that takes seconds. */
const LONG_FLOOR_MS = 1_000;
/** Straight from the rows, some queries take minutes. */
export const RAW_CAP_MS = 2_000;

/** Times of an action and of its floor, in alternation, after one warm-up of each. */
export async function measureWithFloor(act: () => Promise<unknown>, floor: () => Promise<unknown>) {
  await act();
  const first = await measureMs(floor);
  const [acts, floors]: [number[], number[]] = [[], first > LONG_FLOOR_MS ? [first] : []];
  let spent = 0;
  for (let round = 0; round < MIN_ROUNDS || (round < MAX_ROUNDS && spent < LONG_ENOUGH_MS); round++) {
    acts.push(await measureMs(act));
    if (first <= LONG_FLOOR_MS) floors.push(await measureMs(floor));
    spent += (acts.at(-1) ?? 0) + (floors.at(-1) ?? 0);
  }
  return { ...summarize(acts), floor: median(floors) };
}

export async function measureRepeatedly(act: () => Promise<unknown>): Promise<Timing> {
  return summarize([
    await measureMs(act),
    await measureMs(act),
    await measureMs(act),
    await measureMs(act),
    await measureMs(act),
  ]);
}

export const floorOf = (statement: Statement) => () => readTransaction(() => queryRows(statement));

/** Milliseconds of the same query straight from the tables of rows. Undefined if it was cut off at the cap. */
export const measureRaw = (statement: Statement): Promise<number | undefined> =>
  readTransaction(async () => {
    const startedAt = performance.now();
    const result = await readWithTimeout(RAW_CAP_MS, () => queryRows(statement));
    return result && performance.now() - startedAt;
  });

export async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

const summarize = (times: readonly number[]): Timing => ({ median: median(times), p95: percentile(times, 95) });
