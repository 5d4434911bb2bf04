import { Agent, Click, Site, Type, type WebhookDelivery, type WebhookEndpoint } from "~models";
import { TEST_EVENT } from "../../trade/outbox/events";
import { now } from "../../kernel/time/now";
import { clickedAt } from "../../tracking";
import { MACROS, renderPostback } from "../macros";
import { bodyOf, eventId } from "./body";
import type { Outgoing } from "./send";
import { signatureOf } from "./signature";

const USER_AGENT = "back-office-webhooks/1";

/** The request that delivers an event. The body is the same at every attempt. Requires an open transaction. */
export async function outgoingOf(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<Outgoing> {
  if (endpoint.format === "postback") {
    const url = renderPostback(endpoint.url, await macroValues(delivery));
    return { method: "GET", url, headers: { "User-Agent": USER_AGENT } };
  }
  const body = bodyOf(delivery);
  return {
    method: "POST",
    url: endpoint.url,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      "User-Agent": USER_AGENT,
      "Webhook-Id": eventId(delivery.id),
      "Webhook-Signature": signatureOf(endpoint, body, now()),
    },
    body,
  };
}

type Data = Record<"clickId" | "txid" | "event" | "payout" | "geo" | "occurredAt", string | null> &
  Record<"agentId" | "siteId" | "typeId", number>;

/** The values of the macros for a sale; those of a test are their own names. */
async function macroValues({ event, data }: WebhookDelivery): Promise<Record<string, string>> {
  if (event === TEST_EVENT) return Object.fromEntries(MACROS.map((name) => [name, `test_${name}`]));
  const sale = data as Data;
  const agent = await Agent.findByPk(sale.agentId, { include: "account" });
  const site = await Site.findByPk(sale.siteId, { attributes: ["sitename"] });
  const type = await Type.findByPk(sale.typeId, { attributes: ["typename"] });
  const subs = sale.clickId ? await subsOf(sale.agentId, sale.clickId) : {};
  return {
    ...{ click_id: sale.clickId ?? "", txid: sale.txid ?? "", event: sale.event ?? "", payout: sale.payout ?? "" },
    ...{ agent: agent?.account?.username ?? "", site: site?.sitename ?? "", link: type?.typename ?? "" },
    ...{ country: sale.geo ?? "", time: sale.occurredAt ?? "" },
    ...subs,
  };
}

type Subs = Record<string, string>;

async function subsOf(agentId: number, id: string): Promise<Subs> {
  const where = { agentId, id, clickedAt: new Date(clickedAt(id)) };
  const click = await Click.findOne({ where, attributes: ["subs"] });
  return click?.subs ?? {};
}
