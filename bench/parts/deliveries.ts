import http from "node:http";
import { WebhookDelivery, WebhookEndpoint } from "~models";
import { database, writeTransaction } from "../../server/kernel/database/transactions";
import { seal } from "../../server/kernel/process/secrets";
import { secretContext } from "../../server/webhooks";
import { freePort, measureLoad, startProduct, stop, waitUntilReady } from "../product";
import { buildRequests, createCompany } from "../redirect-company";
import { part } from "./part";

/** The same worker alone, and while it delivers about 100 events a second to slow endpoints. */
export const deliveries = part({
  name: "deliveries",
  title: "Redirects at 2,100/s beside 100 deliveries of events a second",
  data: "demo",
  floor: "the same worker without deliveries",
  measure: measureDeliveries,
  figures: [
    { key: "p50", name: "p50, at most 1 ms above", unit: "ms", goal: { of: "excess", atMost: 1 }, tolerance: 0.4 },
    { key: "p99", name: "p99", unit: "ms" },
    { key: "rate", name: "deliveries", unit: "/s", goal: { atLeast: 80 }, tolerance: 0.2 },
  ],
});

const REDIRECTS = 2_100;
const SECONDS = 7;
const WARM_UP = 2;
const CONNECTIONS = 64;
const ENDPOINTS = 16;
/** With as many endpoints, a little more than 100 deliveries a second. */
const ANSWER_AFTER_MS = 150;
const EVENTS_EACH = 130;

async function measureDeliveries() {
  const requests = await buildRequests(await createCompany());
  const receiver = await slowReceiver();
  const port = await freePort();
  const product = startProduct(port, { WEBHOOK_PRIVATE: "on" });
  try {
    await waitUntilReady(port, product);
    const plan = { port, connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: WARM_UP, requests };
    const alone = await measureLoad({ ...plan, perSecond: REDIRECTS });
    const endpointIds = await addEvents(receiver.url);
    const began = performance.now();
    const beside = await measureLoad({ ...plan, perSecond: REDIRECTS });
    const deliveriesPerSecond = receiver.count() / ((performance.now() - began) / 1000);
    await writeTransaction(() => WebhookEndpoint.destroy({ where: { id: endpointIds } }));
    return {
      p50: { values: [beside.p50], floors: [alone.p50] },
      p99: { values: [beside.p99], floors: [alone.p99] },
      rate: { values: [deliveriesPerSecond] },
    };
  } finally {
    await stop(product);
    receiver.close();
  }
}

async function slowReceiver() {
  let answered = 0;
  const server = http.createServer((req, res) => {
    req.resume();
    setTimeout(() => {
      answered++;
      res.writeHead(204).end();
    }, ANSWER_AFTER_MS);
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => answered,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Adds the endpoints with events that wait for longer than a measurement. Returns the endpoints' IDs. */
async function addEvents(url: string): Promise<number[]> {
  database();
  return writeTransaction(async () => {
    const ids: number[] = [];
    for (let i = 0; i < ENDPOINTS; i++) {
      const endpoint = await WebhookEndpoint.create({
        ...{ companyId: null, format: "signed", url, events: ["sale.accepted"], createdBy: null },
        secret: Buffer.alloc(0),
      });
      await endpoint.update({ secret: seal("whsec_bench", secretContext(endpoint.id)) });
      const event = { endpointId: endpoint.id, event: "sale.accepted", data: { saleId: 1 } };
      await WebhookDelivery.bulkCreate(Array.from({ length: EVENTS_EACH }, () => event));
      ids.push(endpoint.id);
    }
    return ids;
  });
}
