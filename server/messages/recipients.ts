import { sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";

/** Agents and managers receive messages; admins only send them. */
export const hasInbox = (actor: Actor): boolean => !hasRole(actor, "admin");

/** Whether somebody of the office, or the agent, belongs to the audience of the message `m`. */
const isMeantFor = (companyId: Statement, agentId: Statement): Statement => sql`
  CASE m.audience WHEN 'all' THEN TRUE WHEN 'offices' THEN ${companyId} = ANY (m.target_ids)
    ELSE ${agentId} = ANY (m.target_ids) END`;

/** Messages `m` that the account receives now: not its own, and not those from before its registration. */
export function receivedBy({ accountId, companyId, agentId }: Actor): Statement {
  const moment = now();
  return sql`m.withdrawn_at IS NULL AND m.shown_from <= ${moment} AND (m.shown_until IS NULL OR m.shown_until > ${moment})
    AND m.created_by <> ${accountId} AND ${isMeantFor(sql`${companyId}::integer`, sql`${agentId}::integer`)}
    AND m.shown_from >= (SELECT registered_at FROM accounts WHERE id = ${accountId})`;
}

/** The number of messages that the account has not read, as a value in the statement that every page runs. */
export const unreadCount = (actor: Actor): Statement => sql`
  SELECT count(*)::int FROM messages m WHERE ${receivedBy(actor)} AND NOT EXISTS (
    SELECT 1 FROM message_reads r WHERE r.message_id = m.id AND r.account_id = ${actor.accountId})`;

type Receipts = { sent: number; read: number };

/** How many people each message is meant for today, and how many of them have read it. */
export async function receiptsOf(ids: readonly number[]): Promise<Map<number, Receipts>> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<Receipts & { id: number }>(sql`
    SELECT m.id, count(*)::int AS sent, count(r.read_at)::int AS read
    FROM messages m
    JOIN (
      SELECT a.id, a.registered_at, coalesce(g.company_id, o.id) AS company_id, g.id AS agent_id
      FROM accounts a LEFT JOIN agents g ON g.account_id = a.id LEFT JOIN offices o ON o.account_id = a.id
      WHERE a.deleted_at IS NULL AND a.approved AND (g.id IS NOT NULL OR o.id IS NOT NULL)
    ) AS person ON person.registered_at <= m.shown_from AND person.id <> m.created_by
      AND ${isMeantFor(sql`person.company_id`, sql`person.agent_id`)}
    LEFT JOIN message_reads r ON r.message_id = m.id AND r.account_id = person.id
    WHERE m.id = ANY (${[...ids]}::integer[]) GROUP BY m.id`);
  return new Map(rows.map(({ id, sent, read }) => [id, { sent, read }]));
}
