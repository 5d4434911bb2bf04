import { type Actor, levels } from "../../kernel/roles";
import { sql, type Statement } from "../../kernel/sql";

/**
 * Whose sign-in links an account makes, at this moment: its own; a manager those of the office's agents; a superadmin
 * anyone's. The same rule holds when a link is used.
 */
export const reachable = (maker: Statement, account: Statement): Statement => sql`EXISTS (
  SELECT 1 FROM accounts m WHERE m.id = ${maker} AND (m.id = ${account} OR m.role = ${levels.superadmin}
    OR (m.role = ${levels.company} AND ${account} IN (
      SELECT agents.account_id FROM agents JOIN offices ON offices.id = company_id WHERE offices.account_id = m.id))))`;

/** The tokens that an account sees and revokes: those on the account itself, and those that it made. */
export const seen = ({ accountId }: Actor): Statement => sql`(${accountId} IN (t.account_id, t.created_by))`;
