import type { Change } from "../operation/operation";
import { sql } from "../database/sql";
import { currentClient, queryOne } from "../database/transactions";
import { ANNOUNCE, type Announcement, EVERY_OFFICE } from "./announced";
import type { WebhookEvent } from "./events";

// SQL by hand: the kernel has no models.

type Announced = Omit<Announcement, "position">;

/** Writes the events that other systems receive for changes of records, in the open transaction and in their order. */
export async function announceChanges(changes: readonly Change[]): Promise<void> {
  const events: Announcement[] = [];
  for (const change of changes) {
    const event = eventOf(change);
    if (event) events.push({ position: events.length + 1, ...(await describe(event, change)) });
  }
  if (events.length === 0) return;
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

type Described = { office: number | null; data: Record<string, unknown>; network: Record<string, unknown> };

async function describeAgent(event: WebhookEvent, { id, after }: Change): Promise<Announced> {
  const agent = await queryOne<Described>(sql`
    SELECT company_id AS office, jsonb_build_object('agentId', agents.id, 'companyId', company_id, 'username', username,
      'firstName', first_name, 'lastName', last_name, 'campaignId', campaign_id) AS data
    FROM agents JOIN accounts ON accounts.id = account_id WHERE agents.id = ${id}`);
  const reason = event === "agent.suspended" ? { reason: after?.reason ?? "" } : {};
  return { event, company_id: agent?.office ?? null, data: { ...agent?.data, ...reason } };
}

/** Offices get the rate; the sums are those of the whole network. */
function describePeriod(event: WebhookEvent, { id, after }: Change): Announced {
  const { phpPerUsd, php, payments, run } = after ?? {};
  return { event, company_id: EVERY_OFFICE, data: { periodId: id, phpPerUsd }, network_data: { php, payments, run } };
}

/** A price of one office is for that office, any other for all. Earnings and points are for the network only. */
async function describePrice(event: WebhookEvent, { id, after }: Change): Promise<Announced> {
  const price = await queryOne<Described>(sql`
    SELECT company_id AS office, jsonb_build_object('priceId', id, 'typeId', type_id, 'geo', geo, 'companyId', company_id,
      'payout', payout::text, 'bonusPayout', bonus_payout::text, 'since', since) AS data,
      jsonb_build_object('earning', earning::text, 'bonusEarning', bonus_earning::text, 'lpp', lpp, 'bonusLpp', bonus_lpp)
        AS network
    FROM prices WHERE id = ${id}`);
  const data = { ...price?.data, withdrawn: after?.withdrawn === true };
  return { event, company_id: price?.office ?? EVERY_OFFICE, data, network_data: price?.network };
}
