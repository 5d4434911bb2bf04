import { abilities } from "../../accounts";
import { requireAgent } from "../../agents";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, levels } from "../../kernel/operation/roles";
import { requireOffice } from "../../offices";
import type { Whose } from "../lines";

/** The agent or office of a statement (the other ID is null), and the lines of it that the account may see. */
export type Party = {
  agentId: number | null;
  companyId: number | null;
  /** The agent's username, which is null for a deleted agent, or the office's name. */
  name: string | null;
  whose: Whose;
};

const NOT_YOURS = "Please choose one from the list.";

/**
 * The named agent or office. Without one, agents get themselves, managers their office, and others undefined. A manager
 * only sees an agent's lines of the manager's own office. Throws 404 for an agent or office that the account may not
 * see, and 422 at a filter that its role does not have.
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

/** The names shown in lines: offices for admins, agents for company level and above. */
export const namesShown = (actor: Actor) => {
  const { groupByOffice: offices, groupByAgent: agents } = abilities(actor);
  return { offices, agents };
};
