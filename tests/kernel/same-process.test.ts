import { Counter, register } from "prom-client";
import { expect, test } from "vitest";
import { leaveNothing } from "../world/same-process";

const repeating = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a test file leaves no setting, global, count or timer to the next file in its process", async () => {
  process.env.LEFT_BEHIND = "on";
  process.env.TZ = "Asia/Tokyo";
  Object.assign(globalThis, { leftBehind: true });
  const counter = new Counter({ name: "left_behind_total", help: "Left behind." });
  counter.inc(3);
  const before = repeating();
  setInterval(() => undefined, 60_000);
  expect(repeating()).toBe(before + 1);

  leaveNothing();

  expect(repeating()).toBe(before);
  expect(process.env).not.toHaveProperty("LEFT_BEHIND");
  expect(process.env.TZ).toBe("UTC");
  expect(globalThis).not.toHaveProperty("leftBehind");
  expect((await counter.get()).values).toMatchObject([{ value: 0 }]);
  register.removeSingleMetric("left_behind_total");
});
