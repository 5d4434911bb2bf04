import { expect, test } from "vitest";
import { createReplicaSelector, MAX_LAG_MS, FAILED_FOR_MS } from "../../server/kernel/database/replicas/selector";

/** The primary's clock is hours ahead of this process's clock, which starts anywhere. */
const PRIMARY = 1_790_000_000_000;

function aChoice(count: number, { capacity = 8 } = {}) {
  let clock = 77;
  const choice = createReplicaSelector(count, { capacity, clock: () => clock });
  choice.setPrimaryTime(PRIMARY, clock);
  return {
    ...choice,
    later: (milliseconds: number) => void (clock += milliseconds),
    /** Reads a current heartbeat from each of the replicas. */
    beats: (...indexes: number[]) => indexes.forEach((index) => choice.setBeat(index, PRIMARY + clock - 77)),
  };
}

test("no replica is chosen before the primary's clock and a heartbeat are known", () => {
  expect(createReplicaSelector(0, { capacity: 8, clock: () => 0 }).choose()).toBeUndefined();
  const choice = createReplicaSelector(1, { capacity: 8, clock: () => 0 });
  choice.setBeat(0, PRIMARY);
  expect(choice.choose()).toBeUndefined();
  choice.setPrimaryTime(PRIMARY, 0);
  expect(choice.choose()).toBe(0);
  expect(aChoice(1).choose()).toBeUndefined();
});

test("a replica answers while its latest heartbeat is less than five seconds old by the primary's clock", () => {
  const choice = aChoice(1);
  choice.beats(0);
  choice.later(MAX_LAG_MS - 1);
  expect(choice.choose()).toBe(0);
  expect(choice.lagOf(0)).toBe(4_999);
  choice.later(1);
  expect(choice.choose()).toBeUndefined();
  choice.beats(0);
  expect(choice.choose()).toBe(0);
});

test("a replica's lag grows without checks, and a slow response of the primary does not reduce it", () => {
  const choice = aChoice(1);
  choice.beats(0);
  choice.later(3_000);
  // Requested at the beginning of these three seconds; the primary may have read its clock at any moment of them.
  choice.setPrimaryTime(PRIMARY + 2_900, 77);
  expect(choice.lagOf(0)).toBe(5_900);
  expect(choice.choose()).toBeUndefined();
});

test("a heartbeat from the future, left by a clock that was set back, is ignored", () => {
  const choice = aChoice(1);
  choice.setBeat(0, PRIMARY + 1_000);
  expect(choice.choose()).toBe(0);
  choice.setBeat(0, PRIMARY + 1_001);
  expect(choice.choose()).toBeUndefined();
});

test("after a change a session reads only from a replica with a later heartbeat", () => {
  const choice = aChoice(2);
  choice.beats(0);
  choice.later(1_000);
  const since = PRIMARY + 1_000;
  expect(choice.choose({ since })).toBeUndefined();
  expect(choice.choose()).toBe(0);
  choice.beats(1);
  expect(choice.choose({ since })).toBeUndefined();
  choice.later(1);
  choice.beats(1);
  expect(choice.choose({ since })).toBe(1);
});

test("reads go to the replica with the fewest open reads, and in turn among equals", () => {
  const choice = aChoice(3);
  choice.beats(0, 1, 2);
  const chosen = Array.from({ length: 6 }, () => choice.choose());
  expect([...chosen].sort()).toEqual([0, 0, 1, 1, 2, 2]);
  choice.acquire(0);
  choice.acquire(2);
  expect(Array.from({ length: 3 }, () => choice.choose())).toEqual([1, 1, 1]);
  choice.release(2);
  expect(new Set(Array.from({ length: 4 }, () => choice.choose()))).toEqual(new Set([1, 2]));
});

test("a replica whose connections are all in use is skipped", () => {
  const choice = aChoice(2, { capacity: 1 });
  choice.beats(0, 1);
  choice.acquire(0);
  expect([choice.choose(), choice.choose()]).toEqual([1, 1]);
  choice.acquire(1);
  expect(choice.choose()).toBeUndefined();
});

test("a failed replica is paused, then checked, and answers again after a heartbeat", () => {
  const choice = aChoice(2);
  choice.beats(0, 1);
  choice.markFailed(0);
  expect([choice.choose(), choice.choose()]).toEqual([1, 1]);
  // A check that was under way when the fault occurred.
  choice.beats(0);
  choice.later(FAILED_FOR_MS - 1);
  expect(choice.canCheck(0)).toBe(false);
  expect(choice.isFit(0)).toBe(false);
  choice.later(1);
  expect(choice.canCheck(0)).toBe(true);
  expect(choice.isFit(0)).toBe(false);
  choice.beats(0);
  expect(choice.isFit(0)).toBe(true);
});

test("a read stays on its replica while it is healthy and never moves to another", () => {
  const choice = aChoice(2);
  choice.beats(0, 1);
  expect(Array.from({ length: 4 }, () => choice.choose({ current: 1 }))).toEqual([1, 1, 1, 1]);
  choice.markFailed(1);
  expect(choice.choose({ current: 1 })).toBeUndefined();
  expect(choice.choose()).toBe(0);
});
