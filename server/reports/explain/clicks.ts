import { instants } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { avpTiers } from "../../payroll";
import { isCountedClick } from "../../tracking";
import { poolOf } from "../sites-paid";
import { narrowing } from "../source";
import { type Explained, ofLink, ofRow } from "./question";

// SQL by hand: the clicks behind a figure, read through an index.

/** The clicks behind a figure, as CTEs up to `matched`, which is not materialized: it can have millions of rows. */
export function matchedClicks(actor: Actor, asked: Explained, unique: boolean): Statement {
  const [from, to] = instants(asked.days);
  const pool = poolOf(asked);
  return sql`
    tiers AS MATERIALIZED (${avpTiers(asked.range)}), matched AS (
      SELECT id, clicked_at AS at, agent_id, company_id, site_id, type_id, geo, is_unique
      FROM clicks
      WHERE clicked_at >= ${from} AND clicked_at < ${to} AND ${isCountedClick()}
        AND ${all([unique && sql`is_unique`, narrowing(actor, asked), pool, ofRow(asked), ofLink(asked)])}
    )`;
}
