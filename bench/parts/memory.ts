import { readFile } from "node:fs/promises";
import { DAY_MS } from "../../server/kernel/time/durations";
import { processes } from "../cpu/meter";
import { treePids } from "../cpu/proc-stat";
import { waitUntilReady, freePort, measureLoad, startProduct, stop } from "../product";
import { createCompany, buildRequests } from "../redirect-company";
import { part } from "./part";

/** Resident memory. */
export const memory = part({
  name: "memory",
  title: "Memory of the processes for screens, tracking and loading, after 100,000 clicks and 1,000 reports",
  data: "demo",
  floor: "the same process at its start",
  measure: measureMemory,
  figures: [
    { key: "screens", name: "screens", unit: "MB", goal: { atMost: 250 }, tolerance: 0.1 },
    { key: "tracking", name: "tracking", unit: "MB", goal: { atMost: 200 }, tolerance: 0.1 },
    { key: "loading", name: "loading of the click log", unit: "MB", goal: { atMost: 200 }, tolerance: 0.1 },
  ],
});

const MIN_CLICKS = 100_000;
const REPORTS = 1_000;
const CONCURRENCY = 4;

async function measureMemory() {
  const requests = await buildRequests(await createCompany());
  const port = await freePort();
  const product = startProduct(port, { CAPTCHA: "off" });
  try {
    await waitUntilReady(port, product);
    const pids = await pidsByTask(product.pid ?? 0);
    const atStart = await residentMbOf(pids);
    let clicks = 0;
    while (clicks < MIN_CLICKS) {
      clicks += (await measureLoad({ port, connections: 64, seconds: 4, warmUpSeconds: 0, requests })).answers;
    }
    await readReports(`http://127.0.0.1:${port}`);
    const after = await residentMbOf(pids);
    const of = (task: keyof Pids) => ({ values: [after[task]], floors: [atStart[task]] });
    return { screens: of("screens"), tracking: of("tracking"), loading: of("loading") };
  } finally {
    await stop(product);
  }
}

type Pids = Record<"tracking" | "screens" | "loading", number>;

/** The first process of a server with one worker tracks clicks; what the others do is in their environment. */
async function pidsByTask(server: number): Promise<Pids> {
  const found: Partial<Pids> = { tracking: server };
  for (const pid of treePids(processes(), server).filter((one) => one !== server)) {
    const task = /SERVES=\{"serves":"(screens|loading)"/.exec(await readFile(`/proc/${pid}/environ`, "utf8"))?.[1];
    if (task !== "screens" && task !== "loading") throw new Error(`Process ${pid} of the server has no task.`);
    found[task] = pid;
  }
  const { tracking, screens, loading } = found;
  if (tracking === undefined || screens === undefined || loading === undefined)
    throw new Error("The server does not have a process for each task.");
  return { tracking, screens, loading };
}

async function residentMbOf({ tracking, screens, loading }: Pids): Promise<Pids> {
  return {
    tracking: await residentMb(tracking),
    screens: await residentMb(screens),
    loading: await residentMb(loading),
  };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function readReports(url: string): Promise<void> {
  const post = async (path: string, body: object, token = "") => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json() as Promise<{ token: string }>;
  };
  const { token } = await post("/api/auth/login", { username: "super", password: "demo-2026" });
  const end = new Date().toISOString().slice(0, 10);
  const start = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  const groupings = ["date", "company", "agent", "detail"];
  let sent = 0;
  const next = async (): Promise<void> => {
    while (sent < REPORTS) {
      const groupBy = groupings[sent++ % groupings.length];
      await post("/api/stats/sites", { groupBy, start, end }, token);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}
