import { z } from "zod";
import { agentsVisible } from "../accounts";
import { rows } from "../kernel/database";
import { Ids } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The usernames of the agents that a confirmation is about. One that the account may not know of is 404. */
export const named = query({
  name: "agents.named",
  does: "list agents",
  allow: atLeast("company"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const agents = await rows<{ id: number; username: string }>(sql`
      SELECT agents.id, username FROM agents JOIN accounts ON accounts.id = account_id
      WHERE agents.id = ANY(${ids}::int[]) AND ${agentsVisible(actor)} ORDER BY lower(username), agents.id`);
    if (ids.some((id) => !agents.some((agent) => agent.id === id))) throw notFound();
    return agents.map(({ username }) => username);
  },
});
