import { sql } from "../kernel/database/sql";
import { clickMoment } from "../tracking";
import { type Check, findViolations, sqlCheck } from "./finding";
import { perHalfMonth } from "./halves";

const EVENT = sql`format('event %s of agent %s', e.id, e.agent_id)`;

const MOMENT = clickMoment(sql`e.click_id`);

/** Checks of events, their deduplication keys, their clicks and their reversals. */
export const events: Check[] = [
  perHalfMonth(({ start, end }) =>
    findViolations(
      "Events without their click",
      sql`
        SELECT ${EVENT} AS example FROM sale_events e
        LEFT JOIN LATERAL (
          SELECT 1 AS there FROM clicks c
          WHERE c.agent_id = e.agent_id AND c.clicked_at >= ${MOMENT} AND c.clicked_at < ${MOMENT} + interval '1 millisecond'
            AND c.id = e.click_id LIMIT 1) AS click ON true
        WHERE e.day BETWEEN ${start}::date AND ${end}::date AND click.there IS NULL`,
    ),
  ),
  sqlCheck(
    "Events without a deduplication key",
    sql`
      SELECT ${EVENT} AS example FROM sale_events e
      LEFT JOIN postback_keys k ON k.event_id = e.id AND k.agent_id = e.agent_id AND k.occurred_at = e.occurred_at
      GROUP BY e.id, e.agent_id HAVING count(k.key) < CASE WHEN min(e.sign) < 0 THEN 2 ELSE 1 END`,
  ),
  sqlCheck(
    "Deduplication keys without their event",
    sql`
      SELECT format('key %s of event %s', encode(k.key, 'hex'), k.event_id) AS example FROM postback_keys k
      LEFT JOIN sale_events e ON e.id = k.event_id AND e.agent_id = k.agent_id AND e.occurred_at = k.occurred_at
      WHERE e.id IS NULL`,
  ),
  sqlCheck(
    "Reversals whose event is missing or belongs to another agent",
    sql`
      SELECT ${EVENT} AS example FROM sale_events e
      LEFT JOIN sale_events o ON o.id = e.reverses AND o.agent_id = e.agent_id AND o.sign = 1
        AND o.type_id = e.type_id AND o.event = e.event AND o.company_id = e.company_id
      WHERE (e.sign = -1 OR e.reverses IS NOT NULL) AND (o.id IS NULL OR e.sign = 1)`,
  ),
  sqlCheck(
    "Events that were reversed more than once",
    sql`
      SELECT format('event %s of agent %s', e.reverses, e.agent_id) AS example FROM sale_events e
      WHERE e.reverses IS NOT NULL GROUP BY e.reverses, e.agent_id HAVING count(*) > 1`,
  ),
  sqlCheck(
    "Accepted postbacks without their event",
    sql`
      SELECT format('postback %s', p.id) AS example FROM postbacks p
      LEFT JOIN sale_events e ON e.id = p.event_id
      WHERE p.verdict = 'accepted' AND e.id IS NULL`,
  ),
];
