import { z } from "zod";
import { abilities } from "../accounts";
import type { Actor } from "../kernel/roles";
import { pickedAgents } from "./pick";

/** More of them would weigh more than the page. */
const MOST = 200;

/** Whom a field for an agent proposes: all there are, or, where they are too many, nobody: then they are searched. */
export const Proposals = z.object({
  agents: z.array(z.object({ username: z.string(), name: z.string() })),
  more: z.boolean(),
});

/** The agents that the account may choose from, also suspended ones; of one office, when it is given. */
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
