import http from "node:http";
import { WebhookDelivery, WebhookEndpoint } from "~models";
import { database, writeTransaction } from "../server/kernel/database/transactions";
import { seal } from "../server/kernel/process/secrets";
import { secretContext } from "../server/webhooks";
import type { Load } from "./load";
import { freePort, measureLoad, startProduct, stop, waitUntilReady } from "./product";
import { buildRequests, createCompany } from "./redirect-company";

/** Redirects of one worker alone, and while the same process delivers events to slow endpoints. Milliseconds. */
export type RedirectsWithDeliveries = { deliveriesPerSecond: number; alone: Load; beside: Load };

const REDIRECTS = 2_000;
const SECONDS = 10;
const WARM_UP = 5;
const CONNECTIONS = 64;
const ENDPOINTS = 16;
/** With as many endpoints, a little more than 100 deliveries a second. */
const ANSWER_AFTER_MS = 150;
const EVENTS_EACH = 130;

export async function benchRedirectsWithDeliveries(): Promise<RedirectsWithDeliveries> {
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
    return { deliveriesPerSecond, alone, beside };
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
