/** Every event that other systems can receive. An office receives those of its own agents and prices. */
export const WEBHOOK_EVENTS = [
  "sale.accepted",
  "sale.reversed",
  "sale.pending",
  "agent.created",
  "agent.approved",
  "agent.suspended",
  "period.closed",
  "period.paid",
  "price.changed",
  "signal.opened",
  "signal.closed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of "Send a test", which every endpoint receives. */
export const TEST_EVENT = "test";
