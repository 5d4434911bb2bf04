import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { allScreen, list, listAll, qr } from "../../server/links";
import { ask, refused } from "../reports/ask";
import { anAdmin, anOffice, aPrice, aSite } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";

/** Two sites whose links the agent has, and others: disabled for the agent, disabled for the office, suspended. */
async function aShop() {
  const [north, south] = [await anOffice({ agents: 2 }), await anOffice({ agents: 1 })];
  const enabledFor = [north];
  const types = [{ typename: "trial", bonus: true }, { typename: "Card" }, { typename: "gone", active: false }];
  const tulips = await aSite({ sitename: "tulips", enabledFor });
  const roses = await aSite({ sitename: "Roses", types, enabledFor: [north, south] });
  const others = await aSite({ sitename: "Others", enabledFor });
  await aSite({ sitename: "Asleep", active: false, enabledFor });
  const elsewhere = await aSite({ sitename: "Elsewhere", enabledFor: [south] });
  const [agent, colleague] = north.agents;
  if (!agent || !colleague) throw new Error("The office has no agents.");
  await execute(sql`DELETE FROM agent_sites WHERE agent_id = ${agent.id} AND site_id = ${others.id}`);
  await execute(sql`INSERT INTO agent_sites (agent_id, site_id) VALUES (${agent.id}, ${elsewhere.id})`);
  return { north, south, roses, tulips, agent, colleague };
}
const namesOf = ({ links }: { links: { items: { sitename: string; typename: string }[] } | null }) =>
  links?.items.map(({ sitename, typename }) => `${sitename} ${typename}`);

test("an agent has all links of all sites at once, with the addresses and pay of each, and nobody else's [GEN-04, GEN-06]", async () => {
  const { agent, colleague, north, roses, tulips } = await aShop();
  await aPrice({ type: first(roses.types), office: north, payout: 540, bonusPayout: 260 });
  const all = await ask(allScreen, agent.actor);
  expect(namesOf(all)).toEqual(["Roses Card", "Roses trial", "tulips link 1"]);
  expect(all.links?.total).toBe(3);
  const given = await ask(list, agent.actor, { siteId: roses.id });
  expect(all.links?.items.slice(0, 2).flatMap(({ direct, link }) => [direct, link])).toEqual(
    given.map(({ link }) => link),
  );
  expect(all.links?.items.map(({ id, siteId, pay }) => [id, siteId, pay?.payout, pay?.bonusPayout])).toEqual([
    [roses.types[1]?.id, roses.id, 500, null],
    [roses.types[0]?.id, roses.id, 540, 260],
    [tulips.types[0]?.id, tulips.id, 500, null],
  ]);
  const named = await ask(allScreen, agent.actor, { agentId: colleague.username });
  expect([named.agent, named.links]).toEqual([agent.username, all.links]);
});

test("search, site and sub ids apply to all links, and an unknown site or another office's agent is 404", async () => {
  const { agent, north, south, roses, tulips } = await aShop();
  const found = async (input: object) => namesOf(await ask(allScreen, agent.actor, { ...input }));
  expect(await found({ search: "rOSES ca" })).toEqual(["Roses Card"]);
  expect(await found({ search: "%" })).toEqual([]);
  expect(await found({ search: "" })).toHaveLength(3);
  expect(await found({ siteId: tulips.id })).toEqual(["tulips link 1"]);
  const { links } = await ask(allScreen, agent.actor, { siteId: roses.id, sub1: "mail 7" });
  for (const { link, direct } of links?.items ?? []) expect([link, direct].join()).toMatch(/(\?sub1=mail%207(,|$)){1}/);
  expect(await refused(allScreen, agent.actor, { siteId: 999_999 })).toEqual({ status: 404 });
  const stranger = first(south.agents).id;
  expect(await refused(allScreen, north.actor, { agentId: stranger })).toEqual({ status: 404 });
});

