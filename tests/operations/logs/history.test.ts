import { describe, expect } from "vitest";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { writeAudit } from "../../../server/kernel/operation/audit";
import * as agents from "../../../server/agents";
import * as logs from "../../../server/logs";
import * as offices from "../../../server/offices";
import * as sites from "../../../server/sites";
import { aPrice, anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { from } from "./world";

const read = (record: string, id: number, actor: Actor = system, more: object = {}) =>
  perform(logs.history, actor, { record, id, ...more } as never, from);

describe("content", () => {
  test("a change of an agent shows who made it, when to the second, and each field before and after", async () => {
    const office = await anOffice();
    const [agent, other] = [await anAgent({ office, firstName: "Ada" }), await anAgent({ office })];
    const { actor, username } = await anAdmin();
    await perform(agents.update, actor, { id: agent.id, firstName: "Bea" }, from);
    await perform(agents.update, actor, { id: other.id, firstName: "Cleo" }, from);
    const { items, total, name } = await read("agent", agent.id);
    expect({ total, name }).toEqual({ total: 1, name: agent.username });
    expect(items[0]).toMatchObject({
      ...{ username, by: null, operation: "agents.update", record: "agent", recordId: String(agent.id) },
      ...{ before: { firstName: "Ada" }, after: { firstName: "Bea" } },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as unknown,
    });
  });

  test("ids of sites and offices have their names, so that a change can be read without a second list", async () => {
    const office = await anOffice();
    const site = await aSite({ sitename: "Roses", enabledFor: [office] });
    await perform(offices.update, system, { id: office.id, siteIds: [] }, from);
    const { items, names } = await read("office", office.id);
    expect(items[0]).toMatchObject({ before: { siteIds: [site.id] }, after: { siteIds: [] } });
    expect(names.siteIds).toEqual({ [site.id]: "Roses" });
  });

  test("a site's history has its secrets, an office's its own prices, an agent's their own profile", async () => {
    const [office, agent, site] = [await anOffice(), await anAgent(), await aSite({ types: [{}] })];
    await perform(sites.makeSecret, system, { id: site.id }, from);
    expect((await read("site", site.id)).items.map(({ record }) => record)).toEqual(["siteSecret"]);
    await aPrice({ type: site.types[0]!, office });
    const price = await queryOne<{ id: number }>(sql`SELECT id FROM prices WHERE company_id = ${office.id}`);
    await writeAudit("fees.save", null, [{ record: "price", id: price!.id, before: null, after: { payout: 1 } }]);
    expect((await read("office", office.id)).items.map(({ record }) => record)).toEqual(["price"]);
    expect((await read("type", site.types[0]!.id)).total).toBe(1);
    await writeAudit("profile.update", null, [{ record: "account", id: agent.accountId, before: {}, after: {} }]);
    expect((await read("agent", agent.id)).total).toBe(1);
  });

  test("it is paged newest first, and a page past the end still counts", async () => {
    const { id } = await aSite();
    const change = (n: number) => ({ record: "site", id, before: { n }, after: { n: n + 1 } });
    await writeAudit("test.act", null, [1, 2, 3].map(change));
    const page = (n: number) => read("site", id, system, { page: n, pageSize: 2 });
    expect((await page(1)).items.map(({ before }) => before)).toEqual([{ n: 3 }, { n: 2 }]);
    expect(await page(2)).toMatchObject({ total: 3, page: 2, pageSize: 2, items: [{ before: { n: 1 } }] });
    expect(await page(9)).toMatchObject({ total: 3, items: [] });
  });

  test("it is read by the index on record and id, not by reading the whole audit", async () => {
    const { id } = await aSite();
    await writeAudit("test.act", null, [{ record: "site", id, before: {}, after: {} }]);
    const plan = await queryRows<{ "QUERY PLAN": string }>(sql`
        EXPLAIN SELECT audit.id FROM audit JOIN (SELECT 'site'::text, ${String(id)}::text
          UNION ALL SELECT 'siteSecret', id::text FROM site_secrets WHERE site_id = ${id}) AS keys(kind, key)
        ON record = kind AND record_id = key ORDER BY audit.id DESC LIMIT 50`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("audit_record");
  });
});

describe("visibility", () => {
  test("managers read the history of their own office and agents only; agents and visitors none", async () => {
    const [mine, theirs] = [await anOffice({ agents: 1 }), await anOffice({ agents: 1 })];
    expect((await read("office", mine.id, mine.actor)).total).toBe(0);
    expect((await read("agent", mine.agents[0]!.id, mine.actor)).total).toBe(0);
    const site = await aSite({ enabledFor: [mine], types: [{}] });
    const hidden = [
      ["office", theirs.id],
      ["agent", theirs.agents[0]!.id],
      ["site", site.id],
      ["type", site.types[0]!.id],
    ] as const;
    for (const [record, id] of hidden) {
      await expect(read(record, id, mine.actor)).rejects.toMatchObject({ status: 404 });
    }
    await expect(read("agent", mine.agents[0]!.id, mine.agents[0]!.actor)).rejects.toMatchObject({ status: 403 });
    await expect(perform(logs.history, null, { record: "site", id: site.id }, from)).rejects.toMatchObject({
      status: 401,
    });
  });

  test("admins see neither earnings, nor the addresses and secrets of a site, as on its screens", async () => {
    const { actor } = await anAdmin({ earningVisible: true });
    const { actor: root } = await aSuperadmin();
    const site = await aSite({ types: [{}] });
    await perform(sites.update, root, { id: site.id, sitename: "Tulips", allowedAddresses: ["192.0.2.77"] }, from);
    await perform(sites.makeSecret, root, { id: site.id }, from);
    expect(JSON.stringify(await read("site", site.id, root))).toContain("192.0.2.77");
    expect(await read("site", site.id, actor)).toMatchObject({
      total: 1,
      items: [{ after: { sitename: "Tulips" } }],
    });
    expect(JSON.stringify(await read("site", site.id, actor))).not.toContain("192.0.2.77");
    const typeId = site.types[0]!.id;
    const after = { payout: 500, earning: 31.07, bonusEarning: 31.07 };
    await writeAudit("types.update", null, [{ record: "type", id: typeId, before: null, after }]);
    expect(JSON.stringify(await read("type", typeId, root))).toContain("31.07");
    expect(JSON.stringify(await read("type", typeId, actor))).not.toContain("31.07");
  });

  test("passwords never appear", async () => {
    const office = await anOffice({ agents: 1 });
    const [agent] = office.agents;
    const password = "long-new-secret";
    await perform(agents.update, office.actor, { id: agent!.id, password, passwordConfirm: password }, from);
    const shown = await read("agent", agent!.id, office.actor);
    expect(shown.total).toBe(1);
    expect(JSON.stringify(shown)).not.toContain(password);
  });
});
