import { Agent, Once, SignInFailure } from "~models";
import { findOneVisible, foldUsername } from "../accounts";
import { now } from "../kernel/clock";
import type { Actor } from "../kernel/roles";

/**
 * Erases an agent's data and sign-in and marks the agent deleted. Also deletes their sessions, their stored replies to
 * repeated calls and their sign-in failures. Throws 404.
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
