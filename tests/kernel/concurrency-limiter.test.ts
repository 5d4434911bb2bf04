import { expect, test } from "vitest";
import { ConcurrencyLimiter, KeyedLimiter, NoSlot } from "../../server/kernel/process/concurrency-limiter";

/** An act that runs until it is ended, and what has begun so far. */
function acts() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    act: (name: string) => () =>
      new Promise<string>((done) => {
        begun.push(name);
        ends.set(name, () => done(name));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

test("acts beyond the slots begin in the order of their arrival, and those beyond the queue not at all", async () => {
  const limiter = new ConcurrencyLimiter(2, { maxWaiting: 2 });
  const { act, end, begun } = acts();
  const running = ["a", "b", "c", "d"].map((name) => limiter.run(act(name)));
  await expect(limiter.run(act("e"))).rejects.toBeInstanceOf(NoSlot);
  expect([begun, limiter.waiting]).toEqual([["a", "b"], 2]);
  end("b");
  await running[1];
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  end("c");
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  end("a");
  end("d");
  expect(await Promise.all(running)).toEqual(["a", "b", "c", "d"]);
  expect(limiter.idle).toBe(true);
});

test("an act that waits too long gives up its place, and those behind it keep theirs", async () => {
  const limiter = new ConcurrencyLimiter(1);
  const { act, end, begun } = acts();
  const first = limiter.run(act("first"));
  const late = limiter.run(act("late"), { maxWaitMs: 1 });
  const patient = limiter.run(act("patient"), {});
  await expect(late).rejects.toBeInstanceOf(NoSlot);
  expect([begun, limiter.waiting]).toEqual([["first"], 1]);
  end("first");
  await first;
  await expect.poll(() => begun).toEqual(["first", "patient"]);
  end("patient");
  await patient;
  expect([begun, limiter.idle]).toEqual([["first", "patient"], true]);
});

test("each key has slots of its own, also after it had none in use", async () => {
  const limiter = new KeyedLimiter<number>(1);
  const { act, end, begun } = acts();
  const running = [limiter.run(1, act("one")), limiter.run(2, act("two")), limiter.run(1, act("one again"))];
  expect(begun).toEqual(["one", "two"]);
  end("two");
  await running[1];
  expect(begun).toEqual(["one", "two"]);
  end("one");
  await expect.poll(() => begun).toEqual(["one", "two", "one again"]);
  end("one again");
  await Promise.all(running);
  const later = limiter.run(1, act("later"));
  expect(begun.at(-1)).toBe("later");
  end("later");
  await later;
});
