import { z } from "zod";
import { abilities } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { pickedAgents } from "./pick";

/** Above this count, the proposals would be larger than the page. */
const MOST = 200;

/**
 * Proposals for an agent field: all agents, or none if there are more than MOST; `more` is true then and the field
 * searches instead.
 */
export const Proposals = z.object({
  agents: z.array(z.object({ username: z.string(), name: z.string() })),
  more: z.boolean(),
});

/**
 * The agents that the account may choose from, including suspended ones; limited to one office if `companyId` is set.
 */
export async function proposals(actor: Actor, companyId?: number): Promise<z.output<typeof Proposals>> {
  if (!abilities(actor).chooseAgent) return { agents: [], more: false };
  const found = await pickedAgents(actor, { companyId, filter: "onlyAvailablePlusSuspended", limit: MOST + 1 });
  if (found.length > MOST) return { agents: [], more: true };
  const agents = found.map(({ username, firstName, lastName }) => ({
    username,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return { agents, more: false };
}
