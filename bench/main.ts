import { parseArgs } from "node:util";
import { seedDemo } from "../seeders/demo";
import { benchRedirectsWithPages } from "./redirects-with-pages";
import { benchRedirectsWithDeliveries } from "./redirects-with-deliveries";
import { benchBlackList } from "./black-list";
import { benchFeesGrid } from "./fees-grid";
import { benchListPage } from "./list-page";
import { benchMemory } from "./memory";
import { openOwnDatabases } from "./own-database";
import { benchPostback } from "./postback";
import { benchRankings } from "./rankings";
import { benchRedirect } from "./redirect";
import { benchReport, type ReportTime, siteReports } from "./report";
import { benchSizes } from "./sizes";

/**
 * `npm run bench [-- PART … --clicks N,N --keep]`: the figures of the product beside floors measured in the same run.
 * The part `sizes` runs only when it is named or --clicks is given, because it reads every report and log over that
 * many clicks. With --keep its databases stay for the next run. Exits with 1 when a figure misses its bound.
 */
const PARTS = ["demo", "fees", "sizes"];
const options = { clicks: { type: "string" }, keep: { type: "boolean", default: false } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const sizes = (values.clicks ?? "10000000").split(",").map(Number);
if (!sizes.every((clicks) => Number.isSafeInteger(clicks) && clicks > 0)) {
  console.error("--clicks takes numbers of clicks with commas between them.");
  process.exit(1);
}
const unknownPart = positionals.find((part) => !PARTS.includes(part));
if (unknownPart !== undefined) {
  console.error(`There is no part ${unknownPart}. There are: ${PARTS.join(", ")}.`);
  process.exit(1);
}
const isSelected = (part: string) =>
  positionals.length > 0 ? positionals.includes(part) : part !== "sizes" || values.clicks !== undefined;

const missed: string[] = [];
const checkBound = (isMet: boolean, bound: string) => {
  if (!isMet) missed.push(bound);
  return isMet ? "holds" : "MISSED";
};
const figure = (value: number, digits = 1) => Number(value.toFixed(digits));

const databases = await openOwnDatabases();
try {
  if (isSelected("demo")) await demoCompany();
  if (isSelected("fees")) await feesGrid();
  if (isSelected("sizes")) await benchSizes(databases, { sizes, keep: values.keep, checkBound });
} finally {
  await databases.close();
}
if (missed.length > 0) {
  console.error(`\nMissed: ${missed.join("; ")}`);
  process.exit(1);
}

/** The figures over the demo company. */
async function demoCompany(): Promise<void> {
  await databases.enter("demo");
  await seedDemo();
  await reports("the demo company", { Sites: 40, others: 60 });
  await rankings("the demo company", 60);

  console.log("\nCPU of a list page of 50 agents, beside its table rendered by React alone");
  const list = await benchListPage();
  console.table([
    {
      "page ms": figure(list.page, 2),
      "asked one by one ms": figure(list.sequential, 2),
      "table alone ms (floor)": figure(list.floor, 2),
      ratio: figure(list.page / list.floor, 2),
      "difference ms": figure(list.page - list.floor, 2),
    },
  ]);
  console.log(`at most 4 ms over the floor: ${checkBound(list.page - list.floor <= 4, "list page 4 ms")}`);

  console.log("\nRedirects of one worker while it renders list pages");
  const withPages = await benchRedirectsWithPages();
  console.table([
    {
      "pages per second": figure(withPages.pagesPerSecond),
      "redirects per second": figure(withPages.redirects, 0),
      "p50 ms": figure(withPages.p50),
      "p99 ms": figure(withPages.p99),
    },
  ]);
  console.log(`p99 under 25 ms beside pages: ${checkBound(withPages.p99 < 25, "p99 beside pages 25 ms")}`);

  console.log("\nRedirects of one worker, alone and while events are delivered to endpoints that answer after 150 ms");
  const { deliveriesPerSecond, alone, beside } = await benchRedirectsWithDeliveries();
  console.table({
    alone: {
      "redirects per second": figure(alone.perSecond, 0),
      "p50 ms": figure(alone.p50),
      "p99 ms": figure(alone.p99),
    },
    "beside deliveries": {
      "redirects per second": figure(beside.perSecond, 0),
      "p50 ms": figure(beside.p50),
      "p99 ms": figure(beside.p99),
      "deliveries per second": figure(deliveriesPerSecond, 0),
    },
  });
  console.log(
    `p50 at most 1 ms above redirects alone: ${checkBound(beside.p50 - alone.p50 <= 1, "p50 beside deliveries 1 ms")}`,
  );

  console.log("\nPostbacks: accepted sales one after another, beside one durable INSERT by plain pg");
  const postback = await benchPostback();
  console.table({
    "INSERT and COMMIT (floor)": { "p50 ms": figure(postback.floorP50, 2), "p95 ms": figure(postback.floorP95, 2) },
    postback: {
      "p50 ms": figure(postback.p50, 2),
      "p95 ms": figure(postback.p95, 2),
      ratio: figure(postback.p50 / postback.floorP50, 1),
    },
  });
  console.log(`p50 under 10 ms: ${checkBound(postback.p50 < 10, "postback p50 10 ms")}`);

  console.log("\nThe IP black list in memory, beside its texts read into one Set");
  const blackList = await benchBlackList();
  console.table([
    {
      entries: blackList.entries,
      "whole ms": figure(blackList.whole, 0),
      "floor ms": figure(blackList.floor, 0),
      ratio: figure(blackList.whole / blackList.floor, 2),
      "longest turn ms": figure(blackList.longestTurn),
      "10,000 changed, in force after ms": figure(blackList.change, 0),
    },
  ]);
  console.log(`longest turn under 50 ms: ${checkBound(blackList.longestTurn < 50, "black list turn 50 ms")}`);
  console.log(
    `a change in force within 1,000 ms: ${checkBound(blackList.change < 1_000, "black list change 1,000 ms")}`,
  );

  // Runs last because its stored clicks keep the database busy for a minute.
  console.log("\nRedirects with a durable click of class ok: one worker, 64 connections, alternating rounds");
  const redirect = await benchRedirect();
  console.table({
    "bare node:http 302 (floor)": { "per second": figure(redirect.floor, 0) },
    "bare 302 behind a committed id (durable floor)": { "per second": figure(redirect.durableFloor, 0) },
    redirect: {
      "per second": figure(redirect.redirects, 0),
      ratio: figure(redirect.ratio, 2),
      "to durable": figure(redirect.durableRatio, 2),
      "p50 ms": figure(redirect.p50),
      "p99 ms": figure(redirect.p99),
      "ok %": figure(redirect.okShare * 100),
    },
  });
  console.log(`ratio to the floor at least 0.55: ${checkBound(redirect.ratio >= 0.55, "redirect ratio 0.55")}`);
  console.log(`p99 under 25 ms: ${checkBound(redirect.p99 < 25, "redirect p99 25 ms")}`);

  console.log("\nMemory of one worker, resident");
  const memory = await benchMemory();
  console.table([
    { ...memory, atStart: `${figure(memory.atStart, 0)} MB`, afterwards: `${figure(memory.afterwards, 0)} MB` },
  ]);
  console.log(`under 250 MB afterwards: ${checkBound(memory.afterwards < 250, "memory 250 MB")}`);
}

/** Milliseconds at the server, beside the same groups by plain SQL on the roll-up by day. */
async function reports(over: string, bounds?: { Sites: number; others: number }): Promise<void> {
  for (const report of siteReports) {
    console.log(`\n${report} report over ${over}`);
    show(await benchReport(report), `${report} report`, bounds && (report === "Sites" ? bounds.Sites : bounds.others));
  }
}

/** The rankings, in milliseconds at the server, beside the same floor. */
async function rankings(over: string, bound?: number): Promise<void> {
  console.log(`\nCharts, Top Agents and Office Performance over ${over}`);
  show(await benchRankings(), "rankings", bound);
}

function show(times: readonly ReportTime[], name: string, bound?: number): void {
  console.table(
    times.map(({ report, rows, median, p95, floor }) => ({
      report,
      rows,
      "median ms": figure(median),
      "p95 ms": figure(p95),
      "floor ms": figure(floor),
      ratio: figure(median / floor),
    })),
  );
  if (bound === undefined) return;
  const slowest = Math.max(...times.map(({ median }) => median));
  console.log(`every median under ${bound} ms: ${checkBound(slowest < bound, `${name} ${bound} ms`)}`);
}

/** The payments' grid in Chromium, from the action to its visible effect. */
async function feesGrid(): Promise<void> {
  await databases.enter("fees");
  const fees = await benchFeesGrid();
  console.log(
    `\nPayments of ${fees.offices} offices in Chromium: from the act to what is shown, beside an empty request`,
  );
  console.table(
    fees.acts.map(({ act, median, p95 }) => ({
      act,
      "median ms": figure(median),
      "p95 ms": figure(p95),
      "floor ms": figure(fees.floor),
      ratio: figure(median / fees.floor, 2),
    })),
  );
  const slowest = Math.max(...fees.acts.map(({ p95 }) => p95));
  console.log(`every p95 under 100 ms: ${checkBound(slowest < 100, "payments' grid 100 ms")}`);
}
