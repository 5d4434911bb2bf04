import { Office, Site, Type } from "~models";
import { abilities } from "../../accounts";
import type { Actor } from "../../kernel/operation/roles";
import { selected, sql } from "../../kernel/database/sql";

/** Names from offices `o`, sites `s` and types `t`. */
export const officeNames = selected(Office, ["officeName"], { from: "o" });
export const siteNames = selected(Site, ["sitename"], { from: "s" });
export const typeNames = selected(Type, ["typename"], { from: "t" });

/** The agent's username from accounts `a`. Deleted agents keep their figures but not their name. */
export const agentShown = sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`;

/** The names in a row that the account may see: offices for admins, agents for managers and above. */
export function namesFor<O, A>(actor: Actor, office: O, agent: A): Partial<O & A> {
  const can = abilities(actor);
  return { ...(can.chooseOffice ? office : {}), ...(can.chooseAgent ? agent : {}) };
}
