import { z } from "zod";
import { agentsVisible } from "../accounts";
import { one } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { type Actor, atLeast, reaches } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { ShownSite, SoldSite, soldSite, type SoldRow } from "../sites";
import { sitesOf } from "./sites-of";

/** The sites of the agent's office, each with its status and whether he sells it. */
export const sites = query({
  name: "agents.sites",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.array(SoldSite),
  async run({ actor }, { id }) {
    await named(actor, id);
    return (await listed(actor, id)).map(soldSite);
  },
});

/** The same for the screen, with the agent's name; those that he does not sell are left out. */
export const sitesScreen = query({
  name: "agents.sitesScreen",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.object({ username: z.string(), sites: z.array(ShownSite) }),
  async run({ actor }, { id }) {
    const { username } = await named(actor, id);
    return { username, sites: (await listed(actor, id)).filter(({ enable }) => enable) };
  },
});

const listed = async (actor: Actor, id: number): Promise<SoldRow[]> =>
  (await sitesOf(id)).filter(({ active }) => active || !reaches(actor, "admin") || actor.showSuspend);

async function named(actor: Actor, id: number): Promise<{ username: string }> {
  const agent = await one<{ username: string }>(sql`
    SELECT username FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!agent) throw notFound();
  return agent;
}
