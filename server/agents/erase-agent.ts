import { foldUsername } from "../accounts";
import { now } from "../kernel/clock";
import { one, run } from "../kernel/database";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { lockAgents } from "./lock-agents";

/**
 * Empties an agent and his sign-in and marks him deleted; his sessions, his talks with clients and what was logged of his sign-ins go too. His
 * stays at offices remain, for they say whose his sales are. Throws 404.
 */
export async function eraseAgent(actor: Actor, id: number): Promise<{ accountId: number; username: string }> {
  const [agent] = await lockAgents(actor, [id]);
  const accountId = agent?.accountId ?? 0;
  const account = await one<{ username: string }>(sql`SELECT username FROM accounts WHERE id = ${accountId}`);
  const username = account?.username ?? "";
  await run(sql`DELETE FROM chat_logs WHERE agent_id = ${id}`);
  await run(sql`DELETE FROM login_log WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM sessions WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM remote_tokens WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM password_resets WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM kept_forms WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM once WHERE account_id = ${accountId}`);
  await run(sql`DELETE FROM sign_in_failures WHERE username = ${foldUsername(username)}`);
  await run(sql`DELETE FROM agent_sites WHERE agent_id = ${id}`);
  await run(sql`
    UPDATE agents SET first_name = '', last_name = '', email = '', campaign_id = '', must_read = '' WHERE id = ${id}`);
  await run(sql`
    UPDATE accounts SET username = '', password_hash = '', password_sealed = NULL, status_reason = NULL, active = false,
      login_blocked = true, login_enabled_until = NULL, deleted_at = ${now()}, version = version + 1
    WHERE id = ${accountId}`);
  return { accountId, username };
}
