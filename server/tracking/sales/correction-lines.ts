import { now } from "../../kernel/periods/now";
import { type EventCode, EVENTS } from "../../kernel/events";
import { type Day, payPeriodId } from "../../kernel/periods";
import type { Client } from "../../kernel/database/sql";
import type { Frozen } from "./frozen-pesos";

// SQL by hand: part of booking: one prepared statement writes the corrections of a batch with the current names.

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
