import { config } from "../server/kernel/process/config";
import { queryRows, writeTransaction } from "../server/kernel/database/transactions";
import { sql } from "../server/kernel/database/sql";
import type { Load } from "./load";
import { waitUntilReady, freePort, measureLoad, startNode, startProduct, stop } from "./product";
import { createCompany, buildRequests } from "./redirect-company";
import { median } from "./samples";

/**
 * Redirects with a durable click, by the built product with one worker over the database of this process, beside two
 * floors in alternating rounds: a bare node:http 302, and one that waits until an id is committed. 64 connections,
 * thousands of browser addresses, half of the links encoded.
 */
export type RedirectFigures = {
  floor: number;
  durableFloor: number;
  redirects: number;
  /** Ratio of redirects to the floor in each round; this is the median of the rounds. */
  ratio: number;
  durableRatio: number;
  p50: number;
  p99: number;
  /** Stored clicks by class; 0 is ok. */
  classes: Record<string, number>;
  okShare: number;
};

const CONNECTIONS = 64;
const MIN_OK_SHARE = 0.95;

export async function benchRedirect({ rounds = 5, seconds = 4 } = {}): Promise<RedirectFigures> {
  const links = await createCompany();
  const requests = await buildRequests(links);
  const [floorPort, durablePort, port] = [await freePort(), await freePort(), await freePort()];
  const floor = startNode(["--import", "tsx", "bench/floor.ts"], { PORT: String(floorPort) });
  const { DATABASE_URL = "" } = config();
  const durable = startNode(["--import", "tsx", "bench/floor-durable.ts"], { PORT: String(durablePort), DATABASE_URL });
  const product = startProduct(port);
  try {
    await Promise.all([
      waitUntilReady(floorPort, floor),
      waitUntilReady(durablePort, durable),
      waitUntilReady(port, product),
    ]);
    const plan = { connections: CONNECTIONS, seconds, warmUpSeconds: 1, requests };
    const [floors, durables, redirects]: [Load[], Load[], Load[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      floors.push(await measureLoad({ ...plan, port: floorPort }));
      durables.push(await measureLoad({ ...plan, port: durablePort }));
      redirects.push(await measureLoad({ ...plan, port }));
    }
    await checkAllStored(redirects.flatMap(({ ids }) => ids));
    const classes = await classesOf(links.firstAgent);
    const stored = Object.values(classes).reduce((sum, count) => sum + count, 0);
    const medianOf = (loads: Load[], figure: "perSecond" | "p50" | "p99") => median(loads.map((load) => load[figure]));
    const ratio = (floorLoads: Load[]) =>
      median(redirects.map(({ perSecond }, round) => perSecond / (floorLoads[round]?.perSecond ?? Infinity)));
    const figures: RedirectFigures = {
      floor: medianOf(floors, "perSecond"),
      durableFloor: medianOf(durables, "perSecond"),
      redirects: medianOf(redirects, "perSecond"),
      ratio: ratio(floors),
      durableRatio: ratio(durables),
      p50: medianOf(redirects, "p50"),
      p99: medianOf(redirects, "p99"),
      classes,
      okShare: (classes["0"] ?? 0) / stored,
    };
    if (!(figures.okShare >= MIN_OK_SHARE))
      throw new Error(`Too few clicks were of class ok: ${JSON.stringify(classes)}`);
    return figures;
  } finally {
    await Promise.all([floor, durable, product].map(stop));
  }
}

/** The server copies the list into the condition of each partition. A longer one does not fit into its memory. */
const IDS_AT_ONCE = 10_000;

/** Checks that every returned id is a stored row: a rate of redirects that lose clicks would be meaningless. */
async function checkAllStored(ids: string[]): Promise<void> {
  let stored = 0;
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    const [row] = await writeTransaction(() =>
      queryRows<{ count: number }>(sql`SELECT count(*)::int AS count FROM clicks WHERE id = ANY(${some}::uuid[])`),
    );
    stored += row?.count ?? 0;
  }
  if (stored !== ids.length) throw new Error(`${ids.length - stored} clicks were not stored.`);
}

async function classesOf(firstAgent: number): Promise<Record<string, number>> {
  const counts = await writeTransaction(() =>
    queryRows<{ class: number; count: number }>(sql`
      SELECT class, count(*)::int AS count FROM clicks WHERE agent_id >= ${firstAgent} GROUP BY class`),
  );
  return Object.fromEntries(counts.map(({ class: kind, count }) => [String(kind), count]));
}
