import { z } from "zod";
import { Agent } from "~models";
import { findOneVisible } from "../accounts";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { ShownSite, type SoldSiteRow, SoldSite, toSoldSite } from "../sites";
import { sitesOf } from "./sites-of";

/** The sites of the agent's office, each with its status and whether the agent sells it. */
export const sites = query({
  name: "agents.sites",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.array(SoldSite),
  async run({ actor }, { id }) {
    await findOneVisible(Agent, actor, id);
    return (await listVisibleSites(actor, id)).map(toSoldSite);
  },
});

/** The same for the screen, with the agent's username and only the sites that the agent sells. */
export const sitesScreen = query({
  name: "agents.sitesScreen",
  does: "list the sites of agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), companyId: z.int(), username: z.string(), sites: z.array(ShownSite) }),
  async run({ actor }, { id }) {
    const { account, companyId } = await findOneVisible(Agent, actor, id);
    return {
      ...{ id, companyId },
      username: account?.username ?? "",
      sites: (await listVisibleSites(actor, id)).filter(({ enable }) => enable),
    };
  },
});

const listVisibleSites = async (actor: Actor, id: number): Promise<SoldSiteRow[]> =>
  (await sitesOf(id)).filter(({ active }) => active || !hasRole(actor, "admin") || actor.showSuspend);
