import { expect, test } from "vitest";
import { counter, exposition, gauge, histogram, samples } from "../../server/kernel/metrics";

test("figures of several processes add up, in the text that Prometheus reads [TRUST-24]", () => {
  const sold = counter("test_sold_total", "Sold.");
  sold.add({ site: 'a"b\\c\nd' });
  sold.add({ site: 'a"b\\c\nd' }, 2);
  gauge("test_waiting", "Waiting.", () => 4);
  histogram("test_seconds", "Time.").observe(0.02);
  const own = samples().filter(({ name }) => name.startsWith("test_"));
  expect(exposition([own, own]).split("\n")).toEqual(
    expect.arrayContaining([
      "# HELP test_sold_total Sold.",
      "# TYPE test_sold_total counter",
      'test_sold_total{site="a\\"b\\\\c\\nd"} 6',
      "test_waiting 8",
      'test_seconds_bucket{le="0.025"} 2',
      'test_seconds_bucket{le="+Inf"} 2',
      "test_seconds_sum 0.04",
      "test_seconds_count 2",
    ]),
  );
  expect(exposition([own])).not.toContain('le="0.01"');
});

test("labels from outside cannot fill the memory", () => {
  const seen = counter("test_seen_total", "Seen.");
  for (let i = 0; i < 5_000; i += 1) seen.add({ path: `/${i}` });
  const values = samples().find(({ name }) => name === "test_seen_total")?.values ?? [];
  expect(values.length).toBeLessThanOrEqual(2_001);
  expect(values.reduce((sum, [, n]) => sum + n, 0)).toBe(5_000);
});
