import { type RollUp, ROLL_UPS } from "./roll-ups";

/**
 * The placement of tables when one server is not enough (docs/operations.md has the steps). With the Citus extension
 * the large tables are split by agent, and all rows of an agent are on one server. Tables that they are joined with are
 * copied to every server; all others stay on the first one (docs/decisions/0008-tables-by-agent.md).
 */

export const DISTRIBUTED_BY = "agent_id";
const isByAgent = ({ keys }: RollUp) => keys.includes(DISTRIBUTED_BY);

/** Each has `agent_id` in all of its keys, and no trigger. */
export const DISTRIBUTED = [
  "clicks",
  "click_uniques",
  "sale_events",
  "stats_delta",
  ...ROLL_UPS.filter(isByAgent).map(({ table }) => table),
] as const;

/**
 * On the first server only, but registered with the extension, because the same transactions write distributed tables: a
 * transaction of a registered table and of a distributed one is committed on all servers or on none (two-phase), and
 * with it what it writes into any other table of the first server.
 */
export const REGISTERED = [
  "audit",
  "postback_keys",
  "click_batches",
  "log_positions",
  ...ROLL_UPS.filter((rollUp) => !isByAgent(rollUp)).map(({ table }) => table),
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
