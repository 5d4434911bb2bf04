import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { execute, readTransaction, queryOne } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { type Actor, system } from "../../server/kernel/operation/roles";
import { find } from "../../server/search";
import { ownLinkCodes } from "../../server/links";
import { ask, refused } from "../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aSale, aSite } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { plansOf, touched, type Plan } from "../world/plan";
import { test } from "../world/rollback";

const at = new Date(Date.now() - 86_400_000);

/** Two offices with an agent and a site each, and a sale of the first. */
async function aNetwork() {
  const north = await anOffice({ username: "mnorth", officeName: "North Quay" });
  const south = await anOffice({ username: "msouth", officeName: "South Quay" });
  const mara = await anAgent({ office: north, username: "mpell", firstName: "Mara", lastName: "Pellcombe" });
  const marc = await anAgent({ office: south, username: "marc", firstName: "Marc", lastName: "Odell" });
  await execute(sql`UPDATE agents SET email = 'mara@agents.example' WHERE id = ${mara.id}`);
  const roses = await aSite({ sitename: "Quiet Roses", enabledFor: [north], types: [{ typename: "Signup" }] });
  const tulips = await aSite({ sitename: "Loud Tulips", enabledFor: [south], types: [{ typename: "Signup" }] });
  const type = first(roses.types);
  await execute(sql`
    INSERT INTO agent_sites (agent_id, site_id) VALUES (${mara.id}, ${roses.id}), (${marc.id}, ${tulips.id})
    ON CONFLICT DO NOTHING`);
  const sale = await aSale({ agent: mara, type, at, txid: "tx_77", email: "Jane@Customers.example" });
  const { actor: admin } = await anAdmin();
  return { north, south, mara, marc, roses, tulips, type, sale, admin };
}

async function foundBy(actor: Actor, q: string) {
  const { exact, agents, offices, sites, types, events } = await ask(find, actor, { q });
  return {
    exact,
    agents: agents.items.map(({ username }) => username),
    offices: offices.items.map(({ officeName }) => officeName),
    sites: sites.items.map(({ sitename }) => sitename),
    types: types.items.map(({ sitename, typename }) => `${sitename} ${typename}`),
    events: events.length,
  };
}
const NOTHING = { exact: null, agents: [], offices: [], sites: [], types: [], events: 0 };

test("a name finds agents, offices, sites and links in any case and anywhere in it, and each role its own only", async () => {
  const { north, mara, admin } = await aNetwork();
  expect((await foundBy(admin, "mar")).agents).toEqual(["marc", "mpell"]);
  expect(await foundBy(admin, "MARA PELL")).toEqual({ ...NOTHING, agents: ["mpell"] });
  expect(await foundBy(admin, "a@agents.example")).toMatchObject({ agents: ["mpell"] });
  expect(await foundBy(admin, "quay")).toEqual({ ...NOTHING, offices: ["North Quay", "South Quay"] });
  expect(await foundBy(admin, "roses")).toEqual({ ...NOTHING, sites: ["Quiet Roses"] });
  expect(await foundBy(admin, "sign")).toEqual({ ...NOTHING, types: ["Loud Tulips Signup", "Quiet Roses Signup"] });
  expect((await foundBy(north.actor, "mar")).agents).toEqual(["mpell"]);
  expect(await foundBy(north.actor, "quay")).toEqual({ ...NOTHING, offices: ["North Quay"] });
  expect(await foundBy(north.actor, "sign")).toEqual({ ...NOTHING, types: ["Quiet Roses Signup"] });
  expect(await foundBy(mara.actor, "mar")).toEqual({ ...NOTHING, agents: ["mpell"] });
  expect(await foundBy(mara.actor, "quay")).toEqual(NOTHING);
  expect(await foundBy(mara.actor, "tulips")).toEqual(NOTHING);
  const { agents } = await ask(find, north.actor, { q: "mpell" });
  expect(agents.items[0]).not.toHaveProperty("officeName");
});

