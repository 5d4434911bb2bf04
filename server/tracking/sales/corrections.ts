import { type Client, sql } from "../../kernel/database/sql";
import { type EventCode, EVENTS, isSale } from "../../trade/events";
import { isAvp, isPaidByBonus } from "../../trade/flags";
import { type Day } from "../../kernel/time";
import { payPeriodId } from "../../trade/periods";
import { now } from "../../kernel/time/now";

/** A reversal of an event of a closed period, with the day on which it is booked. */
export type Correction = {
  agentId: number;
  companyId: number;
  typeId: number;
  event: EventCode;
  reason?: string | null;
  day: Day;
  frozen: Frozen;
};

// Lines carry the names as they are now. A deleted agent is named 'deleted agent'.
const WRITE = {
  name: "write-corrections",
  text: `
    INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, php, agent, office_name, reason, at,
      refers_to)
    SELECT c.period_id, c.agent_id, c.company_id, 'correction', c.type_id, c.basis, -1, -c.pesos,
      CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END, o.office_name, c.reason, $2::timestamptz,
      c.line
    FROM json_to_recordset($1::json) AS c (n integer, period_id integer, agent_id integer, company_id integer,
      type_id integer, basis text, pesos numeric, reason text, line bigint)
    JOIN agents ON agents.id = c.agent_id
    JOIN accounts a ON a.id = agents.account_id
    JOIN offices o ON o.id = c.company_id
    ORDER BY c.n`,
};

/**
 * Writes a ledger line for each correction in the open transaction. It takes back the frozen pesos in the period of the
 * correction's day and refers to the original's ledger line (LEDGER-03). The site's own clicks are not paid and get no
 * line.
 */
export async function writeCorrections(client: Client, corrections: readonly Correction[]): Promise<void> {
  const lines = corrections
    .filter(({ event }) => event !== EVENTS.click)
    .map(({ agentId, companyId, typeId, reason, day, frozen }, n) => ({
      n,
      period_id: payPeriodId(day),
      agent_id: agentId,
      company_id: companyId,
      type_id: typeId,
      basis: frozen.basis,
      pesos: frozen.pesos,
      reason: reason ?? null,
      line: frozen.line,
    }));
  if (lines.length === 0) return;
  await client.query({ ...WRITE, values: [JSON.stringify(lines), now().toISOString()] });
}

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
type Frozen = { pesos: string; line: number | null; basis: string };

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
  if (!rows[0]) throw new Error(`Event ${id} of agent ${agentId} does not exist.`);
  return rows[0];
}
