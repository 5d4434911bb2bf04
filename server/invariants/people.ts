import { Payment, PayoutDetails } from "~models";
import { requireUnsealablePassword } from "../accounts";
import { now } from "../kernel/time/now";
import { queryRows } from "../kernel/database/transactions";
import { unsealKey } from "../kernel/process/secrets";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { openDestination } from "../payroll";
import { openDetails } from "../payouts";
import { type Check, type Finding, sqlCheck } from "./finding";

type Sealed = { name: string; unseal: () => unknown };

const findUndecryptable = (says: string, all: readonly Sealed[]): Finding[] => {
  const broken = all.filter(({ unseal }) => {
    try {
      unseal();
      return false;
    } catch {
      // Any error means that the value cannot be recovered.
      return true;
    }
  });
  return broken[0] ? [{ says, count: broken.length, example: broken[0].name }] : [];
};

const passwords: Check = async () => {
  const stored = await queryRows<{ id: number; sealed: Buffer }>(sql`
    SELECT id, password_sealed AS sealed FROM accounts WHERE password_sealed IS NOT NULL ORDER BY id`);
  const all = stored.map(({ id, sealed }) => ({
    name: `account ${id}`,
    unseal: () => requireUnsealablePassword(id, sealed),
  }));
  return findUndecryptable("Encrypted passwords that DATA_KEY cannot decrypt", all);
};

const payouts: Check = async () => {
  const stored = await queryRows<{ accountId: number; sealed: Buffer }>(
    sql`SELECT ${selectColumns(PayoutDetails, ["accountId", "sealed"])} FROM payout_details ORDER BY account_id, id`,
  );
  const all = stored.map((row) => ({ name: `account ${row.accountId}`, unseal: () => openDetails(row) }));
  return findUndecryptable("Payout details that DATA_KEY cannot decrypt", all);
};

const destinationColumns = selectColumns(Payment, ["runId", "agentId", "payoutSealed"]);

const destinations: Check = async () => {
  const stored = await queryRows<RowOf<typeof destinationColumns>>(sql`
    SELECT ${destinationColumns} FROM payments WHERE payout_sealed IS NOT NULL ORDER BY run_id, number`);
  const all = stored.map(({ runId, agentId, payoutSealed }) => ({
    name: `agent ${agentId} in run ${runId}`,
    unseal: () => payoutSealed && openDestination({ runId, agentId }, payoutSealed),
  }));
  return findUndecryptable("Destinations of payments that DATA_KEY cannot decrypt", all);
};

const keys: Check = async () => {
  const stored = await queryRows<{ name: string; sealed: Buffer }>(
    sql`SELECT name, sealed FROM kept_keys ORDER BY name`,
  );
  const all = stored.map(({ name, sealed }) => ({ name: `the key "${name}"`, unseal: () => unsealKey(name, sealed) }));
  return findUndecryptable("Keys in the database that DATA_KEY cannot decrypt", all);
};

/** Checks of agents, their offices and open sessions. */
export const people: Check[] = [
  sqlCheck(
    "Offices with the same name",
    sql`SELECT min(office_name) AS example FROM offices GROUP BY folded(office_name) HAVING count(*) > 1`,
  ),
  sqlCheck(
    "Agents whose office differs from their current office history entry",
    sql`
      SELECT format('agent %s', a.id) AS example FROM agents a
      LEFT JOIN agent_offices s ON s.agent_id = a.id AND s.until IS NULL
      WHERE s.company_id IS DISTINCT FROM a.company_id`,
  ),
  sqlCheck(
    "Agents with overlapping office history entries",
    sql`
      SELECT format('agent %s', agent_id) AS example FROM (
        SELECT agent_id, since, lag(coalesce(until, 'infinity')) OVER (PARTITION BY agent_id ORDER BY since) AS before
        FROM agent_offices
      ) AS stays WHERE before > since`,
  ),
  // A sign-in enabled until 01:00 ends with a server's next sweep, so it is not a fault while no server runs.
  sqlCheck(
    "Open sessions of accounts that are blocked, deleted or not approved",
    sql`
      SELECT format('session %s of account %s', s.id, a.id) AS example FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.ended_at IS NULL AND s.expires_at > ${now()}
        AND (a.deleted_at IS NOT NULL OR NOT a.approved OR (a.login_blocked AND a.login_enabled_until IS NULL))`,
  ),
  passwords,
  payouts,
  destinations,
  keys,
];
