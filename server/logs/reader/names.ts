import { Office, Site, Type } from "~models";
import { abilities } from "../../accounts";
import type { Actor } from "../../kernel/roles";
import { selected, sql } from "../../kernel/sql";

/** Names of offices `o`, sites `s` and types `t`. */
export const officeNames = selected(Office, ["officeName"], { from: "o" });
export const siteNames = selected(Site, ["sitename"], { from: "s" });
export const typeNames = selected(Type, ["typename"], { from: "t" });

/** The agent's name of accounts `a`: what is left of a deleted one are his figures. */
export const agentShown = sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`;

/** Which names of a row the account gets: offices are for admins, agents for company level and above. */
export function namesFor<O, A>(actor: Actor, office: O, agent: A): Partial<O & A> {
  const can = abilities(actor);
  return { ...(can.chooseOffice ? office : {}), ...(can.chooseAgent ? agent : {}) };
}
