import { isSale } from "../../kernel/events";
import { isAvp, isPaidByBonus } from "../../kernel/flags";
import { type Day, payPeriodId } from "../../kernel/periods";
import { type Client, sql } from "../../kernel/database/sql";

// SQL by hand: part of booking, prepared by name: an event joined with its ledger line.

const [event, flags] = [sql`e.event`, sql`e.flags`];

/**
 * SQL for the `basis` of an event's ledger line: how the event is priced, in words, over a row of `sale_events` named
 * e. All events of one agent, office, type and basis in a period are paid alike, so a line's pesos divide evenly.
 */
export const LEDGER_BASIS = sql`
  CASE WHEN ${isSale(event)} AND ${isAvp(flags)} THEN 'Sale at the AVP tier'
       WHEN ${isSale(event)} AND ${isPaidByBonus(flags)} THEN 'Sale, paid by its bonus'
       ELSE CASE WHEN ${isSale(event)} THEN 'Sale' ELSE 'Bonus' END || ' at ₱' || abs(e.payout) || ' (' || e.price_source || ')'
  END`;

/** The basis of AVP sales, as in LEDGER_BASIS. */
export const AT_TIER = "Sale at the AVP tier";

const FROZEN = {
  name: "frozen-pesos",
  text: `
    SELECT coalesce(l.each_php, e.payout)::text AS pesos, l.id AS line, ${LEDGER_BASIS.text} AS basis
    FROM sale_events e
    LEFT JOIN ledger l ON l.kind = 'event' AND l.period_id = $4 AND l.agent_id = e.agent_id
      AND l.company_id = e.company_id AND l.type_id = e.type_id AND l.basis = ${LEDGER_BASIS.text}
    WHERE e.agent_id = $1 AND e.occurred_at = $2::timestamptz AND e.id = $3`,
};

/** The frozen amount of an event of a closed period: its pesos, and its ledger line and basis. */
export type Frozen = { pesos: string; line: number | null; basis: string };

/**
 * The frozen amount of an event of a closed period: its share of its ledger line, else its stored payout. `pesos` is
 * decimal text. Throws if the event does not exist.
 */
export async function frozenPesos(
  client: Client,
  event: { id: number; agentId: number; occurredAt: Date; day: Day },
): Promise<Frozen> {
  const { id, agentId, occurredAt, day } = event;
  const values = [agentId, occurredAt.toISOString(), id, payPeriodId(day)];
  const { rows } = await client.query<Frozen>({ ...FROZEN, values });
  if (!rows[0]) throw new Error(`Event ${id} of agent ${agentId} is not there.`);
  return rows[0];
}
