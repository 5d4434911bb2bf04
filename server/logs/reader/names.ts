import { abilities } from "../../accounts";
import type { Actor } from "../../kernel/roles";
import { sql } from "../../kernel/sql";

/** The agent's name of accounts `a`: what is left of a deleted one are his figures. */
export const agentShown = sql`CASE WHEN a.deleted_at IS NULL THEN a.username ELSE 'deleted agent' END`;

/** Which names of a row the account gets: offices are for admins, agents for company level and above. */
export function namesFor<O, A>(actor: Actor, office: O, agent: A): Partial<O & A> {
  const can = abilities(actor);
  return { ...(can.chooseOffice ? office : {}), ...(can.chooseAgent ? agent : {}) } as Partial<O & A>;
}
