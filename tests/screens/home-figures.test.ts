import { beforeAll, expect, test } from "vitest";
import { home as texts } from "../../app/texts";
import { dayOf } from "../../server/kernel/periods";
import { type Agent, aClick, anAdmin, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { aVisitor, type Visitor } from "../world/visitor";
import { db } from "../world/db";

const names = { superadmin: "boss", admin: "adm", company: "man", agent: "ann" };
const day = (back: number) => new Date(Date.now() - back * 24 * 60 * 60 * 1000);
let server: Server;
let fresh: Server;
let bare: Server;

beforeAll(async () => {
  bare = await aServer();
  const created = await aDatabase();
  await created.enter();
  await aSuperadmin({ username: names.superadmin });
  fresh = await aServer({ database: created });

  const database = await aDatabase();
  await database.enter();
  const office = await anOffice({ username: names.company });
  const ann = await anAgent({ office, username: names.agent });
  const quiet = await anAgent({ office, username: "quiet", firstName: "Quin", lastName: "Iet" });
  await anAgent({ office, username: "newcomer", approved: false });
  const stopped = await anAgent({ username: "stopped", active: false });
  await db.run`
      UPDATE accounts SET status_reason = 'on leave', status_at = '2026-11-14T12:00:00-05:00' WHERE id = ${stopped.accountId}`;
  await anAgent({ username: "elsewhere", approved: false });
  await anAdmin({ username: names.admin });
  await aSuperadmin({ username: names.superadmin });
  const site = await aSite({
    sitename: "Lantern",
    enabledFor: [office, ann],
    types: [{ typename: "slow" }, { typename: "quick", bonus: true }],
  });
  const [slow, quick] = [first(site.types), first(site.types.slice(1))];
  for (const back of [0, 1, 2, 16, 20]) {
    await aClick({ agent: ann, type: slow, at: day(back) });
    await sell(ann, quick.id === slow.id ? slow : quick, back);
  }
  await sell(ann, slow, 0);
  await aSale({ agent: ann, type: quick, event: "bonus", at: day(1) });
  await sell(quiet, slow, 12);
  server = await aServer({ database });

  async function sell(agent: Agent, type: typeof slow, back: number) {
    await aSale({ agent, type, at: day(back) });
  }
});

async function signedIn(username: string, at = server): Promise<Visitor> {
  const visitor = aVisitor(at.url);
  await visitor.signIn(username);
  return visitor;
}
const homeOf = async (username: string, at = server) =>
  pageOf((await (await signedIn(username, at)).get("/app/home")).html);

test("every figure of Home opens a report with the same figure, for every role", async () => {
  for (const [role, username] of Object.entries(names)) {
    const visitor = await signedIn(username);
    const strip = pageOf((await visitor.get("/app/home")).html).one(".strip table");
    const figures = (strip?.all("td > a") ?? []).map((link) => [link.attr("href") ?? "", link.text] as const);
    // Agents and managers have no report of the pesos of a day.
    expect([role, figures.length]).toEqual([role, role === "superadmin" || role === "admin" ? 28 : 18]);
    const reports = new Map<string, string>();
    for (const [address] of figures)
      if (!reports.has(address)) reports.set(address, (await visitor.open(address)).html);
    for (const [address, figure] of figures) {
      const report = pageOf(reports.get(address) ?? "");
      const isEmpty = report.has(".nothing, .empty") && /^[₱$]?0(\.00)?$/.test(figure);
      const stands = isEmpty || report.texts("tfoot td").includes(figure);
      expect([role, address, figure, stands]).toEqual([role, address, figure, true]);
    }
  }
});

test("the strip comes before everything else, so that an agent's phone shows today's figures first", async () => {
  const page = await homeOf(names.agent);
  const parts = page.all("main > *").map((part) => part.attr("class") ?? "");
  expect(parts.slice(0, 3)).toEqual(["head", "stack strip", "balance"]);
  expect(page.one(".strip caption")?.text).toBe(texts.figures.own);
  expect(page.one(".strip tbody tr th")?.text).toContain(`Today ${dayOf(Date.now())}`);
  expect(page.link(texts.getLink)).toBe("/app/links/all");
  for (const [username, heading] of [
    [names.company, texts.figures.office],
    [names.admin, texts.figures.network],
  ] as const)
    expect((await homeOf(username)).one(".strip caption")?.text).toBe(heading);
});

test("an agent's balance is the total of the statement that it opens", async () => {
  const visitor = await signedIn(names.agent);
  const balance = pageOf((await visitor.get("/app/home")).html).one(".balance .amount");
  const statement = pageOf((await visitor.get(balance?.attr("href") ?? "")).html);
  expect(statement.one("tfoot tr:last-child")?.text).toContain(balance?.text);
  expect(balance?.text).not.toBe("₱0.00");
  expect((await homeOf(names.company)).has(".balance")).toBe(false);
});

test("an agent's best-selling links are ready to copy, best first, and are the addresses that Links hands out", async () => {
  const visitor = await signedIn(names.agent);
  const page = pageOf((await visitor.get("/app/home")).html);
  const fields = page.all("[aria-labelledby='best-links'] input");
  expect(fields.map((field) => field.attr("aria-label"))).toEqual(["Lantern quick", "Lantern slow"]);
  const siteId = pageOf((await visitor.get("/app/links/links")).html)
    .all("#q-siteId option, [name=siteId] option")
    .map((option) => option.attr("value"))
    .find(Boolean);
  const links = pageOf((await visitor.get(`/app/links/links?siteId=${siteId}`)).html)
    .all(".copy input")
    .map((field) => field.attr("value"));
  for (const field of fields) expect(links).toContain(field.attr("value"));
  expect((await homeOf(names.company)).has("[aria-labelledby='best-links']")).toBe(false);
});

test("the trend has a column and a table row for every day, and its drawing takes at most 2 KB compressed", async () => {
  const { gzipSync } = await import("node:zlib");
  const page = await homeOf(names.superadmin);
  expect(page.all("[aria-labelledby='trend'] tbody tr")).toHaveLength(30);
  const drawing = page.one(".trend svg")?.html ?? "";
  expect(drawing).toContain("<path");
  expect(gzipSync(drawing).length).toBeLessThan(2048);
  expect(page.one(".trend svg")?.attr("aria-label")).toMatch(
    /Columns show sales by day .* 7 in all; the line shows uniques/,
  );
});

test("a manager sees which agents wait for approval, stopped selling, are new or have not signed in; other roles do not", async () => {
  const part = (await homeOf(names.company)).one("[aria-labelledby='agents']");
  const groups = new Map(part?.all("h3").map((heading) => [heading.text, heading.within("div")?.texts("li") ?? []]));
  const of = (group: keyof typeof texts.agents.groups, count: number) =>
    groups.get(`${texts.agents.groups[group][0]} (${count})`)?.map((line) => line.split(" ")[0]);
  expect(of("waiting", 1)).toEqual(["newcomer"]);
  expect(of("stopped", 1)).toEqual(["quiet"]);
  expect(of("fresh", 2)?.sort()).toEqual(["ann", "quiet"]);
  // Whether the agent who can sign in has done so depends on the other tests.
  expect(of("away", 1) ?? of("away", 2)).toContain("quiet");
  for (const username of [names.agent, names.admin]) expect((await homeOf(username)).has("#agents")).toBe(false);
});

test("admins see their pending work, each with a link, and nothing that another role has to do", async () => {
  const linksOf = async (username: string) =>
    (await homeOf(username)).all("[aria-labelledby='attention'] a").map((link) => [link.text, link.attr("href")]);
  const boss = await linksOf(names.superadmin);
  expect(boss).toContainEqual(["2 agents wait for approval", "/app/unapprove"]);
  expect(boss).toContainEqual([texts.attention.noBackup, "/app/settings/health"]);
  expect(boss).toContainEqual([texts.attention.noDoctor, "/app/settings/health"]);
  expect(boss.some(([, address]) => /^\/app\/stats\/pay-periods\/close\/\d{7}$/.test(address ?? ""))).toBe(true);
  expect(await linksOf(names.admin)).toEqual([["2 agents wait for approval", "/app/unapprove"]]);
  const visitor = await signedIn(names.superadmin);
  for (const [, address = ""] of boss) expect([address, (await visitor.get(address)).status]).toEqual([address, 200]);
  for (const username of [names.company, names.agent])
    expect((await homeOf(username)).has("[aria-labelledby='attention']")).toBe(false);
});

test("the first superadmin of a company sees the steps to the first sale, each with a link that opens", async () => {
  const visitor = await signedIn(names.superadmin, fresh);
  const page = pageOf((await visitor.get("/app/home")).html);
  const steps = page.all(".steps a").map((link) => [link.text, link.attr("href") ?? ""] as const);
  expect(steps.map(([name]) => name)).toEqual(Object.values(texts.setUp.steps).map(([name]) => name));
  for (const [, address] of steps) expect([address, (await visitor.get(address)).status]).toEqual([address, 200]);
  expect(page.has(".trend")).toBe(false);
  for (const username of Object.values(names))
    expect((await homeOf(username)).has(".steps")).toBe(username === names.superadmin);
});

test("a company without accounts says how to make the first one, at the sign-in and at the start", async () => {
  const command = "npm run admin -- create-superadmin USERNAME EMAIL";
  const { status, html } = await aVisitor(bare.url).get("/login");
  expect([status, pageOf(html).one(".notice code")?.text]).toEqual([200, command]);
  await expect.poll(() => bare.said(), { timeout: 60_000 }).toContain(command);
  expect((await aVisitor(fresh.url).get("/login")).html).not.toContain("create-superadmin");
  expect(fresh.said()).not.toContain("create-superadmin");
});

test("Add Agent of a company without offices says to add an office first", async () => {
  const page = pageOf((await (await signedIn(names.superadmin, fresh)).get("/app/agents/create")).html);
  expect(page.one(".notice")?.text).toContain("add an office first");
  expect(page.link("Add an office")).toBe("/app/offices/create");
  for (const username of [names.superadmin, names.company])
    expect((await (await signedIn(username)).get("/app/agents/create")).html).not.toContain("add an office first");
});

test("a suspended agent reads it once on Home and on Links, with day and reason", async () => {
  for (const path of ["/app/home", "/app/links/links"]) {
    const { html } = await (await signedIn("stopped")).get(path);
    expect([path, html.match(/account is suspended/g)?.length]).toEqual([path, 1]);
    expect(pageOf(html).one(".notice")?.text).toBe(
      `Your account is suspended since 2026-11-14. Your links do not count until it is activated.Reason: on leave`,
    );
    expect((await (await signedIn(names.agent)).get(path)).html).not.toContain("account is suspended");
  }
});
