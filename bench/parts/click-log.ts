import { setTimeout as pause } from "node:timers/promises";
import { sql } from "../../server/kernel/database/sql";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { readSpoolBacklog } from "../../server/tracking";
import { findPostmaster, processes } from "../cpu/meter";
import { treePids } from "../cpu/proc-stat";
import { type Load, type Plan } from "../load";
import { freePort, measureLoad, startProduct, stop, untilRolledUp, waitUntilReady } from "../product";
import { buildRequests, createCompany } from "../redirect-company";
import { percentile } from "../samples";
import { checkClicks } from "./check-clicks";
import { part } from "./part";

/** One worker while its database is frozen, the loading of what has arrived meanwhile, and the age of a click in reports. */
export const clickLog = part({
  name: "click-log",
  title: "The click log: while the database is frozen, afterwards, and at 5,000 clicks a second",
  data: "demo",
  floor: "the same worker while its database answers",
  measure: measureClickLog,
  figures: [
    { key: "rate", name: "database frozen, full speed", unit: "/s" },
    { key: "p99", name: "database frozen, at 2,100/s, p99", unit: "ms" },
    { key: "loaded", name: "clicks loaded afterwards", unit: "/s", goal: { atLeast: 25_000 }, tolerance: 0.2 },
    { key: "lag", name: "age of the newest click in reports, p50", unit: "ms", goal: { atMost: 50 }, tolerance: 0.3 },
    { key: "longest", name: "longest", unit: "ms", goal: { atMost: 500 } },
  ],
});

const PLAN = { connections: 64, seconds: 4, warmUpSeconds: 1 };
const STEADY = 2_100;
const BUSY = 5_000;
const SAMPLE_MS = 20;

async function measureClickLog() {
  const links = await createCompany();
  const port = await freePort();
  const plan = { ...PLAN, port, requests: await buildRequests(links) };
  const since = new Date();
  const product = startProduct(port);
  try {
    await waitUntilReady(port, product);
    await measureLoad(plan);
    await untilRolledUp();
    const awake = await measureBoth(plan);
    await untilRolledUp();
    const frozen = await whileFrozen(() => measureBoth(plan));
    const clicks = frozen.full.allAnswers + frozen.steady.allAnswers;
    const loaded = clicks / (await secondsUntilLoaded());
    await untilRolledUp();
    const ages: number[] = [];
    const sampling = new AbortController();
    const sampled = sampleAges(ages, sampling.signal);
    const busy = await measureLoad({ ...plan, perSecond: BUSY });
    sampling.abort();
    await sampled;
    await untilRolledUp();
    const loads = [awake.full, awake.steady, frozen.full, frozen.steady, busy];
    await checkClicks(
      loads.flatMap(({ ids }) => ids),
      { firstAgent: links.firstAgent, since },
    );
    return {
      rate: { values: [frozen.full.perSecond], floors: [awake.full.perSecond] },
      p99: { values: [frozen.steady.p99], floors: [awake.steady.p99] },
      loaded: { values: [loaded] },
      lag: { values: [percentile(ages, 50)] },
      longest: { values: [percentile(ages, 100)] },
    };
  } finally {
    await stop(product);
  }
}

async function measureBoth(plan: Plan): Promise<{ steady: Load; full: Load }> {
  return { steady: await measureLoad({ ...plan, perSecond: STEADY }), full: await measureLoad(plan) };
}

/** Stops all processes of PostgreSQL during an act, so that it neither answers nor closes a connection. */
async function whileFrozen<T>(act: () => Promise<T>): Promise<T> {
  const pids = treePids(processes(), await findPostmaster());
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of pids) process.kill(pid, name);
  };
  signal("SIGSTOP");
  try {
    return await act();
  } finally {
    signal("SIGCONT");
  }
}

/** From the first record that is loaded to the last one. The time in which the loader notices the database is not part of it. */
async function secondsUntilLoaded(): Promise<number> {
  const { bytes: atFirst } = await readSpoolBacklog();
  let bytes = atFirst;
  let began: { at: number; bytes: number } | undefined;
  while (bytes > 0) {
    await pause(SAMPLE_MS);
    ({ bytes } = await readSpoolBacklog());
    if (bytes < atFirst) began ??= { at: performance.now(), bytes };
  }
  if (!began) throw new Error("Nothing waited for the database.");
  return (((performance.now() - began.at) / 1_000) * atFirst) / began.bytes;
}

/** How old the newest click in the database is, again and again. The clicks of the warm-up are its first second. */
async function sampleAges(ages: number[], signal: AbortSignal): Promise<void> {
  await pause(1_000 * PLAN.warmUpSeconds + 1_000);
  while (!signal.aborted) {
    const row = await readTransaction(() => queryOne<{ at: Date }>(sql`SELECT max(clicked_at) AS at FROM clicks`));
    ages.push(Date.now() - Number(row?.at));
    await pause(SAMPLE_MS);
  }
}
