import { Op } from "sequelize";
import { Agent, Price, Type } from "~models";
import type { Change } from "../kernel/database/records";
import { sql } from "../kernel/database/sql";
import { currentClient, queryOne, writeTransaction } from "../kernel/database/transactions";
import { now } from "../kernel/time/now";
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
  if (!(await isChosen(names))) return;
  // A plan that began before this change is announced before it.
  const events: Announced[] = names.includes("price.changed") ? await describeBegunPlans() : [];
  for (const { event, change } of due) events.push(await describe(event, change));
  await announce(events);
}

/**
 * Announces the planned prices that have begun since the last time, each once. Returns how many there were. All servers
 * may do this: an update of the same rows waits and then finds none.
 */
export const announceBegunPrices = (): Promise<number> =>
  writeTransaction(async () => {
    const events = await describeBegunPlans();
    if (events.length > 0 && (await isChosen(["price.changed"]))) await announce(events);
    return events.length;
  });

async function isChosen(events: readonly WebhookEvent[]): Promise<boolean> {
  const chosen = sql`SELECT 1 FROM webhook_endpoints WHERE enabled AND events && ${[...events]}::text[] LIMIT 1`;
  return (await queryOne(chosen)) !== undefined;
}

/** Writes events for the endpoints that chose them, in the open transaction and in this order. */
export async function announce(events: readonly Announced[]): Promise<void> {
  if (events.length === 0) return;
  const inOrder = events.map((event, index): Announcement => ({ position: index + 1, ...event }));
  await currentClient().query({ ...ANNOUNCE, values: [JSON.stringify(inOrder)] });
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

/**
 * A price of one office is for that office, any other for all of them, and only where the site is enabled. A plan is for the
 * network alone until it has begun. Earnings and points are for the network only.
 */
async function describePrice(event: WebhookEvent, { id, after }: Change): Promise<Announced> {
  const price = await Price.findByPk(id, { rejectOnEmpty: true });
  const described = await toEvent(event, price, after?.withdrawn === true);
  return price.planned && price.announcedAt === null ? { ...described, company_id: null } : described;
}

async function describeBegunPlans(): Promise<Announced[]> {
  const at = now();
  const [, begun] = await Price.update(
    { announcedAt: at },
    { where: { planned: true, announcedAt: null, withdrawnAt: null, since: { [Op.lte]: at } }, returning: true },
  );
  const inOrder = begun.toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.id - b.id);
  return Promise.all(inOrder.map((price) => toEvent("price.changed", price, false)));
}

async function toEvent(event: WebhookEvent, price: Price, withdrawn: boolean): Promise<Announced> {
  const { id, typeId, geo, companyId, payout, bonusPayout, earning, bonusEarning, lpp, bonusLpp, since } = price;
  const { siteId } = await Type.findByPk(typeId, { attributes: ["siteId"], rejectOnEmpty: true });
  return {
    event,
    company_id: companyId ?? EVERY_OFFICE,
    site_id: siteId,
    data: { priceId: id, typeId, geo, companyId, payout, bonusPayout, since: since.toISOString(), withdrawn },
    network_data: { earning, bonusEarning, lpp, bonusLpp },
  };
}
