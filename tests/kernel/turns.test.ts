import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as later } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  HEAVY_AT_ONCE,
  inCurrentContext,
  inTurn,
  MAX_WAITING,
  partsInTurn,
  recordIfLimited,
} from "../../server/kernel/operation/turns";
import { invalidForm, Refusal, tooManyRequests } from "../../server/kernel/operation/refusal";
import { type Actor, system } from "../../server/kernel/operation/roles";
import { ownSamples } from "../../server/kernel/process/metrics";

const heavy = { name: "test.heavy", heavy: true };
const light = { name: "test.light", heavy: false };
const FROM = { channel: "call", ip: "203.0.113.7", userAgent: "" } as const;

let lastId = 1_000;
/** An account that no other test uses. */
const anAccount = (): Actor => ({ ...system, accountId: (lastId += 1) });

/** Acts that run until they are ended, in the order in which they began. */
function heldActs() {
  const ends: (() => void)[] = [];
  return { ends, act: () => new Promise<string>((done) => ends.push(() => done("made"))) };
}

/** Resolves when everything that needs no more than promises has happened. */
const settled = () => later(0);

const limitedOf = async (limit: string) =>
  (await ownSamples())
    .flatMap(({ name, values }) => (name === "requests_limited_total" ? values : []))
    .filter(({ labels }) => labels.limit === limit)
    .reduce((sum, { value }) => sum + value, 0);

test("two heavy acts of an account run at once, and the next one when one of them has ended", async () => {
  const { ends, act } = heldActs();
  const caller = anAccount();
  const all = [1, 2, 3].map(() => inTurn(heavy, caller, act));
  await settled();
  expect(ends.length).toBe(HEAVY_AT_ONCE);
  ends[0]?.();
  expect(await all[0]).toBe("made");
  await settled();
  expect(ends.length).toBe(3);
  for (const end of ends) end();
  expect(await Promise.all(all)).toEqual(["made", "made", "made"]);
});

test("light acts, acts of other accounts and acts without an account do not wait for an account's heavy ones", async () => {
  const { ends, act } = heldActs();
  const caller = anAccount();
  const busy = [1, 2, 3].map(() => inTurn(heavy, caller, act));
  await settled();
  const free = [inTurn(light, caller, act), inTurn(heavy, anAccount(), act)];
  const nobody = [1, 2, 3].map(() => inTurn(heavy, null, act));
  await settled();
  expect(ends.length).toBe(HEAVY_AT_ONCE + free.length + nobody.length);
  for (const end of ends) end();
  await settled();
  ends.at(-1)?.();
  expect(await Promise.all([...busy, ...free, ...nobody])).toHaveLength(8);
});

