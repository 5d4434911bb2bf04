import { Agent, Once, SignInFailure } from "~models";
import { findOneVisible, foldUsername } from "../accounts";
import { now } from "../kernel/clock";
import type { Actor } from "../kernel/roles";

/**
 * Empties an agent and his sign-in and marks him deleted; his sessions, his talks with clients and what was logged of his
 * sign-ins go too. Throws 404.
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
