import { z } from "zod";
import { agentsVisible } from "../accounts";
import { one } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { type Actor, atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sitesOf } from "./sites-of";

const Site = z.object({
  siteId: z.int(),
  sitename: z.string(),
  abbr: z.string(),
  status: z.int(),
  enable: z.boolean(),
});

/** The sites of the agent's office, each with its status and whether he sells it. */
export const sites = query({
  name: "agents.sites",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.array(Site),
  async run({ actor }, { id }) {
    await named(actor, id);
    return (await sitesOf(id)).map((site) => ({ ...site, status: Number(site.active) }));
  },
});

const Shown = Site.extend({ active: z.boolean(), hidden: z.boolean() });

/** The same for the screen, with the agent's name; those that he does not sell are left out. */
export const sitesScreen = query({
  name: "agents.sitesScreen",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.object({ username: z.string(), sites: z.array(Shown.omit({ status: true, enable: true })) }),
  async run({ actor }, { id }) {
    const { username } = await named(actor, id);
    return { username, sites: (await sitesOf(id)).filter(({ enable }) => enable) };
  },
});

async function named(actor: Actor, id: number): Promise<{ username: string }> {
  const agent = await one<{ username: string }>(sql`
    SELECT username FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!agent) throw notFound();
  return agent;
}
