import { Agent, Price } from "~models";
import type { Change } from "../kernel/database/records";
import { sql } from "../kernel/database/sql";
import { currentClient, queryOne } from "../kernel/database/transactions";
import { ANNOUNCE, type Announcement, EVERY_OFFICE } from "../trade/outbox/announced";
import type { WebhookEvent } from "../trade/outbox/events";

type Announced = Omit<Announcement, "position">;

/**
 * Writes the events that other systems receive for changes of records, in the open transaction and in their order.
 * Without an endpoint for them, the changed records are not read.
 */
export async function announceChanges(changes: readonly Change[]): Promise<void> {
  const due = changes.flatMap((change) => {
    const event = eventOf(change);
    return event ? [{ event, change }] : [];
  });
  if (due.length === 0) return;
  const names = [...new Set(due.map(({ event }) => event))];
  const chosen = sql`SELECT 1 FROM webhook_endpoints WHERE enabled AND events && ${names}::text[] LIMIT 1`;
  if (!(await queryOne(chosen))) return;
  const events: Announcement[] = [];
  for (const { event, change } of due) {
    events.push({ position: events.length + 1, ...(await describe(event, change)) });
  }
  await currentClient().query({ ...ANNOUNCE, values: [JSON.stringify(events)] });
}

function eventOf({ record, before, after }: Change): WebhookEvent | undefined {
  if (record === "price") return "price.changed";
  if (record === "agent") {
    if (before === null && after) return "agent.created";
    if (before?.approved === false && after?.approved === true) return "agent.approved";
    if (before?.active === true && after?.active === false) return "agent.suspended";
  }
  if (record === "payPeriod") {
    if (before?.state === "open" && after?.state === "closed") return "period.closed";
    if (before?.state === "closed" && after?.state === "paid") return "period.paid";
  }
  return undefined;
}

async function describe(event: WebhookEvent, change: Change): Promise<Announced> {
  if (change.record === "agent") return describeAgent(event, change);
  if (change.record === "price") return describePrice(event, change);
  return describePeriod(event, change);
}

async function describeAgent(event: WebhookEvent, { id, after }: Change): Promise<Announced> {
  const agent = await Agent.findByPk(id, { include: "account" });
  const { companyId = null, firstName = "", lastName = "", campaignId = "", account } = agent ?? {};
  const reason = event === "agent.suspended" ? { reason: after?.reason ?? "" } : {};
  const data = {
    agentId: id,
    companyId,
    username: account?.username ?? "",
    firstName,
    lastName,
    campaignId,
    ...reason,
  };
  return { event, company_id: companyId, data };
}

/** Offices get the rate; the sums are those of the whole network. */
function describePeriod(event: WebhookEvent, { id, after }: Change): Announced {
  const { phpPerUsd, php, payments, run } = after ?? {};
  return { event, company_id: EVERY_OFFICE, data: { periodId: id, phpPerUsd }, network_data: { php, payments, run } };
}

/** A price of one office is for that office, any other for all. Earnings and points are for the network only. */
async function describePrice(event: WebhookEvent, { id, after }: Change): Promise<Announced> {
  const price = await Price.findByPk(id, { rejectOnEmpty: true });
  const { typeId, geo, companyId, payout, bonusPayout, earning, bonusEarning, lpp, bonusLpp, since } = price;
  const withdrawn = after?.withdrawn === true;
  return {
    event,
    company_id: companyId ?? EVERY_OFFICE,
    data: { priceId: id, typeId, geo, companyId, payout, bonusPayout, since: since.toISOString(), withdrawn },
    network_data: { earning, bonusEarning, lpp, bonusLpp },
  };
}
