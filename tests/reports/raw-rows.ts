import { rows } from "../../server/kernel/database";
import { sql } from "../../server/kernel/sql";
import type { Raw, RawClick, RawEvent } from "../oracle/report";

/** Every click and every sale or bonus as stored. */
export async function rawRows(): Promise<Raw> {
  return {
    clicks: await rows<RawClick>(sql`
      SELECT extract(epoch FROM clicked_at)::float8 * 1000 AS at, agent_id AS "agentId", company_id AS "companyId",
        site_id AS "siteId", type_id AS "typeId", class = 0 AS counts, is_unique AS unique, geo FROM clicks`),
    events: await rows<RawEvent>(sql`
      SELECT day::text, agent_id AS "agentId", company_id AS "companyId", site_id AS "siteId", type_id AS "typeId",
        event = 1 AS bonus, sign, lpp, earning, geo FROM sale_events WHERE event IN (0, 1)`),
  };
}
