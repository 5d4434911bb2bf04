import { Counter, register } from "prom-client";
import { expect, test } from "vitest";
import { leaveNothing } from "../world/same-process";

const repeating = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a test file leaves no module, setting, global, metric or timer to the next file in its process", async () => {
  const module = await import("../world/first");
  process.env.LEFT_BEHIND = "on";
  process.env.TZ = "Asia/Tokyo";
  Object.assign(globalThis, { leftBehind: true });
  new Counter({ name: "left_behind_total", help: "Left behind." });
  const before = repeating();
  setInterval(() => undefined, 60_000);
  expect(repeating()).toBe(before + 1);

  leaveNothing();

  expect(repeating()).toBe(before);
  expect(process.env).not.toHaveProperty("LEFT_BEHIND");
  expect(process.env.TZ).toBe("UTC");
  expect(globalThis).not.toHaveProperty("leftBehind");
  expect(register.getSingleMetric("left_behind_total")).toBeUndefined();
  expect(await import("../world/first")).not.toBe(module);
});
