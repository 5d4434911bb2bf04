import { expect, test } from "vitest";
import { AgentSite, Site, Type } from "~models";
import { sitesVisible } from "../../../server/accounts";
import { queryRows } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";

test("loaded sites, their links and lists in SQL agree on visibility: an agent or office finds only enabled sites", () =>
  inRollback(async () => {
    const office = await anOffice();
    const agent = await anAgent({ office });
    const types = [{ typename: "land" }];
    const sold = await aSite({ enabledFor: [office], types });
    const officeOnly = await aSite({ enabledFor: [office], types });
    await AgentSite.destroy({ where: { siteId: officeOnly.id } });
    const agentOnly = await aSite({ types });
    await AgentSite.create({ siteId: agentOnly.id, agentId: agent.id });
    const neither = await aSite({ types });
    const ids = [sold, officeOnly, agentOnly, neither].map(({ id }) => id);

    const found = async (actor: Actor) => ({
      loaded: (await Site.findAll({ ...Site.visibleTo(actor), where: { id: ids }, order: ["id"] })).map(({ id }) => id),
      ofLinks: (await Type.findAll({ ...Type.visibleTo(actor), where: { siteId: ids }, order: ["siteId"] })).map(
        ({ siteId }) => siteId,
      ),
      listed: (
        await queryRows<{ id: number }>(
          sql`SELECT id FROM sites WHERE id = ANY(${ids}::int[]) AND ${sitesVisible(actor)} ORDER BY id`,
        )
      ).map(({ id }) => id),
    });
    const all = (visible: number[]) => ({ loaded: visible, ofLinks: visible, listed: visible });
    expect(await found(agent.actor)).toEqual(all([sold.id]));
    expect(await found(office.actor)).toEqual(all([sold.id, officeOnly.id]));
    for (const { actor } of [await anAdmin(), await aSuperadmin()]) expect(await found(actor)).toEqual(all(ids));
  }));
