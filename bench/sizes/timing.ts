import { readTransaction, rows } from "../../server/kernel/database/transactions";
import type { Statement } from "../../server/kernel/database/sql";
import { readWithin } from "../../server/kernel/database/time-limit";
import { median, percentile } from "../samples";

/** Milliseconds. */
export type Timed = { median: number; p95: number };

const LEAST_ROUNDS = 5;
const MOST_ROUNDS = 9;
/** Milliseconds. A slow action needs no more rounds to be compared with its bound. */
const LONG_ENOUGH_MS = 1_000;
/** Milliseconds. A single time is enough for a floor that takes seconds. */
const LONG_FLOOR_MS = 1_000;
/** Straight from the rows, some queries take minutes. */
export const RAW_CAP_MS = 2_000;

/** Times of an action and of its floor, in alternation, after one warm-up of each. */
export async function beside(act: () => Promise<unknown>, floor: () => Promise<unknown>) {
  await act();
  const first = await timed(floor);
  const [acts, floors]: [number[], number[]] = [[], first > LONG_FLOOR_MS ? [first] : []];
  let spent = 0;
  for (let round = 0; round < LEAST_ROUNDS || (round < MOST_ROUNDS && spent < LONG_ENOUGH_MS); round++) {
    acts.push(await timed(act));
    if (first <= LONG_FLOOR_MS) floors.push(await timed(floor));
    spent += (acts.at(-1) ?? 0) + (floors.at(-1) ?? 0);
  }
  return { ...summed(acts), floor: median(floors) };
}

export async function alone(act: () => Promise<unknown>): Promise<Timed> {
  return summed([await timed(act), await timed(act), await timed(act), await timed(act), await timed(act)]);
}

export const floorOf = (statement: Statement) => () => readTransaction(() => rows(statement));

/** Milliseconds of the same query straight from the tables of rows. Undefined if it was cut off at the cap. */
export const rawOf = (statement: Statement): Promise<number | undefined> =>
  readTransaction(async () => {
    const begun = performance.now();
    const found = await readWithin(RAW_CAP_MS, () => rows(statement));
    return found && performance.now() - begun;
  });

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

const summed = (times: readonly number[]): Timed => ({ median: median(times), p95: percentile(times, 95) });
