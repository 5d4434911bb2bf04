import type { ChildProcess } from "node:child_process";
import { type Cpu, cpuDuring, perRequest } from "../cpu/meter";
import { cellsIn, renderCells, startCells } from "../floors/cells-process";
import { freePort, startProduct, stop, waitUntilReady } from "../product";
import { median } from "../samples";
import { signIn } from "../sign-in";
import { part } from "./part";
import { sitesFloor, sitesPath, threeWeeks } from "./three-weeks";

export const pages = part({
  name: "pages",
  title: "Pages of 50 rows, one after another (CPU of server and PostgreSQL)",
  data: "demo",
  floor: "the same cells by React alone; for PostgreSQL and p50 of the report, the same groups by plain SQL",
  measure: measurePages,
  figures: [
    { key: "list", name: "list of agents, CPU", unit: "ms", goal: { atMost: 5 }, tolerance: 0.15 },
    {
      key: "first",
      name: "list of agents, CPU, first 30 after a start",
      unit: "ms",
      goal: { atMost: 10 },
      tolerance: 0.2,
    },
    { key: "kb", name: "list of agents, HTML uncompressed", unit: "KB", goal: { atMost: 35 }, tolerance: 0.02 },
    { key: "log", name: "click log, CPU", unit: "ms", goal: { atMost: 6 }, tolerance: 0.15 },
    {
      key: "sites",
      name: "Sites report of three weeks, CPU of server",
      unit: "ms",
      goal: { atMost: 10 },
      tolerance: 0.15,
    },
    { key: "sitesDatabase", name: "the same, CPU of PostgreSQL", unit: "ms", goal: { atMost: 8 }, tolerance: 0.2 },
    { key: "sitesP50", name: "the same, p50", unit: "ms", goal: { atMost: 20 }, tolerance: 0.2 },
    { key: "home", name: "Home, CPU", unit: "ms", goal: { atMost: 5 }, tolerance: 0.15 },
    { key: "homeP50", name: "Home, p50", unit: "ms", goal: { atMost: 8 }, tolerance: 0.2 },
  ],
});

const PAGES = { list: "/app/agents", log: "/app/logs/click-outs", home: "/app/home" };
const STARTS = 3;
const FIRST = 30;
const WARM_UP = 200;
const REQUESTS = 60;
const KB = 1_024;

async function measurePages(rounds: number) {
  const first: Cost[] = [];
  for (let start = 1; start < STARTS; start++)
    first.push(await afterStart(({ server, cells }) => measureFirst(server, cells)));
  return afterStart(async ({ server, cells }) => {
    first.push(await measureFirst(server, cells));
    const range = await threeWeeks();
    const report = await openPage(server, sitesPath(range));
    const list = await openPage(server, PAGES.list);
    const [log, home] = [await openPage(server, PAGES.log), await openPage(server, PAGES.home)];
    const plainSql = { ask: () => sitesFloor(range) };
    for (const page of [report, list, log, home]) {
      await measure(server.child, page, WARM_UP);
      await renderCells(cells, { rows: page.rows, times: WARM_UP });
    }
    const costs = { list: [] as Cost[], log: [] as Cost[], home: [] as Cost[], sites: [] as Cost[], sql: [] as Cost[] };
    for (let round = 0; round < rounds; round++) {
      costs.sql.push(await measure(undefined, plainSql, REQUESTS));
      for (const [name, page] of Object.entries({ list, log, home, sites: report }) as [keyof typeof costs, Page][]) {
        const cost = await measure(server.child, page, REQUESTS);
        costs[name].push({ ...cost, react: (await renderCells(cells, { rows: page.rows, times: REQUESTS })).ms });
      }
    }
    const { bytes } = await renderCells(cells, { rows: list.rows, times: 1 });
    const react = (of: Cost[]) => of.map((cost) => cost.react ?? Number.NaN);
    return {
      list: { values: costs.list.map(({ all }) => all), floors: react(costs.list) },
      first: { values: first.map(({ all }) => all), floors: react(first) },
      kb: { values: [list.bytes / KB], floors: [bytes / KB] },
      log: { values: costs.log.map(({ all }) => all), floors: react(costs.log) },
      sites: { values: costs.sites.map((cost) => cost.server), floors: react(costs.sites) },
      sitesDatabase: {
        values: costs.sites.map(({ database }) => database),
        floors: costs.sql.map(({ database }) => database),
      },
      sitesP50: { values: costs.sites.map(({ p50 }) => p50), floors: costs.sql.map(({ p50 }) => p50) },
      home: { values: costs.home.map(({ all }) => all), floors: react(costs.home) },
      homeP50: { values: costs.home.map(({ p50 }) => p50), floors: react(costs.home) },
    };
  });
}

type Cost = Cpu & { p50: number; react?: number };
type Page = { rows: string[][]; bytes: number; ask: () => Promise<unknown> };
type Server = { child: ChildProcess; url: string; cookie: string };

/** Starts the product and the process of its floor, each of them new. */
async function afterStart<T>(body: (started: { server: Server; cells: ChildProcess }) => Promise<T>): Promise<T> {
  const port = await freePort();
  const child = startProduct(port, { CAPTCHA: "off" });
  const cells = startCells();
  try {
    await waitUntilReady(port, child);
    const url = `http://127.0.0.1:${port}`;
    return await body({ server: { child, url, cookie: await signIn(url) }, cells });
  } finally {
    cells.disconnect();
    await stop(child);
  }
}

async function measureFirst(server: Server, cells: ChildProcess): Promise<Cost> {
  const headers = { Cookie: server.cookie, "Accept-Encoding": "br" };
  const cost = await measure(server.child, { ask: () => request(server.url + PAGES.list, headers) }, FIRST);
  const { rows } = await openPage(server, PAGES.list);
  return { ...cost, react: (await renderCells(cells, { rows, times: FIRST })).ms };
}

async function openPage({ url, cookie }: Server, path: string): Promise<Page> {
  const plain = await request(url + path, { Cookie: cookie, "Accept-Encoding": "identity" });
  const headers = { Cookie: cookie, "Accept-Encoding": "br" };
  return { rows: cellsIn(plain.toString()), bytes: plain.length, ask: () => request(url + path, headers) };
}

async function request(address: string, headers: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(address, { headers, redirect: "manual" });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  return body;
}

async function measure(server: ChildProcess | undefined, { ask }: Pick<Page, "ask">, times: number): Promise<Cost> {
  const waits: number[] = [];
  const cpu = await cpuDuring(server, async () => {
    for (let i = 0; i < times; i++) {
      const startedAt = performance.now();
      await ask();
      waits.push(performance.now() - startedAt);
    }
  });
  return { ...perRequest(cpu, times), p50: median(waits) };
}
