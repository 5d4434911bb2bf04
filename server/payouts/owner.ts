import { Agent, Office } from "~models";
import { findOneVisible } from "../accounts";
import { notFound } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";

export type Kind = "agent" | "office";
export type Owner = {
  kind: Kind;
  id: number;
  accountId: number;
  name: string;
  /** The addresses of the agent and of the office's manager; an office has the latter only. */
  mails: string[];
};

/** An agent or office that the actor can see, with their account locked if `lock` is set. Throws 404. */
export async function findOwner(actor: Actor, kind: Kind, id: number, lock = false): Promise<Owner> {
  if (kind === "agent") {
    const { accountId, account, email, companyId } = await findOneVisible(Agent, actor, id, { lock });
    const office = await Office.findByPk(companyId, { attributes: ["manEmail"] });
    return { kind, id, accountId, name: account?.username ?? "", mails: [email, office?.manEmail ?? ""] };
  }
  const { accountId, officeName, manEmail } = await findOneVisible(Office, actor, id, { lock });
  return { kind, id, accountId, name: officeName, mails: [manEmail] };
}

/** The agent or office of the signed-in account. Throws 404 for admins, who are not paid. */
export async function findSelf(actor: Actor, lock = false): Promise<Owner> {
  const { agentId, companyId } = actor;
  if (agentId !== null) return findOwner(actor, "agent", agentId, lock);
  if (companyId !== null) return findOwner(actor, "office", companyId, lock);
  throw notFound();
}
