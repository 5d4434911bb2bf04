import { webhooks } from "~/gate.server";
import { type Json, outputSchema } from "./schemas.server";

/** The events of webhooks as OpenAPI 3.1 describes them: requests that the product sends. */
export function eventWebhooks(): Json {
  return Object.fromEntries(
    webhooks.webhookEvents.map(({ event, meaning, body }) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          summary: event,
          description: `${meaning} Sent to the endpoints of format \`signed\` that chose it, at least once and in order.`,
          security: [],
          tags: ["system"],
          parameters: [header("Webhook-Id", "ID of the event, as in the body.", "evt_5211"), SIGNATURE],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: outputSchema(body, `webhook.${event}`), example: EXAMPLES[event] },
            },
          },
          responses: {
            "2XX": { description: "Accepted. The answer must be complete within five seconds." },
            default: { description: "Anything else is a failure, and the event is sent again." },
          },
        },
      },
    ]),
  );
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});
const SIGNATURE = header(
  "Webhook-Signature",
  "`t=<unix seconds>,v1=<HMAC-SHA256 of t, a dot and the raw body, in hexadecimal>`; two `v1` for 24 hours after a rotation.",
  "t=1764000000,v1=5b0c6f1f3d1e0a9c8b7a69584736251403f2e1d0c9b8a79685746352413f2e1d",
);

const sale = {
  ...{ saleId: 902, event: "sale", occurredAt: "2026-11-24T15:58:11.402Z", receivedAt: "2026-11-24T16:00:00.000Z" },
  ...{ agentId: 64, companyId: 2, siteId: 7, typeId: 24, clickId: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90" },
  ...{ txid: "A-1001", geo: "US", payout: "500.00", reverses: null, reason: null },
};
const agent = {
  ...{ agentId: 64, companyId: 2, username: "iulham", firstName: "Ilse", lastName: "Ulham", campaignId: "C-64" },
};
const signal = {
  ...{ signalId: 31, kind: "silent", siteId: 7, agentId: null, companyId: null },
  ...{ openedAt: "2026-11-24T16:00:00.000Z", closedAt: null },
  sentence: "Velvet Lantern has had no clicks since 2026-11-24 07:10 (New York).",
  expected: "About 34 clicks, as in the same hours of the last four weeks.",
  evidence: {
    ...{ since: "2026-11-24T07:10:00.000-05:00", observed: 0, expected: 34.2 },
    address: "/app/logs/click-outs?siteId=7&start=2026-11-24&end=2026-11-24",
  },
};
const event = (type: string, data: object) => ({ id: "evt_5211", type, createdAt: "2026-11-24T16:00:00.000Z", data });

const EXAMPLES: Record<string, unknown> = Object.fromEntries(
  Object.entries({
    "sale.accepted": sale,
    "sale.reversed": { ...sale, saleId: 903, payout: "-500.00", reverses: 902, reason: "refund" },
    "sale.pending": {
      ...{ receivedAt: "2026-11-24T16:00:00.000Z", event: "sale", status: "approved", reason: "unknown_click" },
      ...{ siteId: 7, clickId: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", txid: "A-1001" },
    },
    "agent.created": agent,
    "agent.approved": agent,
    "agent.suspended": { ...agent, reason: "No sales for a year." },
    "period.closed": { periodId: 2026111, phpPerUsd: 56.25 },
    "period.paid": { periodId: 2026111 },
    "price.changed": {
      ...{ priceId: 118, typeId: 24, geo: null, companyId: 2, payout: "520.00", bonusPayout: null },
      ...{ since: "2026-11-24T16:00:00.000Z", withdrawn: false },
    },
    "signal.opened": signal,
    "signal.closed": { ...signal, closedAt: "2026-11-24T18:05:00.000Z" },
  }).map(([type, data]) => [type, event(type, data)]),
);