test("an act beyond the queue is refused with the seconds to wait, and an error of an act stays what it is", async () => {
  const { ends, act } = heldActs();
  const caller = anAccount();
  const all = Array.from({ length: HEAVY_AT_ONCE + MAX_WAITING }, () => inTurn(heavy, caller, act));
  await expect(inTurn(heavy, caller, act)).rejects.toMatchObject({
    ...{ status: 429, code: "TOO_MANY_REQUESTS", retryAfter: 5 },
    message: "2 reports or exports of your account are running. Please try again in 5 seconds.",
  });
  for (let ended = 0; ended < all.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  await Promise.all(all);
  const fault = new Error("A fault of the act.");
  await expect(inTurn(heavy, caller, () => Promise.reject(fault))).rejects.toBe(fault);
});

/** Rows that are each made when their act ends; `ended` is true after the reader has left. */
function heldRows() {
  const { ends, act } = heldActs();
  const state = { ends, ended: false };
  async function* rows() {
    try {
      for (const row of ["a", "b", "c"]) {
        await act();
        yield row;
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, rows: rows() };
}

test("each part of a heavy export has its turn, and none is occupied while its reader takes its time", async () => {
  const caller = anAccount();
  const exports = [heldRows(), heldRows(), heldRows()];
  const readers = exports.map(({ rows }) => partsInTurn(heavy, caller, FROM, rows)[Symbol.asyncIterator]());
  for (const row of ["a", "b", "c"]) {
    const parts = readers.map((reader) => reader.next());
    await settled();
    const begun = exports.filter(({ state }) => state.ends.length > 0);
    expect(begun.length).toBe(HEAVY_AT_ONCE);
    for (const { state } of begun) state.ends.shift()?.();
    await expect.poll(() => exports.filter(({ state }) => state.ends.length > 0).length).toBe(1);
    for (const { state } of exports) state.ends.shift()?.();
    expect(await Promise.all(parts)).toEqual(parts.map(() => ({ done: false, value: row })));
  }
  expect(await Promise.all(readers.map((reader) => reader.next()))).toEqual(
    readers.map(() => ({ done: true, value: undefined })),
  );
});

test("a light export, and one without an account, is passed on as it is", () => {
  const { rows } = heldRows();
  expect(partsInTurn(light, anAccount(), FROM, rows)).toBe(rows);
  expect(partsInTurn(heavy, null, FROM, rows)).toBe(rows);
});

test("only the first part of an export can be refused: the answer has begun with it", async () => {
  const caller = anAccount();
  const { ends, act } = heldActs();
  const { state, rows } = heldRows();
  const reader = partsInTurn(heavy, caller, FROM, rows)[Symbol.asyncIterator]();
  const first = reader.next();
  await settled();
  state.ends.shift()?.();
  expect(await first).toEqual({ done: false, value: "a" });
  const busy = Array.from({ length: HEAVY_AT_ONCE + MAX_WAITING }, () => inTurn(heavy, caller, act));
  const refusedBefore = await limitedOf(heavy.name);
  const late = partsInTurn(heavy, caller, FROM, heldRows().rows)[Symbol.asyncIterator]();
  await expect(late.next()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect(await limitedOf(heavy.name)).toBe(refusedBefore + 1);
  const second = reader.next();
  for (let ended = 0; ended < busy.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  await expect.poll(() => state.ends.length).toBe(1);
  state.ends.shift()?.();
  expect(await second).toEqual({ done: false, value: "b" });
  await Promise.all(busy);
});

test.each([
  ["a heavy export", (rows: AsyncIterable<string>) => partsInTurn(heavy, anAccount(), FROM, rows)],
  ["one in the caller's context", (rows: AsyncIterable<string>) => inCurrentContext(rows)],
])("a reader who leaves %s ends what makes its rows", async (_, wrap) => {
  const { state, rows } = heldRows();
  const reader = wrap(rows)[Symbol.asyncIterator]();
  const part = reader.next();
  await settled();
  state.ends.shift()?.();
  await part;
  expect(await reader.return?.()).toMatchObject({ done: true });
  expect(state.ended).toBe(true);
  // Rows that need no end, such as those of a list.
  const plain = { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: false, value: "a" }) }) };
  expect(await wrap(plain)[Symbol.asyncIterator]().return?.()).toEqual({ done: true, value: undefined });
});

test("the steps of a generator run in the context of the one who asked for it", async () => {
  const context = new AsyncLocalStorage<string>();
  async function* rows() {
    yield context.getStore();
    yield await Promise.resolve(context.getStore());
  }
  const wrapped = context.run("asked", () => inCurrentContext(rows()));
  const read = await context.run("read", async () => {
    const found: unknown[] = [];
    for await (const row of wrapped) found.push(row);
    return found;
  });
  expect(read).toEqual(["asked", "asked"]);
});

test("a request that a limit refuses is counted under its operation, and no other error is", async () => {
  const count = () => limitedOf("test.counted");
  const counted = { name: "test.counted", heavy: false };
  for (const other of [new Error("A fault."), invalidForm("Wrong."), { code: "TOO_MANY_REQUESTS" }]) {
    recordIfLimited(other, counted, anAccount(), FROM);
  }
  expect(await count()).toBe(0);
  const refusal = tooManyRequests("Later.", 5);
  expect(refusal).toBeInstanceOf(Refusal);
  recordIfLimited(refusal, counted, anAccount(), FROM);
  recordIfLimited(refusal, counted, null, FROM);
  recordIfLimited(refusal, counted, null, { ...FROM, ip: null });
  expect(await count()).toBe(3);
});
