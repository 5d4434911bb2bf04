import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { median } from "../../bench/samples";
import { pageOf } from "../world/page";
import { aVisitor, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { type Load, startLoad } from "./click-load";
import { type FaultWorld, goesOn, openFaultWorld, signal, WORKERS } from "./fault-world";

/**
 * The product under an even load for a long time: clicks, sales, pages, forms and reports, while first a worker is
 * killed twice and then the database repeatedly. Afterwards nothing acknowledged is missing, and no worker has grown.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const LENGTH = MINUTES * 60_000;
const CONNECTIONS = 16;
/** Each visitor pauses this long after a click, which gives some hundred clicks a second. */
const REST_MS = 40;
const SAMPLE_MS = Math.max(2_000, LENGTH / 180);

let world: FaultWorld;
let memory: string;
let load: Load | undefined;
let going = true;

beforeAll(async () => {
  world = await openFaultWorld((dataDir) => {
    memory = path.join(dataDir, "memory");
    return { preload: ["tests/tracking/memory.mjs"], env: { MEMORY: memory } };
  });
  await pause(1_000);
});
afterAll(() => {
  going = false;
  load?.stop();
});

/** Repeats an act; errors are ignored, because the database is down at times. */
async function again(everyMs: number, act: () => Promise<unknown>): Promise<void> {
  while (going) {
    await act().catch(() => undefined);
    await pause(everyMs);
  }
}

const PAGES = ["/app/agents", "/app/stats/sites", "/app/logs/click-outs", "/app/logs/sale-logs", "/app/home"];
const CREATE = "/app/chat-logs/create";

/** A form answered with a redirect, identified by a unique text. */
type Kept = { client: string; to: string | null };

async function postForms(ann: Visitor, kept: Kept[]): Promise<void> {
  let n = 0;
  await again(500, async () => {
    const client = `client ${n++}`;
    const formId = pageOf((await ann.get(CREATE)).html).value("formId") ?? "";
    const fields = { formId, siteId: String(world.company.site.id), clientUsername: client, conversation: "Hello" };
    const { status, headers } = await ann.post(CREATE, fields);
    if (status === 302) kept.push({ client, to: headers.get("location") });
  });
}

async function readReports(token: string, reads: { n: number }): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const groupings = ["date", "company", "agent", "detail"];
  await again(500, async () => {
    const groupBy = groupings[reads.n % groupings.length];
    const answer = await fetch(`${world.url()}/api/stats/sites`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, Connection: "close" },
      body: JSON.stringify({ groupBy, start: day, end: day }),
    });
    await answer.text();
    if (answer.ok) reads.n++;
  });
}

type Sample = { pid: number; at: number; rss: number; heapUsed: number };
const samples = async (): Promise<Sample[]> =>
  (await readFile(memory, "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Sample);

/**
 * A worker's memory after garbage collection, in MB, in the first third of a period and in the last: the median of its
 * objects and the maximum of its pages, because the system reclaims pages at any time.
 */
function growth(all: readonly Sample[], since: number, until: number) {
  const third = (until - since) / 3;
  const held = (from: number, to: number) => {
    const these = all.filter(({ at }) => at >= from && at < to);
    const objects = median(these.map(({ heapUsed }) => heapUsed / 2 ** 20));
    return { objects, pages: Math.max(...these.map(({ rss }) => rss / 2 ** 20)) };
  };
  return { before: held(since, since + third), after: held(until - third, until) };
}

/** The signal would end a worker that has only just started. */
const listening = (pid: number) => existsSync(`${memory}.${pid}`);

async function killPostgres(name: NodeJS.Signals): Promise<void> {
  signal(await world.postmaster(), name);
  await goesOn(load as Load, 100);
}

test.runIf(process.env.LONG === "on")(
  `${MINUTES} minutes of clicks, sales, pages, forms and reports with restarts lose nothing, and no worker grows`,
  async () => {
    const token = await fetch(`${world.url()}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "boss", password: PASSWORD }),
    }).then(async (answer) => ((await answer.json()) as { token: string }).token);
    const [boss, ann] = [aVisitor(world.url()), aVisitor(world.url())];
    await boss.signIn("boss");
    await ann.signIn("ann");

    const own = (load = startLoad(world.port(), world.paths, CONNECTIONS, world.secret, REST_MS));
    const began = Date.now();
    const kept: Kept[] = [];
    const reads = { n: 0 };
    let pages = 0;
    const traffic = [
      postForms(ann, kept),
      readReports(token, reads),
      again(500, async () => (await boss.get(PAGES[pages % PAGES.length] ?? "")).status === 200 && pages++),
      again(SAMPLE_MS, async () => (await world.workers()).forEach((pid) => listening(pid) && signal(pid, "SIGUSR2"))),
    ];
    const at = (share: number) => pause(Math.max(0, began + LENGTH * share - Date.now()));
    const restarts: [share: number, act: () => Promise<unknown>][] = [
      [0.08, async () => signal(await world.aWorker(), "SIGKILL")],
      [0.16, async () => signal(await world.aWorker(), "SIGKILL")],
      [0.3, () => killPostgres("SIGKILL")],
      [0.45, () => world.whilePostgresStops(() => pause(5_000))],
      [0.6, () => killPostgres("SIGINT")],
      [0.75, () => killPostgres("SIGKILL")],
    ];
    for (const [share, act] of restarts) {
      await at(share);
      await act();
    }
    await at(1);
    going = false;
    own.stop();
    await Promise.all(traffic);
    const until = Date.now();

    await world.nothingIsMissing(own);
    await world.allIsBooked();
    const found = await world.asked<{ name: string; n: number }>(
      "SELECT client_username AS name, count(*)::int AS n FROM chat_logs GROUP BY 1",
    );
    const there = new Map(found.map(({ name, n }) => [name, n]));
    const forms = kept.map((form) => ({ ...form, stored: there.get(form.client) ?? 0 }));
    expect(forms.filter(({ stored }) => stored !== 1)).toEqual([]);
    const counted = {
      clicks: own.acknowledged.length,
      sales: own.sold.length,
      forms: kept.length,
      pages,
      reports: reads.n,
    };
    for (const [what, n] of Object.entries(counted)) expect(n, what).toBeGreaterThan(LENGTH / 10_000);

    const all = await samples();
    const workers = await world.workers();
    expect(workers).toHaveLength(WORKERS);
    // Caches are full after two fifths, and both workers have been running since long before.
    const grown = workers.map((pid) =>
      growth(
        all.filter((sample) => sample.pid === pid),
        began + LENGTH * 0.4,
        until,
      ),
    );
    console.log(JSON.stringify({ minutes: MINUTES, ...counted, cut: own.cut(), grown }));
    for (const { before, after } of grown) {
      expect(Math.abs(after.objects / before.objects - 1)).toBeLessThan(0.1);
      expect(after.pages / before.pages).toBeLessThan(1.1);
    }
  },
  LENGTH + 600_000,
);
