import { RemoteToken } from "~models";
import { one } from "../../kernel/database";
import { type Actor, levels } from "../../kernel/roles";
import { column, join, sql, type Statement } from "../../kernel/sql";

/**
 * Whose sign-in links an account makes, at this moment: its own; a manager those of the office's agents; a superadmin
 * anyone's. The same rule holds when a link is used. SQL by hand: every request with a client token asks it.
 */
export const reachable = (maker: Statement, account: Statement): Statement => sql`EXISTS (
  SELECT 1 FROM accounts m WHERE m.id = ${maker} AND (m.id = ${account} OR m.role = ${levels.superadmin}
    OR (m.role = ${levels.company} AND ${account} IN (
      SELECT agents.account_id FROM agents JOIN offices ON offices.id = company_id WHERE offices.account_id = m.id))))`;

/** The same for one account. */
export const mayReach = async (makerId: number, accountId: number): Promise<boolean> =>
  (await one(sql`SELECT 1 WHERE ${reachable(sql`${makerId}::int`, sql`${accountId}::int`)}`)) !== undefined;

/** As `RemoteToken.visibleTo`, for `t` in lists. */
export const seen = ({ accountId }: Actor): Statement =>
  sql`(${accountId} IN (${join(RemoteToken.holders.map((name) => sql`t.${column(RemoteToken, name)}`))}))`;
