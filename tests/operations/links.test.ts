import readQr from "jsqr";
import { expect } from "vitest";
import { queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { codesScreen, decrypt, list, qrScreen } from "../../server/links";
import { subsOf } from "../../server/tracking/clicks/subs";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, enable } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";

/** An office with two agents and a site with two active types and a suspended one, enabled for both. */
async function aShop() {
  const office = await anOffice({ agents: 2 });
  const types = [{ typename: "beta" }, { typename: "Alpha" }, { typename: "gone", active: false }];
  const site = await aSite({ types, enabledFor: [office] });
  const [agent, colleague] = office.agents;
  if (!agent || !colleague) throw new Error("The office has no agents.");
  return { office, site, agent, colleague, give: { siteId: site.id, agentId: agent.id } };
}

const aDomain = async (domain: string, hidden = false): Promise<number> => {
  await execute(sql`INSERT INTO domains (domain, hidden) VALUES (${domain}, ${hidden})`);
  return first(await queryRows<{ id: number }>(sql`SELECT id FROM domains WHERE domain = ${domain}`)).id;
};
const originOf = (links: { link: string }[]) => new Set(links.map(({ link }) => new URL(link).origin));

test("each active type has a direct and an encoded link that never change [API-52, GEN-06]", async () => {
  const { agent, site, give } = await aShop();
  const links = await ask(list, agent.actor, give);
  expect(links.map(({ typename, linkFormat }) => `${typename} ${linkFormat}`)).toEqual([
    ...["Alpha Direct", "Alpha Encoded", "beta Direct", "beta Encoded"],
  ]);
  const { link, ...rest } = first(links);
  const [, alpha] = site.types;
  expect(rest).toEqual({ id: alpha?.id, sitename: site.sitename, typename: "Alpha", linkFormat: "Direct" });
  expect(new URL(link).pathname).toBe(`/api/links/go/${site.id}/${alpha?.id}/${agent.id}`);
  expect(new URL(links[1]?.link ?? "").pathname).toMatch(/^\/api\/l\/[A-Za-z0-9_-]{32}$/);
  expect(await ask(list, agent.actor, give)).toEqual(links);
});

test("links use the office's preferred domain, otherwise the first active one, otherwise the product's own [API-52]", async () => {
  const { agent, office, give } = await aShop();
  await execute(sql`UPDATE domains SET hidden = true`);
  const own = first([...originOf(await ask(list, agent.actor, give))]);
  const hidden = await aDomain("https://a.example", true);
  const preferred = await aDomain("https://c.example");
  await aDomain("https://b.example");
  expect(own).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(originOf(await ask(list, agent.actor, give))).toEqual(new Set(["https://c.example"]));
  await execute(sql`UPDATE domains SET hidden = true WHERE id = ${preferred}`);
  expect(originOf(await ask(list, agent.actor, give))).toEqual(new Set(["https://b.example"]));
  await execute(sql`UPDATE offices SET preferred_domain_id = ${hidden} WHERE id = ${office.id}`);
  expect(originOf(await ask(list, agent.actor, give))).toEqual(new Set(["https://b.example"]));
  await execute(sql`UPDATE domains SET hidden = false WHERE id IN (${hidden}, ${preferred})`);
  expect(originOf(await ask(list, agent.actor, give))).toEqual(new Set(["https://a.example"]));
});

test("agents get their own links, managers those of their agents, admins all; other links are 404 [API-52, ROLE-01]", async () => {
  const { office, agent, colleague, site, give } = await aShop();
  const stranger = await anAgent();
  await enable(site, { id: stranger.companyId });
  const admin = await anAdmin();
  expect(await ask(list, agent.actor, { siteId: site.id })).toEqual(await ask(list, agent.actor, give));
  expect(await refused(list, agent.actor, { ...give, agentId: colleague.id })).toEqual({ status: 404 });
  expect(await ask(list, office.actor, { ...give, agentId: colleague.id })).toHaveLength(4);
  expect(await refused(list, office.actor, { ...give, agentId: stranger.id })).toEqual({ status: 404 });
  expect(await ask(list, admin.actor, { ...give, agentId: stranger.id })).toHaveLength(4);
  expect(await refused(list, office.actor, { siteId: site.id })).toMatchObject({
    ...{ status: 422, data: { agentId: ["Please choose an agent."] } },
  });
  expect(await refused(list, admin.actor, { siteId: 999_999, agentId: agent.id })).toEqual({ status: 404 });
  expect(await refused(list, null, give)).toMatchObject({ status: 401 });
});

