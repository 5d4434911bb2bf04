import { abilities } from "../../accounts";
import { requireAgent } from "../../agents";
import { invalid } from "../../kernel/refusal";
import { type Actor, levels } from "../../kernel/roles";
import { requireOffice } from "../../offices";
import type { Whose } from "../lines";

/** Whose statement it is: the one that was asked for, the other null, and the lines that the account may see of it. */
export type Party = {
  agentId: number | null;
  companyId: number | null;
  /** The agent's username, null of a deleted one; the office's name. */
  name: string | null;
  whose: Whose;
};

const NOT_YOURS = "Please choose one from the list.";

/**
 * The agent or office that is named. Without one agents and managers get their own, others undefined. Of an agent a
 * manager sees what he earned in that manager's office. Throws 404 for whom the account may not know of, 422 at a filter
 * that its role does not have.
 */
export async function partyOf(actor: Actor, { agentId, companyId }: Whose): Promise<Party | undefined> {
  const own = actor.role === levels.agent ? { agentId: actor.agentId ?? 0 } : undefined;
  if (companyId !== undefined && own) throw invalid({ companyId: [NOT_YOURS] });
  if (companyId !== undefined) return officeOf(actor, companyId);
  if (agentId !== undefined) return agentOf(actor, agentId);
  if (own) return agentOf(actor, own.agentId);
  return actor.companyId === null ? undefined : officeOf(actor, actor.companyId);
}

async function agentOf(actor: Actor, id: number): Promise<Party> {
  const { username } = await requireAgent(actor, id);
  const within = actor.role === levels.company && actor.companyId !== null ? { companyId: actor.companyId } : {};
  return { agentId: id, companyId: null, name: username, whose: { agentId: id, ...within } };
}

async function officeOf(actor: Actor, id: number): Promise<Party> {
  const { officeName } = await requireOffice(actor, id);
  return { agentId: null, companyId: id, name: officeName, whose: { companyId: id } };
}

/** Whose names stand in the lines: offices for admins, agents for company level and above. */
export const namesShown = (actor: Actor) => {
  const { groupByOffice: offices, groupByAgent: agents } = abilities(actor);
  return { offices, agents };
};
