import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seedBench } from "../seeders/bench";
import { seedDemo } from "../seeders/demo";
import { requireLinux } from "./cpu/meter";
import { openOwnDatabases } from "./own-database";
import { groups, parts } from "./parts";
import type { Part } from "./parts/part";
import { benchSizes, DAYS } from "./sizes";
import { type Baseline, readBaseline, saveBaseline, thisMachine } from "./table/baseline";
import { regressions, type Row, rowsOf } from "./table/row";
import { baselineText, tableText } from "./table/text";

/**
 * `npm run bench [-- PART … --rounds N --json FILE --save-baseline --clicks N,N --keep]`: the figures of the product
 * beside floors of the same run, compared with `bench/baseline.json`. Exits with 1 when a figure became worse than the
 * baseline's or a goal was lost that it met. `sizes` runs only when it is named or --clicks is given, because it reads
 * every report and log over that many clicks; with --keep its databases stay for the next run.
 */
const ROUNDS = 5;
const SMALL_CLICKS = 1_000_000;
const SIZES = "sizes";
const ONCE = "Reports have 5 to 9 rounds, payments 25; deliveries, blacklist and memory are measured once.";
const options = {
  rounds: { type: "string" },
  json: { type: "string" },
  "save-baseline": { type: "boolean", default: false },
  clicks: { type: "string" },
  keep: { type: "boolean", default: false },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });

const counts = (text: string, option: string): number[] => {
  const numbers = text.split(",").map(Number);
  if (numbers.every((count) => Number.isSafeInteger(count) && count > 0)) return numbers;
  console.error(`--${option} takes whole numbers above 0.`);
  process.exit(2);
};
const sizes = counts(values.clicks ?? "10000000", "clicks");
const [rounds = ROUNDS] = counts(values.rounds ?? String(ROUNDS), "rounds");
const names = [...parts.map(({ name }) => name), ...Object.keys(groups), SIZES];
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. There are: ${names.join(", ")}.`);
  process.exit(2);
}
const named = new Set(positionals.flatMap((name) => groups[name]?.map((one) => one.name) ?? [name]));
const selected = positionals.length > 0 ? parts.filter(({ name }) => named.has(name)) : parts;
const withSizes = named.has(SIZES) || (positionals.length === 0 && values.clicks !== undefined);
if (values["save-baseline"] && (selected.length < parts.length || rounds < ROUNDS)) {
  console.error(`A baseline has every part, with at least ${ROUNDS} rounds.`);
  process.exit(2);
}
requireLinux();

const fills = {
  demo: () => seedDemo(),
  sizes: () => seedBench({ clicks: SMALL_CLICKS, days: DAYS }),
};
const missed: string[] = [];
const failed: string[] = [];
const results: { part: Part; rows: Row[] }[] = [];
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const { baseline, note } = findBaseline();
const databases = await openOwnDatabases();
try {
  for (const part of selected) {
    console.error(`${seconds()} s: ${part.title}`);
    await databases.enterCopy(part.data, fills[part.data]);
    try {
      results.push({ part, rows: rowsOf(part, await part.measure(rounds), baseline) });
    } catch (error) {
      // The figures of the other parts took minutes.
      console.error(error);
      failed.push(part.name);
    }
    if (values.json !== undefined)
      writeFileSync(values.json, `${JSON.stringify({ ...about(), rows: allRows() }, null, 2)}\n`);
  }
  if (selected.length > 0) showTable();
  if (withSizes) await benchSizes(databases, { sizes, keep: values.keep, checkBound });
} finally {
  await databases.close();
}
const rows = allRows();
if (values["save-baseline"] && failed.length === 0)
  saveBaseline(Object.fromEntries(rows.map(({ id, figure }) => [id, figure])));
const worse = values["save-baseline"] ? [] : regressions(rows);
for (const { id, change } of worse) console.error(`${change === "worse" ? "Worse" : "Goal lost"}: ${id}`);
if (missed.length > 0) console.error(`\nMissed: ${missed.join("; ")}`);
if (failed.length > 0) console.error(`Not measured: ${failed.join(", ")}`);
process.exitCode = worse.length + missed.length + failed.length > 0 ? 1 : 0;

/** Rates and latencies depend on the number of processors and the engine, even as ratios to their floors. */
function findBaseline(): { baseline?: Baseline; note: string } {
  const stored = readBaseline();
  if (!stored) return { note: "There is no baseline yet. Save one with --save-baseline." };
  const { processors, node } = thisMachine();
  const isComparable = stored.machine.processors === processors && stored.machine.node === node;
  if (isComparable) return { baseline: stored, note: baselineText(stored) };
  return { note: `${baselineText(stored)} It is not compared: these are ${processors} processors and Node ${node}.` };
}

function allRows(): Row[] {
  return results.flatMap((result) => result.rows);
}

function about() {
  return { date: new Date().toISOString(), machine: thisMachine(), rounds, seconds: seconds() };
}

function showTable(): void {
  console.log(`\n${tableText(results)}\n`);
  console.log(`Medians of ${rounds} rounds, each with its floor. ${ONCE} ${seconds()} s in all.\n${note}`);
}

function checkBound(isMet: boolean, bound: string): string {
  if (!isMet) missed.push(bound);
  return isMet ? "holds" : "MISSED";
}
