import { expect, test } from "vitest";
import { evaluateHistories } from "../world/signal-simulation";

test("in 200 generated companies each planted fault opens its signal in time, and fewer than one a week opens without a fault [SIGNAL-07]", () => {
  const { results, late, falseAlarmsPerWeek } = evaluateHistories(200);
  // The figures of docs/operations.md.
  process.stdout.write(`${results.map((result) => JSON.stringify(result)).join("\n")}\n`);
  expect(late).toEqual([]);
  expect(falseAlarmsPerWeek).toBeLessThan(1);
  for (const { planted } of results) expect(planted).toBeGreaterThan(80);
});
