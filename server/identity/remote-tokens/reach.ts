import { type Actor, levels, reaches } from "../../kernel/roles";
import { sql, type Statement } from "../../kernel/sql";

/** Whose remote tokens an account makes, sees and revokes: its own; a manager those of his agents; a superadmin all. */
export function reachable(actor: Actor, account: Statement): Statement {
  if (reaches(actor, "superadmin")) return sql`TRUE`;
  const own = sql`${account} = ${actor.accountId}`;
  return actor.role === levels.company
    ? sql`(${own} OR ${account} IN (SELECT account_id FROM agents WHERE company_id = ${actor.companyId}))`
    : own;
}
