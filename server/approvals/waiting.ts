import { agentsVisible, listable } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";

/**
 * Agents whose approval is pending, among those that this account's lists show.
 * SQL by hand: a condition of the list and its count.
 */
export const waiting = (actor: Actor): Statement =>
  sql`NOT accounts.approved AND ${agentsVisible(actor)} AND ${listable(actor)}`;
