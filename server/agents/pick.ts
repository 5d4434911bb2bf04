import { z } from "zod";
import { agentsVisible, listable, officesVisible } from "../accounts";
import { one, rows } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { type Actor, atLeast, reaches } from "../kernel/roles";
import { all, sql } from "../kernel/sql";

const filters = ["all", "onlyAvailable", "onlyAvailablePlusSuspended"] as const;

const Agent = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyId: z.int(),
});
export type AgentPicked = z.output<typeof Agent>;

/** The agents to choose from, of one office or of all; a manager gets his own. Suspended ones are among them. */
export const pick = query({
  name: "agents.pick",
  does: "list agents",
  allow: atLeast("company"),
  input: z.object({
    companyId: Id.optional(),
    agentsQuery: z.enum(filters, "Please choose one from the list.").default("onlyAvailablePlusSuspended"),
  }),
  output: z.array(Agent),
  async run({ actor }, { companyId, agentsQuery }) {
    if (companyId !== undefined) await requireOffice(actor, companyId);
    return pickedAgents(actor, { companyId, filter: agentsQuery });
  },
});

/** Agents by username; `limit` cuts the list short. */
export function pickedAgents(
  actor: Actor,
  { companyId, filter, limit }: { companyId?: number; filter: (typeof filters)[number]; limit?: number },
): Promise<AgentPicked[]> {
  const conditions = [
    agentsVisible(actor),
    reaches(actor, "admin") && listable(actor),
    companyId !== undefined && sql`company_id = ${companyId}`,
    filter !== "all" && sql`approved AND NOT accounts.hidden`,
    filter === "onlyAvailable" && sql`accounts.active`,
  ];
  return rows(sql`
    SELECT agents.id, username, first_name AS "firstName", last_name AS "lastName", company_id AS "companyId"
    FROM agents JOIN accounts ON accounts.id = account_id
    WHERE ${all(conditions)} ORDER BY lower(username), agents.id LIMIT ${limit ?? null}`);
}

async function requireOffice(actor: Actor, id: number): Promise<void> {
  const office = await one(sql`
    SELECT offices.id FROM offices JOIN accounts ON accounts.id = account_id
    WHERE offices.id = ${id} AND ${officesVisible(actor)}`);
  if (!office) throw notFound();
}
