/**
 * The placement of tables when one server is not enough (docs/operations.md has the steps). With the Citus extension
 * the large tables are split by agent, and all rows of an agent are on one server. Tables that they are joined with are
 * copied to every server; all others stay on the first one (docs/decisions/0008-tables-by-agent.md).
 */

/** Each has `agent_id` in all of its keys, and no trigger. */
export const DISTRIBUTED = [
  "clicks",
  "click_uniques",
  "sale_events",
  "stats_delta",
  "stats_day_geo",
  "stats_day",
  "stats_half_geo",
  "stats_half",
  "stats_agent_half_geo",
  "stats_agent_half",
] as const;
export const DISTRIBUTED_BY = "agent_id";

/**
 * On the first server only, but registered with the extension, because the same transactions write distributed tables: a
 * transaction of a registered table and of a distributed one is committed on all servers or on none (two-phase), and
 * with it what it writes into any other table of the first server.
 */
export const REGISTERED = [
  "audit",
  "postback_keys",
  "click_batches",
  "clicks_by_day_geo",
  "clicks_by_day",
  "hits_by_day",
  "hits_by_half",
] as const;

/** In the order of their foreign keys, which refer only to tables of this list. */
export const COPIED = [
  "domains",
  "accounts",
  "offices",
  "agents",
  "sites",
  "types",
  "prices",
  "office_sites",
  "agent_sites",
  "avp_tiers",
  "user_agents",
] as const;
