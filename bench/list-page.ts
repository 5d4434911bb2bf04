import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { perform } from "../server/kernel/operation/perform";
import { system } from "../server/kernel/operation/roles";
import { listScreen } from "../server/agents";
import { waitUntilReady, freePort, startProduct, stop } from "./product";
import { signIn } from "./sign-in";

/**
 * CPU milliseconds of the product for one page of its list of agents (50 rows, compression included), and of React for
 * the same table with the same rows in a process of its own. Both are warmed up and do not rest in between. Four pages
 * are requested at a time for `page`; for `sequential` they are requested one after another.
 */
export type ListPage = { page: number; sequential: number; floor: number };

const WARM_UP = 4_000;
const ROUNDS = 800;
const CONCURRENCY = 4;
const MS_PER_TICK = 10;

export async function benchListPage(): Promise<ListPage> {
  const from = { channel: "program", ip: null, userAgent: "" } as const;
  const { agents } = await perform(listScreen, system, {}, from);
  if (agents.items.length !== 50) throw new Error(`The page has ${agents.items.length} agents.`);
  return { ...(await pageCpu()), floor: await floorCpu(agents.items) };
}

async function pageCpu(): Promise<Omit<ListPage, "floor">> {
  const port = await freePort();
  const product = startProduct(port, { CAPTCHA: "off" });
  try {
    await waitUntilReady(port, product);
    const url = `http://127.0.0.1:${port}`;
    const headers = { Cookie: await signIn(url), "Accept-Encoding": "br" };
    const ask = async (times: number) => {
      for (let i = 0; i < times; i++) {
        const answer = await fetch(`${url}/app/agents`, { headers });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
      }
    };
    const measureCpu = async (atOnce: number, times: number) => {
      const before = await cpuMs(product);
      await Promise.all(Array.from({ length: atOnce }, () => ask(times / atOnce)));
      return ((await cpuMs(product)) - before) / times;
    };
    await measureCpu(CONCURRENCY, WARM_UP);
    const [page, sequential] = [await measureCpu(CONCURRENCY, ROUNDS), await measureCpu(1, ROUNDS)];
    return { page, sequential };
  } finally {
    await stop(product);
  }
}

/** User and system time of all threads of a process so far, in milliseconds. */
async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

async function floorCpu(rows: unknown): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/list-floor.tsx"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ rows, warmUp: WARM_UP, rounds: ROUNDS }));
  return (JSON.parse(await text(child.stdout)) as { ms: number }).ms;
}
