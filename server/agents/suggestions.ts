import { z } from "zod";
import { abilities } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { hasMoreAgentOptions, listAgentOptions } from "./pick";

/** Above this count, the proposals would be larger than the page. */
const MAX_SUGGESTIONS = 200;

/**
 * Proposals for an agent field: all agents, or none if there are more than MOST; `more` is true then and the field
 * searches instead.
 */
export const AgentSuggestions = z.object({
  agents: z.array(z.object({ username: z.string(), name: z.string() })),
  more: z.boolean(),
});

/**
 * The agents that the account may choose from, including suspended ones; limited to one office if `companyId` is set.
 */
export async function suggestAgents(actor: Actor, companyId?: number): Promise<z.output<typeof AgentSuggestions>> {
  if (!abilities(actor).chooseAgent) return { agents: [], more: false };
  const choice = { companyId, filter: "onlyAvailablePlusSuspended" } as const;
  if (await hasMoreAgentOptions(actor, choice, MAX_SUGGESTIONS)) return { agents: [], more: true };
  const options = await listAgentOptions(actor, choice);
  const agents = options.map(({ username, firstName, lastName }) => ({
    username,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return { agents, more: false };
}
