import { expect, vi } from "vitest";
import { Agent, AgentSite, Site, Type } from "~models";
import { findOneVisible, findVisible, sitesVisible } from "../../../server/accounts";
import { database, queryRows } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";

test("loaded sites, their links and lists in SQL agree on visibility: an agent or office finds only enabled sites", async () => {
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
});

test("records are found in the order of their IDs and locked as asked; one that is not visible is missed", async () => {
  const office = await anOffice();
  const { actor, id: agentId } = await anAgent({ office });
  const [first, second] = [await aSite({ enabledFor: [office] }), await aSite({ enabledFor: [office] })];
  const hidden = await aSite({});
  // The row that was written last is last in its table.
  await Site.update({ abbr: "moved" }, { where: { id: first.id } });
  const found = await findVisible(Site, actor, [second.id, first.id, first.id]);
  expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
  const latestFirst = await findVisible(Site, actor, [first.id, second.id], { order: [["id", "DESC"]] });
  expect(latestFirst.map(({ id }) => id)).toEqual([second.id, first.id]);
  for (const missing of [hidden.id, 2 ** 31 - 1]) {
    const refusal = { code: "NOT_FOUND", record: "site" };
    await expect(findVisible(Site, actor, [first.id, missing])).rejects.toMatchObject(refusal);
    await expect(findOneVisible(Site, actor, missing)).rejects.toMatchObject(refusal);
  }
  expect(await findVisible(Site, actor, [])).toEqual([]);

  const lockedBy = async (body: () => Promise<unknown>) => {
    const query = vi.spyOn(database(), "query");
    await body();
    const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement).replaceAll('\\"', ""));
    query.mockRestore();
    return statements.flatMap((text) => /FROM (\w+) .*FOR UPDATE/.exec(text)?.[1] ?? []);
  };
  expect(await lockedBy(() => findOneVisible(Site, actor, first.id))).toEqual([]);
  expect(await lockedBy(() => findOneVisible(Site, actor, first.id, { lock: true }))).toEqual(["sites"]);
  expect(await lockedBy(() => findOneVisible(Agent, actor, agentId))).toEqual([]);
  // Of people, the account is locked and not the agent's own row.
  expect(await lockedBy(() => findOneVisible(Agent, actor, agentId, { lock: true }))).toEqual(["accounts"]);
});