test("a site that is not enabled for the agent or the office is 404, also for admins [API-52]", async () => {
  const { agent, office, give } = await aShop();
  const admin = await anAdmin();
  await execute(sql`DELETE FROM agent_sites WHERE agent_id = ${agent.id}`);
  for (const { actor } of [agent, office, admin]) expect(await refused(list, actor, give)).toEqual({ status: 404 });
  await execute(
    sql`INSERT INTO agent_sites SELECT ${agent.id}::int, site_id FROM office_sites WHERE company_id = ${office.id}`,
  );
  await execute(sql`DELETE FROM office_sites WHERE company_id = ${office.id}`);
  for (const { actor } of [agent, office, admin]) expect(await refused(list, actor, give)).toEqual({ status: 404 });
});

test("admins can read back links of both shapes, whole or in part [API-53]", async () => {
  const { agent, office, site, give } = await aShop();
  const admin = await anAdmin();
  const stands = { siteId: site.id, typeId: site.types[1]?.id, agentId: agent.id };
  for (const { link } of (await ask(list, agent.actor, give)).slice(0, 2)) {
    const { host, pathname } = new URL(link);
    const code = pathname.split("/").at(-1) ?? "";
    const shapes = [link, `https://else.example${pathname}?sub1=x#y`, `${host}${pathname}`, `//${host}${pathname}`];
    for (const value of [...shapes, pathname, ...(code.length === 32 ? [code, ` ${code} `] : [])]) {
      expect([value, await ask(decrypt, admin.actor, { value })]).toEqual([value, stands]);
    }
    expect(await refused(decrypt, office.actor, { value: link })).toMatchObject({ status: 403 });
  }
});

test("text that is not one of our links is 404 [API-53]", async () => {
  const { agent, give } = await aShop();
  const admin = await anAdmin();
  const code = (await ask(list, agent.actor, give))[1]?.link.slice(-32) ?? "";
  const changed = (code.startsWith("A") ? "B" : "A") + code.slice(1);
  const wrong = [
    "no-code",
    changed,
    `${code}A`,
    code.slice(1),
    `/api/x/${code}`,
    "/api/links/go/1/2",
    "/api/links/go/0/1/2",
  ];
  for (const value of [...wrong, "/api/links/go/1/2/9999999999", "https://x.example/", ""]) {
    expect([value, await refused(decrypt, admin.actor, { value })]).toEqual([value, { status: 404 }]);
  }
});

test("the screen offers the choices of the role, and shows links once site and agent are chosen [GEN-02, GEN-05]", async () => {
  const { office, agent, colleague, site, give } = await aShop();
  const stranger = await anAgent();
  const admin = await anAdmin();
  const asAdmin = await ask(codesScreen, admin.actor);
  expect(asAdmin.links).toBeNull();
  expect(asAdmin.offices.map(({ value }) => value)).toEqual(expect.arrayContaining([office.id, stranger.companyId]));
  const asManager = await ask(codesScreen, office.actor, { siteId: site.id });
  expect([asManager.links, asManager.offices]).toEqual([null, []]);
  expect(asManager.agents.agents.map(({ username }) => username).sort()).toEqual(
    [agent.username, colleague.username].sort(),
  );
  const asAgent = await ask(codesScreen, agent.actor);
  expect([asAgent.offices, asAgent.agents, asAgent.links]).toEqual([[], { agents: [], more: false }, null]);
  expect(asAgent.sites).toEqual([{ value: site.id, label: site.sitename }]);
  const own = await ask(codesScreen, agent.actor, { siteId: site.id, agentId: colleague.username });
  expect(own.links).toEqual(await ask(list, agent.actor, give));
  const named = await ask(codesScreen, admin.actor, { siteId: site.id, agentId: agent.username.toUpperCase() });
  expect([named.agent, named.links?.length]).toEqual([agent.username, 4]);
});

