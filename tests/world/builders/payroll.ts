import { writeTransaction } from "../../../server/kernel/database/transactions";
import { payPeriod } from "../../../server/trade/periods";
import { sql } from "../../../server/kernel/database/sql";
import { onlyRow } from "./only-row";
import type { Type } from "./catalogue";
import type { Agent } from "./people";
import { db } from "../db";

type Given = {
  period: number;
  agent: Pick<Agent, "id" | "companyId">;
  php: number;
  usd?: number;
  kind?: "event" | "correction" | "adjustment" | "advance" | "penalty" | "payment";
  type?: Pick<Type, "id">;
  basis?: string;
  count?: number;
  reason?: string;
  refersTo?: number;
  settles?: number;
  by?: number;
};

/** A line of the ledger with current names: an event line of one sale by default. */
export async function aLedgerLine(given: Given): Promise<{ id: number }> {
  const { period, agent, php, usd = null, kind = "event", type, basis = null, count = null } = given;
  const { reason = null, refersTo = null, settles = null, by = null } = given;
  const isEvent = kind === "event";
  return writeTransaction(() =>
    onlyRow<{ id: number }>(sql`
      INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, php, each_php, usd, agent,
        office_name, reason, by_account_id, refers_to, settles)
      SELECT ${period}, agents.id, offices.id, ${kind}, ${type?.id ?? null}, ${basis ?? (isEvent ? "Sale" : null)},
        ${count ?? (isEvent ? 1 : null)}, ${php}, ${isEvent ? php / (count ?? 1) : null}, ${isEvent ? (usd ?? 0) : usd},
        username, office_name, ${reason}, ${by}, ${refersTo}, ${settles}
      FROM agents JOIN accounts ON accounts.id = account_id JOIN offices ON offices.id = ${agent.companyId}
      WHERE agents.id = ${agent.id} RETURNING id`),
  );
}

/** Closes a period without adding lines. */
export async function aClosedPeriod(id: number, { phpPerUsd, paid = false }: { phpPerUsd: number; paid?: boolean }) {
  const days = payPeriod(id);
  if (!days) throw new Error("No period has that number.");
  await db.run`
      INSERT INTO pay_periods (id, start_day, end_day, state, php_per_usd, closed_at, paid_at, hash)
      VALUES (${id}, ${days.start}::date, ${days.end}::date, ${paid ? "paid" : "closed"}, ${phpPerUsd}, now(),
        ${paid ? new Date() : null}, '')`;
}
