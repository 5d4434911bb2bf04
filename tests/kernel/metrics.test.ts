import { expect, test } from "vitest";
import {
  counter,
  exposition,
  infoMetric,
  gauge,
  gauges,
  highest,
  histogram,
  ownSamples,
} from "../../server/kernel/process/metrics";
import { figure } from "../world/figure";

const ofTest = async () => (await ownSamples()).filter(({ name }) => name.startsWith("test_"));

test("metrics of several processes are summed, in the text format that Prometheus reads [TRUST-24]", async () => {
  const sold = counter("test_sold_total", "Sold.", "site");
  sold.add({ site: 'a"b\\c\nd' });
  sold.add({ site: 'a"b\\c\nd' }, 2);
  sold.series({ site: "e" }).add();
  gauge("test_waiting", "Waiting.", () => 4);
  gauge("test_on_disk", "Of the machine.", () => 4, { shared: true });
  highest("test_longest_seconds", "Longest.", "what").observe(3, { what: "a" });
  histogram("test_seconds", "Time.", "route").observe(0.02, { route: "/a" });
  const own = await ofTest();
  const text = await exposition([own, own]);
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      "# HELP test_sold_total Sold.",
      "# TYPE test_sold_total counter",
      'test_sold_total{site="a\\"b\\\\c\\nd"} 6',
      'test_sold_total{site="e"} 2',
      "test_waiting 8",
      "test_on_disk 4",
      'test_longest_seconds{what="a"} 3',
      "# TYPE test_seconds histogram",
      'test_seconds_bucket{le="0.01",route="/a"} 0',
      'test_seconds_bucket{le="0.025",route="/a"} 2',
      'test_seconds_bucket{le="+Inf",route="/a"} 2',
      'test_seconds_sum{route="/a"} 0.04',
      'test_seconds_count{route="/a"} 2',
    ]),
  );
});

test("a gauge reads its current value and drops labels that no longer exist", async () => {
  let open: [pool: string, count: number][] = [
    ["a", 1],
    ["b", 2],
  ];
  gauges("test_open", "Open.", ["pool"], () => open.map(([pool, value]) => [{ pool }, value]));
  expect([await figure("test_open", { pool: "a" }), await figure("test_open")]).toEqual([1, 3]);
  open = [["b", 5]];
  expect([await figure("test_open", { pool: "a" }), await figure("test_open")]).toEqual([0, 5]);
});

test("a maximum keeps its highest value", async () => {
  const longest = highest("test_highest_seconds", "Longest.", "what");
  for (const value of [2, 7, 3]) longest.observe(value, { what: "a" });
  longest.observe(1, { what: "b" });
  expect([await figure("test_highest_seconds", { what: "a" }), await figure("test_highest_seconds")]).toEqual([7, 8]);
});

test("a module registered again, as after a reload, continues its counters and replaces its facts", async () => {
  const seen = () => counter("test_reloaded_total", "Seen.");
  seen().add();
  seen().add();
  expect(await figure("test_reloaded_total")).toBe(2);
  infoMetric("test_settings", "Settings.", { rate: "1" });
  infoMetric("test_settings", "Settings.", { rate: "0" });
  const settings = (await ownSamples()).find(({ name }) => name === "test_settings");
  expect(settings?.values).toEqual([{ labels: { rate: "0" }, value: 1 }]);
});

test.each([
  ["a counter", counter("test_seen_total", "Seen.", "path").add],
  ["a maximum", (labels: { path: string }) => highs.observe(1, labels)],
  ["a histogram", (labels: { path: string }) => times.observe(1, labels)],
])("labels from outside cannot exhaust memory: %s", async (_what, see) => {
  const before = await filled();
  for (let i = 0; i < 5_000; i += 1) see({ path: `/${i}` });
  const after = await filled();
  expect(after.samples - before.samples).toBeGreaterThan(1_900);
  // One more set of labels collects the rest; in a histogram it has 14 samples.
  expect(after.samples - before.samples).toBeLessThanOrEqual(2_014);
  expect(after.rest - before.rest).toBeGreaterThan(0);
});

const highs = highest("test_high", "High.", "path");
const times = histogram("test_time_seconds", "Time.", "path");

async function filled() {
  const values = (await ofTest()).flatMap((metric) => metric.values);
  return { samples: values.length, rest: values.filter(({ labels }) => labels.other === "1").length };
}

test("values beyond the label limit are still counted", async () => {
  const seen = counter("test_all_total", "Seen.", "path");
  for (let i = 0; i < 5_000; i += 1) seen.add({ path: `/${i}` });
  expect(await figure("test_all_total")).toBe(5_000);
  expect(await figure("test_all_total", { path: "/1" })).toBe(1);
  expect(await figure("test_all_total", { other: "1" })).toBe(3_000);
});
