import { queryOne, queryRows } from "../kernel/database/transactions";
import { invalid, noSuch, type Refusal } from "../kernel/operation/refusal";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { contains, sql, type Statement } from "../kernel/database/sql";

/**
 *
 * An agent whose figures the account may see. For managers this includes agents who were once in their office, because
 * the office keeps what they sold there. Deleted agents are included too: their figures stay and `username` is null.
 * Throws 404.
 */
export async function requireAgent(actor: Actor, id: number): Promise<AgentNames> {
  const agent = await queryOne<AgentNames>(sql`
    SELECT agents.id, CASE WHEN deleted_at IS NULL THEN username END AS username,
      trim(first_name || ' ' || last_name) AS "fullName"
    FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ${id} AND ${everVisibleCondition(actor)}`);
  if (!agent) throw noSuch("agent");
  return agent;
}

type AgentNames = { id: number; username: string | null; fullName: string };

/** The id of such an agent by exact username, ignoring case; limited to one office if `companyId` is set. */
export async function findAgentByUsername(
  actor: Actor,
  username: string,
  companyId?: number,
): Promise<number | undefined> {
  const agent = await queryOne<{ id: number }>(sql`
    SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id
    WHERE lower(username) = lower(${username}) AND deleted_at IS NULL AND ${everVisibleCondition(actor)}
      AND ${companyId === undefined ? sql`TRUE` : everInOffice(companyId)}`);
  return agent?.id;
}

/**
 * The agent that a filter names: by username (which may consist of digits), otherwise by id, otherwise the only one
 * whose username or name contains the text. Throws 422 at `agentId` with a list of similar usernames.
 */
export async function resolveAgent(actor: Actor, idOrUsername: number | string): Promise<number> {
  const id = await findNamedAgent(actor, idOrUsername);
  if (id !== undefined) return id;
  const similar = await similarAgents(actor, String(idOrUsername));
  const [only] = similar;
  if (only && similar.length === 1) return only.id;
  throw noSuchAgent(similar);
}

/** The same for an act, which never guesses: part of a name is refused, even if it fits one agent only. */
export async function requireNamedAgent(actor: Actor, idOrUsername: number | string): Promise<number> {
  const id = await findNamedAgent(actor, idOrUsername);
  if (id === undefined) throw await agentNotFound(actor, String(idOrUsername));
  return id;
}

async function findNamedAgent(actor: Actor, idOrUsername: number | string): Promise<number | undefined> {
  const id = await findAgentByUsername(actor, String(idOrUsername));
  return id ?? (typeof idOrUsername === "number" ? idOrUsername : undefined);
}

const MAX_SUGGESTIONS = 10;

export async function agentNotFound(actor: Actor, text: string): Promise<Refusal> {
  return noSuchAgent(await similarAgents(actor, text));
}

/** The agents whose username or name contains the text, at most ten. */
function similarAgents(actor: Actor, text: string): Promise<{ id: number; username: string }[]> {
  return queryRows(sql`
    SELECT agents.id, username FROM agents JOIN accounts ON accounts.id = account_id
    WHERE deleted_at IS NULL AND ${everVisibleCondition(actor)}
      AND (${contains(sql`username`, text)} OR ${contains(sql`first_name || ' ' || last_name`, text)})
    ORDER BY username COLLATE by_name LIMIT ${MAX_SUGGESTIONS}`);
}

/** The pages turn the names after "Similar:" into links. */
function noSuchAgent(similar: readonly { username: string }[]): Refusal {
  const names = similar.map(({ username }) => username).join(", ");
  return invalid({
    agentId: [names === "" ? "There is no such agent." : `There is no such agent. Similar: ${names}.`],
  });
}

function everVisibleCondition(actor: Actor): Statement {
  if (hasRole(actor, "admin")) return sql`TRUE`;
  if (!hasRole(actor, "company")) return sql`agents.id = ${actor.agentId}`;
  return everInOffice(actor.companyId);
}

const everInOffice = (companyId: number | null): Statement =>
  sql`agents.id IN (SELECT agent_id FROM agent_offices WHERE company_id = ${companyId})`;

/** The ids of all agents who were ever employed by an office, so of all whose figures it keeps. */
export async function agentsEverIn(companyId: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    sql`SELECT DISTINCT agent_id AS id FROM agent_offices WHERE company_id = ${companyId} ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
