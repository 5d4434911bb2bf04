import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";

/**
 * Parts of a WITH clause that write an event for every endpoint that chose it, in the order of `position`. `events`
 * selects position, event, company_id (null for the network), data, and network_data, which is added for the endpoints
 * of the network only. An event whose company_id is EVERY_OFFICE goes to all offices. An endpoint of an agent receives the
 * events of their own sales. `admitted` is a condition on the event `v` and the endpoint `e`.
 * The lock precedes the IDs, so that the sender can wait for it: no event overtakes one that is committed later.
 */
export const announced = (events: string, admitted = "TRUE"): string => `
    due_events AS MATERIALIZED (
      SELECT e.id AS endpoint_id, v.position, v.event,
        CASE WHEN e.company_id IS NULL AND e.agent_id IS NULL THEN v.data || v.network_data ELSE v.data END AS data
      FROM (${events}) AS v JOIN webhook_endpoints e ON e.enabled AND v.event = ANY(e.events)
        AND CASE WHEN e.agent_id IS NULL THEN e.company_id IS NULL OR e.company_id = v.company_id OR v.company_id = ${EVERY_OFFICE}
          ELSE e.agent_id = (v.data ->> 'agentId')::integer END
        AND ${admitted}),
    events_in_progress AS MATERIALIZED (
      ${lockBeforeIds("webhook_delivery_ids", LOCKS.deliveryIds)} FROM (SELECT 1 FROM due_events LIMIT 1) AS one),
    announced AS (
      INSERT INTO webhook_deliveries (id, endpoint_id, event, data)
      SELECT nextval('webhook_delivery_ids'), endpoint_id, event, data FROM (
        SELECT due_events.* FROM events_in_progress, due_events ORDER BY position, endpoint_id) AS ordered)`;

/** The company_id of an event that every office receives. IDs begin at 1. */
export const EVERY_OFFICE = 0;

/** An event for `ANNOUNCE`, in the order of `position`. */
export type Announcement = {
  position: number;
  event: string;
  /** Null for events that only the network receives. */
  company_id: number | null;
  /** An office receives the event only if this site is enabled for it. Not for an office's own sales, which stay its own. */
  site_id?: number;
  data: Record<string, unknown>;
  network_data?: Record<string, unknown>;
};

/** Writes events in the open transaction. $1 is a JSON array of `Announcement`. */
export const ANNOUNCE = {
  name: "announce",
  text: `
    WITH ${announced(
      `
      SELECT position, event, company_id, site_id, data, coalesce(network_data, '{}') AS network_data
      FROM jsonb_to_recordset($1::jsonb)
        AS r(position integer, event text, company_id integer, site_id integer, data jsonb, network_data jsonb)`,
      `(v.site_id IS NULL OR e.company_id IS NULL OR EXISTS (
          SELECT 1 FROM office_sites s WHERE s.company_id = e.company_id AND s.site_id = v.site_id))`,
    )}
    SELECT 1`,
};
