import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inOrder } from "../../replay/in-order";

test("tasks start in order and run concurrently, never more than allowed", async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const items = Array.from({ length: 40 }, (_, i) => i);
  const results = await inOrder(
    items,
    5,
    () => [],
    async (item) => {
      begun.push(item);
      most = Math.max(most, ++running);
      await pause((item * 7) % 5);
      running--;
      return item * 2;
    },
  );
  expect(most).toBe(5);
  expect(begun).toEqual(items);
  expect(results).toEqual(items.map((item) => item * 2));
});

test("a task waits for earlier ones with the same key", async () => {
  const ended: string[] = [];
  const items = ["a1", "b1", "a2", "ab", "b2", "c1"];
  await inOrder(
    items,
    6,
    (item) => [...item].filter((sign) => /[abc]/.test(sign)),
    async (item) => {
      await pause(item === "a1" ? 20 : 1);
      ended.push(item);
    },
  );
  const before = (one: string, other: string) => ended.indexOf(one) < ended.indexOf(other);
  expect([before("a1", "a2"), before("a2", "ab"), before("b1", "ab"), before("ab", "b2")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(before("c1", "a1")).toBe(true);
});

test("an error is thrown after the remaining tasks have ended", async () => {
  const ended: number[] = [];
  const run = inOrder(
    [1, 2, 3],
    2,
    () => ["same"],
    async (item) => {
      await pause(1);
      if (item === 1) throw new Error("no");
      ended.push(item);
    },
  );
  await expect(run).rejects.toThrow("no");
  expect(ended).toEqual([2, 3]);
});
