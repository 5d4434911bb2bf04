import { RemoteToken } from "~models";
import { one } from "../../kernel/database/transactions";
import { type Actor, levels } from "../../kernel/operation/roles";
import { column, join, sql, type Statement } from "../../kernel/database/sql";

/**
 * Condition for the accounts that `maker` may create sign-in links for: their own, for managers also those of the
 * office's agents, for superadmins all. Checked again when a link is used.
 * SQL by hand: every request with a client token checks it.
 */
export const reachable = (maker: Statement, account: Statement): Statement => sql`EXISTS (
  SELECT 1 FROM accounts m WHERE m.id = ${maker} AND (m.id = ${account} OR m.role = ${levels.superadmin}
    OR (m.role = ${levels.company} AND ${account} IN (
      SELECT agents.account_id FROM agents JOIN offices ON offices.id = company_id WHERE offices.account_id = m.id))))`;

/** The same rule for one account. */
export const mayReach = async (makerId: number, accountId: number): Promise<boolean> =>
  (await one(sql`SELECT 1 WHERE ${reachable(sql`${makerId}::int`, sql`${accountId}::int`)}`)) !== undefined;

/** The rule of `RemoteToken.visibleTo` as a condition on `t`, for lists. */
export const seen = ({ accountId }: Actor): Statement =>
  sql`(${accountId} IN (${join(RemoteToken.holders.map((name) => sql`t.${column(RemoteToken, name)}`))}))`;