test("a choice that does not match is refused at its field [GEN-02]", async () => {
  const { agent, office, site } = await aShop();
  const [admin, other] = [await anAdmin(), await aSite()];
  const at = async (input: Record<string, unknown>) => (await refused(codesScreen, admin.actor, input)).data;
  expect(await at({ siteId: other.id, agentId: agent.id })).toHaveProperty("siteId");
  expect(await at({ siteId: site.id, agentId: "nobody" })).toHaveProperty("agentId");
  const elsewhere = await anOffice();
  expect(await at({ siteId: site.id, agentId: agent.id, companyId: elsewhere.id })).toHaveProperty("agentId");
  expect(await refused(codesScreen, office.actor, { companyId: elsewhere.id })).toEqual({ status: 404 });
});

/** The text that a camera reads from the picture. */
function scanned({ path, size }: { path: string; size: number }): string | undefined {
  const SCALE = 4;
  const pixels = new Uint8ClampedArray((size * SCALE) ** 2 * 4).fill(255);
  for (const [, x = 0, y = 0, length = 0] of [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) =>
    match.map(Number),
  )) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
      for (let at = x * SCALE; at < (x + length) * SCALE; at++)
        pixels.fill(0, (row * size * SCALE + at) * 4, (row * size * SCALE + at) * 4 + 3);
    }
  }
  return readQr(pixels, size * SCALE, size * SCALE)?.data;
}

test("a QR code contains the link with its sub ids, for accounts that may have the link [GEN-04]", async () => {
  const { agent, office, colleague, site, give } = await aShop();
  const subs = { sub1: "mail 7&x=1", sub5: "ä€😀" };
  const { links } = await ask(codesScreen, office.actor, { ...give, ...subs });
  for (const { id, linkFormat, link } of links ?? []) {
    const qr = await ask(qrScreen, office.actor, { ...give, ...subs, typeId: id, linkFormat });
    expect([qr.link, scanned(qr), qr.agent]).toEqual([link, link, agent.username]);
  }
  expect(links).toHaveLength(4);
  const asked = { ...give, typeId: site.types[0]?.id, linkFormat: "Direct" };
  expect((await ask(qrScreen, agent.actor, asked)).link).toMatch(new RegExp(`/${agent.id}$`));
  for (const wrong of [
    { typeId: site.types[2]?.id },
    { typeId: 999_999 },
    { typeId: undefined },
    { siteId: undefined },
  ]) {
    expect(await refused(qrScreen, office.actor, { ...asked, ...wrong })).toEqual({ status: 404 });
  }
  const stranger = await anAgent();
  expect(await refused(qrScreen, office.actor, { ...asked, agentId: stranger.id })).toEqual({ status: 404 });
  // An agent gets their own link, whichever agent they name.
  expect((await ask(qrScreen, colleague.actor, asked)).link).toMatch(new RegExp(`/${colleague.id}$`));
});

test("each link contains the sub ids as a click reads them and stays short enough to be passed on [GEN-04, GEN-06]", async () => {
  const { agent, give } = await aShop();
  const plain = (await ask(codesScreen, agent.actor, give)).links ?? [];
  const subs = { sub1: "a b+c", sub2: "", sub3: "#?&=/%", sub4: "ä€😀" };
  const { links } = await ask(codesScreen, agent.actor, { ...give, ...subs });
  links?.forEach(({ link }, i) => {
    const [bare = "", query = ""] = link.split("?");
    expect(bare).toBe(plain[i]?.link);
    expect(subsOf(query)).toEqual({ sub1: "a b+c", sub3: "#?&=/%", sub4: "ä€😀" });
  });
  expect(links?.[0]?.link.endsWith("?sub1=a%20b%2Bc&sub3=%23%3F%26%3D%2F%25&sub4=%C3%A4%E2%82%AC%F0%9F%98%80")).toBe(
    true,
  );
  const at = async (more: object) => (await refused(codesScreen, agent.actor, { ...give, ...more })).data;
  expect(await at({ sub2: "x".repeat(256) })).toEqual({ sub2: ["Please use at most 255 characters."] });
  expect(await at({ sub2: "a\0b" })).toHaveProperty("sub2");
  const long = Object.fromEntries(["sub1", "sub3"].map((name) => [name, "€".repeat(120)]));
  expect(await at({ ...long, sub4: "€".repeat(130) })).toEqual({
    sub4: ["Please use shorter sub ids: a link has at most 2000 characters."],
  });
  expect((await ask(codesScreen, agent.actor, { ...give, sub1: "x".repeat(255) })).links).toHaveLength(4);
});
