import type { WebhookEvent } from "../trade/outbox/events";

/** Example data of each event, for the API document and for tests of endpoints. */

const sale = {
  ...{ saleId: 902, event: "sale", occurredAt: "2026-11-24T15:58:11.402Z", receivedAt: "2026-11-24T16:00:00.000Z" },
  ...{ agentId: 64, companyId: 2, siteId: 7, typeId: 24, clickId: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90" },
  ...{ txid: "A-1001", geo: "US", payout: "500.00", reverses: null, reason: null, amount: "49.90", currency: "USD" },
  ...{ agent: "iulham", sitename: "Nightjar", typename: "Plus", subs: { sub1: "spring", sub2: "banner-3" } },
};
const agent = {
  ...{ agentId: 64, companyId: 2, username: "iulham", firstName: "Ilse", lastName: "Ulham", campaignId: "C-64" },
};
const signal = {
  ...{ signalId: 31, kind: "silent", siteId: 7, agentId: null, companyId: null },
  ...{ openedAt: "2026-11-24T16:00:00.000Z", closedAt: null },
  sentence: "Nightjar has had no clicks since 2026-11-24 07:10 (New York).",
  expected: "About 34 clicks, as in the same hours of the last four weeks.",
  evidence: {
    ...{ since: "2026-11-24T07:10:00.000-05:00", observed: 0, expected: 34.2 },
    address: "/app/logs/click-outs?siteId=7&start=2026-11-24&end=2026-11-24",
  },
};

type Data = Record<string, unknown>;
/** `network` are the keys that only endpoints of the whole network receive. */
const EXAMPLES: Record<WebhookEvent, { data: Data; network?: Data }> = {
  "sale.accepted": { data: sale, network: { earning: "22.29", lpp: 3 } },
  "sale.reversed": {
    data: { ...sale, saleId: 903, payout: "-500.00", reverses: 902, reason: "refund" },
    network: { earning: "-22.29", lpp: -3 },
  },
  "sale.pending": {
    data: {
      ...{ receivedAt: "2026-11-24T16:00:00.000Z", event: "sale", status: "approved", reason: "unknown_click" },
      ...{ siteId: 7, clickId: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", txid: "A-1001" },
      ...{ amount: "49.90", currency: "USD", agent: null, sitename: "Nightjar", typename: null, subs: {} },
    },
  },
  "agent.created": { data: agent },
  "agent.approved": { data: agent },
  "agent.suspended": { data: { ...agent, reason: "No sales for a year." } },
  "period.closed": { data: { periodId: 2026111, phpPerUsd: 56.25 }, network: { php: "91250.00" } },
  "period.paid": { data: { periodId: 2026111 }, network: { payments: 12, run: 5 } },
  "price.changed": {
    data: {
      ...{ priceId: 118, typeId: 24, geo: null, companyId: 2, payout: "520.00", bonusPayout: null },
      ...{ since: "2026-11-24T16:00:00.000Z", withdrawn: false },
    },
    network: { earning: "23.50", bonusEarning: null, lpp: 3, bonusLpp: null },
  },
  "signal.opened": { data: signal },
  "signal.closed": { data: { ...signal, closedAt: "2026-11-24T18:05:00.000Z" } },
};

export const exampleOf = (event: WebhookEvent, isNetwork = false): Data => {
  const { data, network } = EXAMPLES[event];
  return isNetwork ? { ...data, ...network } : data;
};