test("managers and admins choose the agent, whose links they then see", async () => {
  const { agent, north, south } = await aShop();
  const admin = await anAdmin();
  for (const { actor } of [north, admin]) {
    expect((await ask(allScreen, actor)).links).toBeNull();
    expect(namesOf(await ask(allScreen, actor, { agentId: agent.username }))).toHaveLength(3);
  }
  const wrong = { agentId: agent.id, companyId: south.id };
  expect(await refused(allScreen, admin.actor, wrong)).toMatchObject({ status: 422 });
});

test("sixty links are on three pages in one order, and a page after the last is empty with the same total", async () => {
  const office = await anOffice({ agents: 1 });
  for (const sitename of ["b", "A", "c"]) await aSite({ sitename, types: 20, enabledFor: [office] });
  const { actor } = first(office.agents);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push((await ask(allScreen, actor, { page })).links);
  expect(pages.map((page) => [page?.items.length, page?.total])).toEqual([
    [20, 60],
    [20, 60],
    [20, 60],
    [0, 60],
  ]);
  expect(pages.map((page) => page?.items[0]?.sitename)).toEqual(["A", "b", "c", undefined]);
  expect(new Set(pages.flatMap((page) => page?.items.map(({ id }) => id))).size).toBe(60);
});

test("a program gets the same links with sub ids, pay and state, sorted or by cursor, and QR codes as SVG", async () => {
  const { agent, colleague, north, south, roses, tulips } = await aShop();
  const { links: shown } = await ask(allScreen, agent.actor, { sub1: "mail 7" });
  const called = await ask(listAll, agent.actor, { sub1: "mail 7" });
  const byId = <T extends { id: number }>(items: T[] = []) => items.toSorted((a, b) => a.id - b.id);
  expect(called.items.map(({ sitename }) => sitename)).toEqual(["Roses", "Roses", "tulips"]);
  expect(byId(called.items)).toEqual(byId(shown?.items).map((link) => ({ ...link, state: "active" })));
  const names = async (input: Record<string, unknown>) =>
    (await ask(listAll, agent.actor, input)).items.map(({ typename }) => typename);
  expect(await names({ sortField: "typename" })).toEqual(["Card", "link 1", "trial"]);
  const begun = await ask(listAll, agent.actor, { after: "", pageSize: 2 });
  const rest = await ask(listAll, agent.actor, { after: begun.next, pageSize: 2 });
  expect([begun.more, rest.more]).toEqual([true, false]);
  expect([...begun.items, ...rest.items].map(({ id }) => id)).toEqual(byId(called.items).map(({ id }) => id));

  expect(await refused(listAll, north.actor)).toMatchObject({ status: 422, data: { agentId: [/choose an agent/] } });
  expect(await refused(listAll, agent.actor, { agentId: colleague.id })).toEqual({ status: 404 });
  expect(await refused(listAll, agent.actor, { sub1: "x".repeat(256) })).toMatchObject({ status: 422 });
  expect((await ask(listAll, north.actor, { agentId: agent.id })).items).toHaveLength(3);

  const [direct] = await ask(list, agent.actor, { siteId: tulips.id, sub2: "b" });
  expect(direct?.link).toMatch(/\?sub2=b$/);
  const typeId = first(tulips.types).id;
  const picture = await ask(qr, agent.actor, { siteId: tulips.id, typeId, linkFormat: "Direct", sub2: "b" });
  expect(picture).toMatchObject({ link: direct?.link, linkFormat: "Direct", sitename: "tulips" });
  expect(picture.svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1"[^]*<\/svg>$/);
  expect(await refused(qr, agent.actor, { siteId: roses.id, typeId })).toEqual({ status: 404 });
  expect(await refused(qr, agent.actor, { siteId: first(south.agents).id + 999_999, typeId })).toEqual({ status: 404 });

  await execute(sql`UPDATE accounts SET active = false WHERE id = ${north.accountId}`);
  const suspended = await ask(listAll, agent.actor);
  expect(suspended.items.map(({ state }) => state)).toEqual(Array(3).fill("suspended"));
});
