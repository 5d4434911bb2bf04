import { agentsVisible, listable } from "../accounts";
import type { Actor } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";

/** SQL by hand, for the list and its count: who stands in the queue of this account: agents that nobody has approved yet, among those that its lists show. */
export const waiting = (actor: Actor): Statement =>
  sql`NOT accounts.approved AND ${agentsVisible(actor)} AND ${listable(actor)}`;
