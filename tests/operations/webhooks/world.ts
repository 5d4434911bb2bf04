import http, { type IncomingHttpHeaders } from "node:http";
import { type CreationAttributes } from "sequelize";
import { WebhookDelivery, WebhookEndpoint } from "~models";
import { WEBHOOK_EVENTS } from "../../../server/trade/outbox/events";
import { seal } from "../../../server/kernel/process/secrets";
import { writeTransaction } from "../../../server/kernel/database/transactions";
import { completeSales } from "../../../server/webhooks/delivery/complete-sales";
import { secretContext, webhookEvents } from "../../../server/webhooks";
import { freePort } from "../../world/free-port";

export const SECRET = "whsec_of_the_test";

/** An endpoint with all events and the secret above. */
export const anEndpoint = (given: Partial<CreationAttributes<WebhookEndpoint>> = {}): Promise<WebhookEndpoint> =>
  writeTransaction(async () => {
    const endpoint = await WebhookEndpoint.create({
      ...{ companyId: null, format: "signed", url: "https://example.org/hook", events: [...WEBHOOK_EVENTS] },
      ...{ createdBy: null, secret: Buffer.alloc(0), ...given },
    });
    return endpoint.update({ secret: seal(SECRET, secretContext(endpoint.id)) });
  });

/** The events that wait for an endpoint, in their order. */
export async function waitingFor({ id }: { id: number }): Promise<WebhookDelivery[]> {
  const where = { endpointId: id, state: "waiting" };
  const deliveries = await writeTransaction(async () => {
    const found = await WebhookDelivery.findAll({ where, order: ["id"] });
    await completeSales(found);
    return found;
  });
  for (const { event, data } of deliveries) isDescribed(event, data);
  return deliveries;
}

/** The parts of a header `Webhook-Signature` as the two kinds of receivers read them. */
export function signaturesIn(header: unknown): { standard: string[]; time: string; own: string[] } {
  const standard = String(header)
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? part.slice(3) : []));
  const items = String(header)
    .split(",")
    .map((item) => item.split("="));
  const valuesOf = (wanted: string) => items.flatMap(([name, value = ""]) => (name === wanted ? value : []));
  return { standard, time: valuesOf("t").join(), own: valuesOf("v1") };
}

/** Throws for data that is not as the API document describes the event, or has further keys. */
function isDescribed(event: string, data: unknown): void {
  const described = webhookEvents.find((one) => one.event === event);
  described?.body.shape.data.strict().parse(data);
}

export const namesOf = (deliveries: readonly WebhookDelivery[]): string[] => deliveries.map(({ event }) => event);

export type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: string };
type Reply = (received: Received, res: http.ServerResponse) => void;

export const ok: Reply = (_, res) => res.writeHead(204).end();

/** A server on this machine that receives events. `reply` may be exchanged. */
export async function aReceiver() {
  const received: Received[] = [];
  const receiver = { url: "", received, reply: ok, close: () => Promise.resolve() };
  const server = http.createServer((req, res) => {
    let body = "";
    req.on("data", (part: Buffer) => (body += part.toString()));
    req.on("end", () => {
      const one = { path: req.url ?? "", method: req.method ?? "", headers: req.headers, body };
      received.push(one);
      receiver.reply(one, res);
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  receiver.url = `http://127.0.0.1:${port}/hook`;
  receiver.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return receiver;
}
