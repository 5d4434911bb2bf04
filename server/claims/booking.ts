import type { Claim } from "~models";
import { type Evidence, tracesOfClick, tracesOfSale } from "../doctor";
import { sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { type Actor, levels } from "../kernel/operation/roles";
import { EVENTS } from "../trade/events";

type Booking = { eventId: number; lineId: null } | { eventId: null; lineId: number };

/**
 * The booking for a claim since it was made: a line of the ledger whose reason names the claim, or the sale itself,
 * for example by a replay of its postback.
 */
export async function findBooking(actor: Actor, claim: Claim): Promise<Booking | undefined> {
  const lineId = await findLine(claim);
  if (lineId !== undefined) return { eventId: null, lineId };
  const eventId = await findEvent(actor, claim);
  return eventId === undefined ? undefined : { eventId, lineId: null };
}

async function findLine({ id, agentId, companyId, createdAt }: Claim): Promise<number | undefined> {
  const line = await queryOne<{ id: number }>(sql`
    SELECT id FROM ledger
    WHERE company_id = ${companyId} AND (${agentId}::integer IS NULL OR agent_id = ${agentId}) AND at >= ${createdAt}
      AND by_account_id IS NOT NULL AND reason ~* ${`\\mclaim ${id}\\M`}
    ORDER BY id DESC LIMIT 1`);
  return line?.id;
}

async function findEvent(actor: Actor, claim: Claim): Promise<number | undefined> {
  const { agentId, companyId, siteId, day, txid, customerEmail } = claim;
  const known = claim.evidence as Evidence;
  // The rows of the claim's agent or office, not all that the actor sees.
  const own: Actor = { ...actor, role: agentId === null ? levels.company : levels.agent, agentId, companyId };
  const found = [(await tracesOfSale(own, { siteId, day, txid, customerEmail })).events];
  for (const { clickId } of known.postbacks) if (clickId) found.push((await tracesOfClick(own, clickId)).events);
  const events = found.flat();
  const isReversed = (id: number) => events.some(({ reverses }) => reverses === id);
  const isNew = (id: number) => !known.events.some((event) => event.id === id);
  const booked = events.find(
    ({ id, reversal, eventType, siteId: site }) =>
      site === siteId && !reversal && eventType !== EVENTS.click && isNew(id) && !isReversed(id),
  );
  return booked?.id;
}
