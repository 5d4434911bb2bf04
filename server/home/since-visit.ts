import { z } from "zod";
import { sql } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { queryOne } from "../kernel/database/transactions";
import { isSale } from "../trade/events";
import { type Actor, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";

export const SinceVisit = z.object({
  /** When the agent signed in before the present session. */
  since: z.string(),
  /** Sales since then, without bonuses. */
  sales: z.int(),
  /** Whether the news were edited since then. */
  news: z.boolean(),
});

/**
 * News for an agent since their previous sign-in by a browser; null without one, and for another person who views
 * the product as the agent. Statements by hand, each served by an index: every Home of an agent sends them.
 */
export async function sinceVisit({ role, agentId, accountId, sessionId, by }: Actor) {
  if (role !== levels.agent || agentId === null || sessionId === null || by) return null;
  const visit = await queryOne<{ at: Date }>(sql`
    SELECT l.in_time AS at FROM login_log l JOIN sessions s ON s.id = l.session_id
    WHERE l.agent_id = ${agentId} AND l.account_id = ${accountId} AND l.by IS NULL AND s.kind = 'browser'
      AND l.in_time < (SELECT created_at FROM sessions WHERE id = ${sessionId})
    ORDER BY l.in_time DESC LIMIT 1`);
  if (!visit) return null;
  const [sold, edited] = await together(
    queryOne<{ sales: number }>(sql`
      SELECT count(*)::int AS sales FROM sale_events
      WHERE agent_id = ${agentId} AND occurred_at > ${visit.at} AND ${isSale()} AND sign = 1`),
    queryOne<{ news: boolean }>(sql`
      SELECT EXISTS (
        SELECT 1 FROM audit WHERE record = 'news' AND record_id = '1' AND at > ${visit.at}
      ) AS news`),
  );
  return { since: isoTime(visit.at), sales: sold?.sales ?? 0, news: edited?.news ?? false };
}
