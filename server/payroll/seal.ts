import { one } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";

// SQL by hand: the database computes the hash over all lines of a half-month.

/**
 * SHA-256, in hexadecimal, of the ID, the rate and all lines of a period in the order of their IDs. It reveals changes
 * that bypassed the database's rules.
 */
export async function sealOf(periodId: number, rate: string): Promise<string> {
  const sealed = await one<{ hash: string }>(sql`
    SELECT encode(sha256(convert_to(${periodId}::int || ' ' || ${rate}::numeric(12,6) || coalesce(string_agg(E'\n' ||
        json_build_array(id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent, office_name,
                         reason, by_account_id, refers_to, settles)::text, '' ORDER BY id), ''), 'UTF8')), 'hex') AS hash
    FROM ledger WHERE period_id = ${periodId}`);
  return sealed?.hash ?? "";
}
