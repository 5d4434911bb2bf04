import type { WebhookDelivery, WebhookEndpoint } from "~models";
import { TEST_EVENT } from "../../trade/outbox/events";
import { now } from "../../kernel/time/now";
import { MACROS, type MacroValues, renderPostback } from "../macros";
import { bodyOf, contentOf, eventId } from "./body";
import type { Outgoing } from "./send";
import { signedHeaders } from "./signature";

const USER_AGENT = "back-office-webhooks/1";

/** The request that delivers an event. The body is the same at every attempt. */
export function outgoingOf(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Outgoing {
  if (endpoint.format === "postback") {
    const url = renderPostback(endpoint.url, macroValues(delivery));
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
      ...signedHeaders(endpoint, eventId(delivery.id), body, now()),
    },
    body,
  };
}

type Texts =
  "clickId" | "txid" | "event" | "payout" | "geo" | "occurredAt" | "amount" | "currency" | "earning" | "reason";
type Names = "agent" | "sitename" | "typename";
type Ids = "saleId" | "reverses" | "agentId" | "companyId" | "siteId" | "typeId";
type Data = Partial<Record<Texts | Names, string | null> & Record<Ids, number | null>> & { subs?: MacroValues };

/** The values of the macros for a sale; those of a plain test are their own names. */
function macroValues(delivery: WebhookDelivery): MacroValues {
  const { type, data } = contentOf(delivery);
  if (type === TEST_EVENT) return Object.fromEntries(MACROS.map((name) => [name, `test_${name}`]));
  const sale = data as Data;
  return {
    ...{ click_id: sale.clickId, txid: sale.txid, event: sale.event, reason: sale.reason },
    status: type === "sale.reversed" ? "reversed" : "approved",
    ...{ payout: sale.payout, amount: sale.amount, currency: sale.currency, earning: sale.earning },
    ...{ agent: sale.agent, site: sale.sitename, link: sale.typename },
    ...{ sale_id: textOf(sale.saleId), reverses: textOf(sale.reverses) },
    ...{ agent_id: textOf(sale.agentId), office_id: textOf(sale.companyId) },
    ...{ site_id: textOf(sale.siteId), link_id: textOf(sale.typeId) },
    ...{ country: sale.geo, time: sale.occurredAt },
    ...sale.subs,
  };
}

const textOf = (id: number | null | undefined): string => (id ? String(id) : "");
