import { Agent, Once, SignInFailure } from "~models";
import { findOneVisible, foldUsername } from "../accounts";
import { now } from "../kernel/periods/now";
import type { Actor } from "../kernel/operation/roles";

/**
 * Erases an agent's data and sign-in and marks the account deleted. Also deletes the agent's sessions, chat logs, login
 * log and sign-in failures, and the stored answers to repeatable forms and calls. Throws 404.
 */
export async function eraseAgent(actor: Actor, id: number): Promise<{ accountId: number; username: string }> {
  const agent = await findOneVisible(Agent, actor, id, { lock: true });
  const { accountId } = agent;
  const username = agent.account?.username ?? "";
  await agent.erase(now());
  await Once.destroy({ where: { accountId } });
  await SignInFailure.destroy({ where: { username: foldUsername(username) } });
  return { accountId, username };
}
