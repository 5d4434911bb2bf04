import { Agent, request } from "node:http";
import type pg from "pg";
import { openConnection } from "../../server/kernel/database/connections";
import { type Cpu, cpuDuring, perRequest } from "../cpu/meter";
import { freePort, startProduct, stop, untilRolledUp, waitUntilReady } from "../product";
import { median } from "../samples";
import { createSellableLink } from "../sellable-link";
import { part } from "./part";

export const sales = part({
  name: "sales",
  title: "Sales by postback over HTTP (CPU of server and PostgreSQL)",
  data: "demo",
  floor: "one INSERT with its COMMIT by plain pg, over as many connections",
  measure: measureSales,
  figures: [
    { key: "p50", name: "one after another, p50", unit: "ms", goal: { atMost: 3 }, tolerance: 0.2 },
    { key: "cpuAlone", name: "one after another, CPU of a sale", unit: "ms", tolerance: 0.2 },
    { key: "rate", name: "16 at a time", unit: "/s", goal: { atLeast: 1_500 }, tolerance: 0.2 },
    { key: "cpu", name: "16 at a time, CPU of a sale", unit: "ms", goal: { atMost: 1 }, tolerance: 0.2 },
    { key: "server", name: "of which in the server", unit: "ms", tolerance: 0.2 },
    { key: "database", name: "of which in PostgreSQL", unit: "ms", tolerance: 0.2 },
  ],
});

const AT_ONCE = 16;
const WARM_UP = 200;
const SECONDS = 1.5;
/** No more than that are sold in a round, at most. */
const CLICKS_PER_ROUND = 8_000;
const FLOOR = { name: "floor", text: "INSERT INTO bench_floor VALUES ($1, $2, $3)" };

type Round = { perSecond: number; p50: number; cpu: Cpu };

async function measureSales(rounds: number) {
  const { secret, clicks } = await createSellableLink(WARM_UP + rounds * CLICKS_PER_ROUND);
  const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection("bench")));
  await clients[0]?.query("CREATE TABLE bench_floor (id text, txid text, amount numeric(12,2))");
  const port = await freePort();
  const product = startProduct(port);
  const nextClick = () => {
    const clickid = clicks.pop();
    if (clickid === undefined) throw new Error("The clicks of the benchmark are used up.");
    return clickid;
  };
  const sell = () => {
    const clickid = nextClick();
    const sale = { clickid, event: "sale", txid: `bench ${clickid}`, amount: "12.50", currency: "USD", secret };
    return sendSale(port, connections, new URLSearchParams(sale).toString());
  };
  const insert = (lane: number) => {
    const client = clients[lane] as pg.Client;
    const id = `bench ${lane} ${performance.now()}`;
    return client.query({ ...FLOOR, values: [id, id, "12.50"] });
  };
  const measure = async (
    act: (lane: number) => Promise<unknown>,
    atOnce: number,
    seconds = SECONDS,
  ): Promise<Round> => {
    const waits: number[] = [];
    let lasted = 0;
    const cpu = await cpuDuring(product, async () => {
      const startedAt = performance.now();
      const until = startedAt + seconds * 1_000;
      const lane = async (number: number) => {
        while (performance.now() < until) {
          const sentAt = performance.now();
          await act(number);
          waits.push(performance.now() - sentAt);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(number)));
      lasted = (performance.now() - startedAt) / 1_000;
      await untilRolledUp();
    });
    return { perSecond: waits.length / lasted, p50: median(waits), cpu: perRequest(cpu, waits.length) };
  };
  try {
    await waitUntilReady(port, product);
    for (let i = 0; i < WARM_UP; i++) await sell();
    const measured = { alone: [], together: [], floorAlone: [], floorTogether: [] } as Record<string, Round[]>;
    const { alone = [], together = [], floorAlone = [], floorTogether = [] } = measured;
    for (let round = 0; round < rounds; round++) {
      floorAlone.push(await measure(insert, 1));
      alone.push(await measure(sell, 1));
      floorTogether.push(await measure(insert, AT_ONCE));
      together.push(await measure(sell, AT_ONCE));
    }
    const ofCpu = (of: Round[], which: keyof Cpu) => of.map(({ cpu }) => cpu[which]);
    return {
      p50: { values: alone.map(({ p50 }) => p50), floors: floorAlone.map(({ p50 }) => p50) },
      cpuAlone: { values: ofCpu(alone, "all"), floors: ofCpu(floorAlone, "database") },
      rate: {
        values: together.map(({ perSecond }) => perSecond),
        floors: floorTogether.map(({ perSecond }) => perSecond),
      },
      cpu: { values: ofCpu(together, "all"), floors: ofCpu(floorTogether, "database") },
      server: { values: ofCpu(together, "server"), floors: ofCpu(floorTogether, "database") },
      database: { values: ofCpu(together, "database"), floors: ofCpu(floorTogether, "database") },
    };
  } finally {
    connections.destroy();
    await Promise.all(clients.map((client) => client.end()));
    await stop(product);
  }
}

/** Throws unless the sale is accepted: a duplicate or a stored request costs less. */
function sendSale(port: number, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": body.length };
    const outgoing = request(
      { agent, port, host: "127.0.0.1", method: "POST", path: "/api/postback", headers },
      (res) => {
        let text = "";
        res.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        res.on("end", () => (text.includes('"accepted"') ? resolve() : reject(new Error(`Not accepted: ${text}`))));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
