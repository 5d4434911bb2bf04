import type { ChildProcess } from "node:child_process";
import { type Cpu, cpuDuring, perRequest } from "../cpu/meter";
import type { Load } from "../load";
import { config } from "../../server/kernel/process/config";
import { freePort, measureLoad, startNode, startProduct, stop, untilRolledUp, waitUntilReady } from "../product";
import { buildRequests, createCompany } from "../redirect-company";
import { signIn } from "../sign-in";
import { checkClicks } from "./check-clicks";
import { part } from "./part";
import { requestSteadily, warmUpPages } from "./steady-pages";

/**
 * The built product with one worker, and two floors in alternating rounds: a bare node:http 302, and one that answers
 * when an id is committed. 64 connections, thousands of browser addresses, half of the links encoded.
 */
export const redirects = part({
  name: "redirects",
  title: "Redirects with a durable click, one worker, 64 connections",
  data: "demo",
  floor: "a node:http 302 that answers when an id is committed; bare: one that stores nothing",
  measure: measureRedirects,
  figures: [
    { key: "bare", name: "full speed, floor: bare", unit: "/s", goal: { of: "ratio", atLeast: 0.35 }, tolerance: 0.12 },
    { key: "durable", name: "full speed", unit: "/s", tolerance: 0.12 },
    { key: "cpu", name: "CPU of a click", unit: "µs", goal: { atMost: 70 }, tolerance: 0.12 },
    { key: "server", name: "CPU of a click in the server", unit: "µs", tolerance: 0.12 },
    { key: "database", name: "CPU of a click in PostgreSQL", unit: "µs", tolerance: 0.15 },
    { key: "p50", name: "full speed, p50", unit: "ms", tolerance: 0.2 },
    { key: "p99", name: "full speed, p99", unit: "ms", goal: { atMost: 6 }, tolerance: 0.3 },
    {
      key: "besideP99",
      name: "beside 20 list pages a second, full speed, p99",
      unit: "ms",
      goal: { atMost: 15 },
      tolerance: 0.3,
    },
    {
      key: "steadyP50",
      name: "beside 20 list pages a second, at 2,100/s, p50",
      unit: "ms",
      goal: { atMost: 1.5 },
      tolerance: 0.3,
    },
    {
      key: "steadyP99",
      name: "beside 20 list pages a second, at 2,100/s, p99",
      unit: "ms",
      goal: { atMost: 10 },
      tolerance: 0.3,
    },
    { key: "pages", name: "list pages answered meanwhile", unit: "/s", goal: { atLeast: 19 } },
  ],
});

const CONNECTIONS = 64;
const PLAN = { connections: CONNECTIONS, seconds: 3, warmUpSeconds: 1 };
const STEADY = 2_100;

type Round = { load: Load; cpu: Cpu };

async function measureRedirects(rounds: number) {
  const links = await createCompany();
  const requests = await buildRequests(links);
  const since = new Date();
  const [barePort, durablePort, port] = [await freePort(), await freePort(), await freePort()];
  const bare = startNode(["--import", "tsx", "bench/floors/bare.ts"], { PORT: String(barePort) });
  const { DATABASE_URL = "" } = config();
  const durableEnv = { PORT: String(durablePort), DATABASE_URL };
  const durable = startNode(["--import", "tsx", "bench/floors/durable.ts"], durableEnv);
  const product = startProduct(port, { CAPTCHA: "off" });
  const measured = { bare: [], durable: [], durableSteady: [], alone: [], beside: [], steady: [] } as Measured;
  try {
    await waitUntilReady(barePort, bare);
    await waitUntilReady(durablePort, durable);
    await waitUntilReady(port, product);
    const url = `http://127.0.0.1:${port}`;
    const pages = { address: `${url}/app/agents`, cookie: await signIn(url) };
    await warmUpPages(pages);
    const answered: number[] = [];
    await measureLoad({ ...PLAN, port, requests });
    const plan = { ...PLAN, requests };
    for (let round = 0; round < rounds; round++) {
      measured.bare.push(await measure(bare, { ...plan, port: barePort }));
      measured.durable.push(await measure(durable, { ...plan, port: durablePort }));
      measured.alone.push(await measure(product, { ...plan, port }));
      measured.durableSteady.push(await measure(durable, { ...plan, port: durablePort, perSecond: STEADY }));
      const steadily = () => measure(product, { ...plan, port, perSecond: STEADY });
      const steady = await requestSteadily(pages, steadily);
      const beside = await requestSteadily(pages, () => measure(product, { ...plan, port }));
      measured.steady.push(steady.result);
      measured.beside.push(beside.result);
      answered.push(Math.min(steady.answered, beside.answered));
    }
    await checkClicks(
      [...measured.alone, ...measured.beside, ...measured.steady].flatMap(({ load }) => load.ids),
      { firstAgent: links.firstAgent, since },
    );
    return { ...figuresOf(measured), pages: { values: answered } };
  } finally {
    await Promise.all([bare, durable, product].map(stop));
  }
}

type Measured = Record<"bare" | "durable" | "durableSteady" | "alone" | "beside" | "steady", Round[]>;

/** The CPU includes the rolling up of the clicks, and is divided by all of them, those of the warm-up included. */
async function measure(server: ChildProcess, plan: Parameters<typeof measureLoad>[0]): Promise<Round> {
  let load: Load | undefined;
  const cpu = await cpuDuring(server, async () => {
    load = await measureLoad(plan);
    await untilRolledUp();
  });
  if (!load) throw new Error("The load has no result.");
  return { load, cpu: perRequest(cpu, load.allAnswers) };
}

function figuresOf({ bare, durable, durableSteady, alone, beside, steady }: Measured) {
  const loads = (rounds: Round[], figure: "perSecond" | "p50" | "p99") => rounds.map(({ load }) => load[figure]);
  const micros = (rounds: Round[], figure: keyof Cpu) => rounds.map(({ cpu }) => cpu[figure] * 1_000);
  return {
    bare: { values: loads(alone, "perSecond"), floors: loads(bare, "perSecond") },
    durable: { values: loads(alone, "perSecond"), floors: loads(durable, "perSecond") },
    cpu: { values: micros(alone, "all"), floors: micros(durable, "all") },
    server: { values: micros(alone, "server"), floors: micros(durable, "server") },
    database: { values: micros(alone, "database"), floors: micros(durable, "database") },
    p50: { values: loads(alone, "p50"), floors: loads(durable, "p50") },
    p99: { values: loads(alone, "p99"), floors: loads(durable, "p99") },
    besideP99: { values: loads(beside, "p99"), floors: loads(durable, "p99") },
    steadyP50: { values: loads(steady, "p50"), floors: loads(durableSteady, "p50") },
    steadyP99: { values: loads(steady, "p99"), floors: loads(durableSteady, "p99") },
  };
}
