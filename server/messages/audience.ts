import { z } from "zod";
import { Account, Agent, type Message, Office } from "~models";
import { agentsVisible, findVisible } from "../accounts";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Ids } from "../kernel/operation/input";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, hasRole } from "../kernel/operation/roles";

export const Audience = z.union(
  [z.literal("all"), z.strictObject({ companyIds: Ids }), z.strictObject({ agentIds: Ids })],
  "Please choose the recipients.",
);
export type Audience = z.output<typeof Audience>;

type Target = Pick<Message, "audience" | "targetIds">;

/** The stored form of an audience. Throws 404 for an office or agent that the sender cannot see. */
export async function targetOf(actor: Actor, audience: Audience): Promise<Target> {
  if (audience === "all") {
    if (!hasRole(actor, "admin")) throw invalid({ audience: ["Please choose your office or agents of it."] });
    return { audience, targetIds: [] };
  }
  if ("companyIds" in audience) {
    await findVisible(Office, actor, audience.companyIds);
    return { audience: "offices", targetIds: audience.companyIds };
  }
  await findVisible(Agent, actor, audience.agentIds);
  return { audience: "agents", targetIds: audience.agentIds };
}

export const audienceOf = ({ audience, targetIds }: Target): Audience =>
  audience === "all" ? audience : audience === "offices" ? { companyIds: targetIds } : { agentIds: targetIds };

const MOST_AGENTS = 500;

/** The ids of the agents whose usernames a text lists. Throws 422 at `agents` with those that are not found. */
export async function agentIdsIn(actor: Actor, text: string): Promise<number[]> {
  const names = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  if (names.length === 0) throw invalid({ agents: ["Please fill in this field."] });
  if (names.length > MOST_AGENTS) throw invalid({ agents: [`Please name at most ${MOST_AGENTS} agents.`] });
  const found = await queryRows<{ id: number; name: string }>(sql`
    SELECT agents.id, lower(username) AS name FROM agents JOIN accounts ON accounts.id = account_id
    WHERE lower(username) = ANY (${names}::text[]) AND ${agentsVisible(actor)}`);
  const unknown = names.filter((name) => !found.some((agent) => agent.name === name));
  if (unknown.length > 0) throw invalid({ agents: [`There is no such agent: ${unknown.slice(0, 10).join(", ")}.`] });
  return found.map(({ id }) => id);
}

const officeColumns = selectColumns(Office, ["id"], { as: { name: "officeName" } });
const agentColumns = selectColumns(Agent, ["id"]);
const usernames = selectColumns(Account, [], { as: { name: "username" } });
const SHOWN = 3;

/** The first names of the targets of messages, for people to read. Deleted agents have none. */
export async function namesOf(targets: readonly Target[]): Promise<(target: Target) => string[]> {
  const idsOf = (kind: Target["audience"]) =>
    targets.flatMap(({ audience, targetIds }) => (audience === kind ? targetIds.slice(0, SHOWN) : []));
  const offices = await queryRows<RowOf<typeof officeColumns>>(
    sql`SELECT ${officeColumns} FROM offices WHERE id = ANY (${idsOf("offices")}::integer[])`,
  );
  const agents = await queryRows<RowOf<typeof agentColumns> & RowOf<typeof usernames>>(sql`
    SELECT ${agentColumns}, ${usernames} FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ANY (${idsOf("agents")}::integer[]) AND deleted_at IS NULL`);
  return ({ audience, targetIds }) => {
    const named = audience === "offices" ? offices : agents;
    return targetIds.slice(0, SHOWN).flatMap((id) => named.find((record) => record.id === id)?.name ?? []);
  };
}