test("wildcards are characters, deleted accounts are not found, and waiting ones say so", async () => {
  const { mara, marc, admin } = await aNetwork();
  expect(await foundBy(admin, "%%")).toEqual(NOTHING);
  expect(await foundBy(admin, "m_rc")).toEqual(NOTHING);
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${marc.accountId}`);
  await execute(sql`UPDATE accounts SET approved = false WHERE id = ${mara.accountId}`);
  const { agents } = await ask(find, admin, { q: "mar" });
  expect(agents.items.map(({ username, approved }) => [username, approved])).toEqual([["mpell", false]]);
});

test("a click ID, a transaction ID and a link open at once, for those who may see them", async () => {
  const { north, south, mara, marc, roses, type, sale, admin } = await aNetwork();
  const ids = { siteId: roses.id, typeId: type.id, agentId: mara.id };
  const code = (await ownLinkCodes()).encode(ids);
  const click = await aClick({ agent: mara, type, at });
  const exact: [q: string, kind: string][] = [
    [sale.click, "click"],
    [` ${click.id.toUpperCase()} `, "click"],
    ["tx_77", "transaction"],
    [code, "link"],
    [`https://any.example/api/links/go/${roses.id}/${type.id}/${mara.id}`, "link"],
  ];
  for (const [q, kind] of exact) {
    for (const actor of [admin, north.actor, mara.actor]) {
      expect([q, (await foundBy(actor, q)).exact]).toEqual([q, kind]);
    }
    for (const actor of [south.actor, marc.actor]) expect([q, await foundBy(actor, q)]).toEqual([q, NOTHING]);
  }
  expect(await foundBy(admin, randomUUID())).toEqual(NOTHING);
});

test("a transaction ID that is also a name leaves the choice", async () => {
  const { mara, type, admin } = await aNetwork();
  await aSale({ agent: mara, type, at, txid: "marc" });
  expect(await foundBy(admin, "marc")).toEqual({ ...NOTHING, agents: ["marc"], events: 1 });
});

test("a customer's e-mail finds their sales in any case, only for those who may see them", async () => {
  const { north, south, mara, marc, admin } = await aNetwork();
  for (const actor of [admin, north.actor, mara.actor]) {
    expect(await foundBy(actor, "jane@customers.EXAMPLE")).toEqual({ ...NOTHING, events: 1 });
  }
  for (const actor of [south.actor, marc.actor]) {
    expect(await foundBy(actor, "jane@customers.example")).toEqual(NOTHING);
  }
});

test("an empty text finds nothing, one character is refused, and many hits are cut with the best first", async () => {
  const { north, admin } = await aNetwork();
  expect(await foundBy(admin, "  ")).toEqual(NOTHING);
  expect(await refused(find, admin, { q: "m" })).toMatchObject({ status: 422, data: { q: [expect.any(String)] } });
  expect(await refused(find, admin, { q: "m".repeat(301) })).toMatchObject({ status: 422 });
  for (let n = 0; n < 9; n++) await anAgent({ office: north, username: `aa_zed${n}` });
  await anAgent({ office: north, username: "zed" });
  const { agents } = await ask(find, admin, { q: "zed" });
  expect([agents.items.length, agents.more, agents.items[0]?.username]).toEqual([8, true, "zed"]);
});

describe("over the demo's clicks and sales", () => {
  beforeAll(async () => {
    await (await aDatabase({ demo: true })).enter();
  }, 600_000);

  type Node = Plan & { "Node Type"?: string; "Relation Name"?: string; Plans?: Node[] };
  function* nodes(node: Node): Generator<Node> {
    yield node;
    for (const part of node.Plans ?? []) yield* nodes(part);
  }
  const LARGE = /^(clicks|sale_events|postbacks)/;

  it("each lookup reads clicks, events and postbacks through an index, and few rows of them", async () => {
    const sold = await readTransaction(() =>
      queryOne<{ txid: string; email: string; click: string; agent: number; company: number }>(sql`
        SELECT txid, email, click_id AS click, agent_id AS agent, company_id AS company FROM sale_events
        WHERE txid IS NOT NULL AND email IS NOT NULL ORDER BY id DESC LIMIT 1`),
    );
    if (!sold) throw new Error("The demo has no sale with a transaction ID.");
    const manager: Actor = { ...system, role: 10, companyId: sold.company };
    const agent: Actor = { ...manager, role: 20, agentId: sold.agent };
    for (const actor of [system, manager, agent]) {
      for (const q of [sold.txid, sold.email, sold.click, "no such text"]) {
        const { plans } = await readTransaction(async () => {
          // Of a month with few rows the planner rather reads the whole page, although there is an index.
          await queryOne(sql`SELECT set_config('enable_seqscan', 'off', true)`);
          return plansOf(() => ask(find, actor, { q }));
        });
        const large = plans
          .flatMap((plan) => [...nodes(plan)])
          .filter((node) => LARGE.test(node["Relation Name"] ?? ""));
        expect(large.length, q).toBeGreaterThan(0);
        expect(large.filter((node) => node["Node Type"] === "Seq Scan" && touched(node) > 0)).toEqual([]);
        expect(
          large.reduce((sum, node) => sum + touched({ ...node, Plans: [] }), 0),
          q,
        ).toBeLessThan(200);
      }
    }
  });
});
