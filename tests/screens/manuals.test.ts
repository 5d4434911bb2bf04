import { beforeEach, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aServer } from "../world/server";
import { aVisitor, listAfter, type Visit } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** The message of an outdated save: who saved the record, and when. */
const SAVED = /saved this (at|on \d{4}-\d\d-\d\d at) \d\d:\d\d\. Compare and save again\./;

const PATH = "/app/site-manuals";
const sites: Record<"Roses" | "Violets" | "Daisies", number> = { Roses: 0, Violets: 0, Daisies: 0 };

const { server, as } = aScreenWorld({ people: ["chief", "adm", "man", "ann"] }, async () => {
  await aSuperadmin({ username: "chief" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  await anAgent({ username: "ann", office });
  for (const name of ["Roses", "Violets"] as const)
    sites[name] = (await aSite({ sitename: name, enabledFor: [office] })).id;
  sites.Daisies = (await aSite({ sitename: "Daisies" })).id;
});

beforeEach(() => db.run`DELETE FROM site_manuals`);
async function store(site: keyof typeof sites, title = `T ${site}`, html = `<p>${site}</p>`): Promise<number> {
  const [row] = await db.rows<{ id: number }>`
      INSERT INTO site_manuals (site_id, title, html) VALUES (${sites[site]}, ${title}, ${html}) RETURNING id`;
  return row?.id ?? 0;
}
const stored = () => db.rows`SELECT site_id AS "siteId", title, html FROM site_manuals ORDER BY id`;

/** Opens the form, fills it in and posts it. */
async function save(path: string, fields: Record<string, string>): Promise<Visit> {
  const { html } = await as("chief").get(path);
  const kept = ["formId", "version"].flatMap((name) => {
    const value = pageOf(html).value(name);
    return value === undefined ? [] : [[name, value]];
  });
  return as("chief").post(path, { ...Object.fromEntries(kept), ...fields });
}
const textareaOf = ({ html }: Visit) => pageOf(html).value("html");

test("the list shows site, title, Edit and Remove, and a link to add a manual [MANUAL-01, SHELL-44]", async () => {
  const nothing = await as("chief").get(PATH);
  expect(nothing.html).toContain("<h1>Site Manuals</h1>");
  expect(pageOf(nothing.html).link("+ Add Site Manual")).toBe("/app/site-manuals/create");
  expect(tableIn(nothing.html).empty).toBe("No data yet");
  const id = await store("Violets");
  await store("Roses", "A first");
  const { html } = await as("chief").get(PATH);
  expect(tableIn(html).headings).toEqual(["Site Name", "Title", "Actions"]);
  expect(tableIn(html).columns("Site Name", "Title")).toEqual([
    { "Site Name": "Roses", Title: "A first" },
    { "Site Name": "Violets", Title: "T Violets" },
  ]);
  expect(html).toContain(`href="/app/site-manuals/edit/${id}">Edit<i> Violets</i>`);
  expect(pageOf(html).button("Remove Violets")?.one("i")?.text).toBe("Violets");
});

test("the list is sorted by site name, or as requested; invalid sorting is ignored [MANUAL-02]", async () => {
  await store("Violets", "A");
  await store("Roses", "B");
  const order = async (query: string) => {
    const { status, html } = await as("chief").get(PATH + query);
    return [status, ...tableIn(html).column("Site Name")];
  };
  expect(await order("")).toEqual([200, "Roses", "Violets"]);
  expect(await order("?sortField=sitename&sortAsc=false")).toEqual([200, "Violets", "Roses"]);
  expect(await order("?sortField=title")).toEqual([200, "Violets", "Roses"]);
  expect(await order("?sortField=html&page=x&sortAsc=maybe")).toEqual([200, "Roses", "Violets"]);
  const sorted = pageOf((await as("chief").get(PATH)).html).one('th[scope=col][aria-sort="ascending"]');
  expect(sorted?.text).toBe("Site Name");
});

test("only superadmins have the screens of manuals [MANUAL-07, ROLE-15]", async () => {
  const id = await store("Roses");
  for (const name of ["adm", "man", "ann"] as const) {
    for (const path of [PATH, `${PATH}/create`, `${PATH}/edit/${id}`, `${PATH}/confirm?intent=remove&ids=${id}`])
      expect({ name, path, status: (await as(name).get(path)).status }).toEqual({ name, path, status: 403 });
    expect((await as(name).post(PATH, { intent: "remove", ids: String(id) })).status).toBe(403);
    expect((await as(name).post(`${PATH}/edit/${id}`, { title: "x" })).status).toBe(403);
  }
  expect(await stored()).toHaveLength(1);
});

test("adding a manual with site, title and text returns to the list [MANUAL-03, MANUAL-05]", async () => {
  const page = await as("chief").get(`${PATH}/create`);
  expect(page.html).toContain("<h1>Add Site Manual</h1>");
  expect(pageOf(page.html).choices("siteId")).toEqual(["Choose a site", "Daisies", "Roses", "Violets"]);
  for (const name of ["siteId", "title", "html"])
    expect(pageOf(page.html).field(name)?.is("[required]"), name).toBe(true);
  const html = "<h2>How</h2><p>By &amp; by</p><script>x()</script>";
  const saved = await save(`${PATH}/create`, { siteId: String(sites.Roses), title: " Roses ", html });
  expect([saved.status, listAfter(saved)]).toEqual([302, PATH]);
  expect(pageOf((await as("chief").get(PATH)).html).notice).toBe("Success Operation Complete");
  expect(await stored()).toEqual([{ siteId: sites.Roses, title: "Roses", html: "<h2>How</h2><p>By &amp; by</p>" }]);
});

test("the form for a site without a manual has the site's name as title [MANUAL-04]", async () => {
  await store("Roses");
  const { html } = await as("chief").get(PATH);
  const links = pageOf(html).all('a[href^="/app/site-manuals/create?siteId="]');
  expect(links.map(({ text }) => text)).toEqual(["Daisies", "Violets"]);
  const form = (await as("chief").get(links[1]?.attr("href") ?? "")).html;
  expect([pageOf(form).value("siteId"), pageOf(form).value("title")]).toEqual([String(sites.Violets), "Violets"]);
  expect(pageOf(form).texts("option[disabled]")).toEqual(["Roses (has a manual)"]);
  for (const query of [`?siteId=${sites.Roses}`, "?siteId=x", "?siteId=2000000000"]) {
    const other = await as("chief").get(`${PATH}/create${query}`);
    expect([other.status, pageOf(other.html).value("title")]).toEqual([200, ""]);
  }
});

test("each missing field is reported, and what was typed stays [MANUAL-06, TRUST-23]", async () => {
  const empty = await save(`${PATH}/create`, { siteId: "", title: " ", html: "<p><br></p>" });
  expect(empty.status).toBe(422);
  expect(pageOf(empty.html).texts("p.error")).toHaveLength(3);
  const typed = { siteId: String(sites.Violets), title: "a".repeat(256), html: "<p>Mine</p>" };
  const refused = await save(`${PATH}/create`, typed);
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    expect.stringMatching(/: Please use at most 255 characters\.$/),
  ]);
  expect([pageOf(refused.html).value("siteId"), pageOf(refused.html).value("title")]).toEqual([
    typed.siteId,
    typed.title,
  ]);
  expect(textareaOf(refused)).toBe("<p>Mine</p>");
  expect(await stored()).toEqual([]);
});

test("a second manual of a site is refused, and what was typed stays", async () => {
  const { html } = await as("chief").get(`${PATH}/create`);
  await store("Roses");
  const fields = {
    formId: pageOf(html).value("formId") ?? "",
    siteId: String(sites.Roses),
    title: "Mine",
    html: "<p>x</p>",
  };
  const refused = await as("chief").post(`${PATH}/create`, fields);
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    "This site already has a manual. Please choose another site.",
  ]);
  expect([pageOf(refused.html).value("title"), textareaOf(refused)]).toEqual(["Mine", "<p>x</p>"]);
  expect(await stored()).toHaveLength(1);
});

test("sending a form twice adds one manual", async () => {
  const { html } = await as("chief").get(`${PATH}/create`);
  const fields = {
    formId: pageOf(html).value("formId") ?? "",
    siteId: String(sites.Roses),
    title: "T",
    html: "<p>x</p>",
  };
  const both = await Promise.all([1, 2].map(() => as("chief").post(`${PATH}/create`, fields)));
  expect(both.map(({ status }) => status)).toEqual([302, 302]);
  expect(await stored()).toHaveLength(1);
});

test("Edit shows what is stored, and saving returns to the same list [MANUAL-03, MANUAL-05]", async () => {
  const id = await store("Roses", "Old", "<p>Old</p>");
  await store("Violets");
  const page = await as("chief").get(`${PATH}/edit/${id}`);
  expect([pageOf(page.html).value("siteId"), pageOf(page.html).value("title")]).toEqual([String(sites.Roses), "Old"]);
  expect(textareaOf(page)).toBe("<p>Old</p>");
  const saved = await save(`${PATH}/edit/${id}`, {
    ...{ siteId: String(sites.Daisies), title: "New", html: "<p>New</p>", back: `${PATH}?sortField=title` },
  });
  expect([saved.status, listAfter(saved)]).toEqual([302, `${PATH}?sortField=title`]);
  expect((await stored())[0]).toEqual({ siteId: sites.Daisies, title: "New", html: "<p>New</p>" });
  for (const none of ["2147483647", "0", "x"]) expect((await as("chief").get(`${PATH}/edit/${none}`)).status).toBe(404);
});

test("an outdated save is refused with both versions, and can be repeated", async () => {
  const id = await store("Roses");
  const path = `${PATH}/edit/${id}`;
  const opened = await as("chief").get(path);
  const kept = ({ html }: Visit) => ({
    formId: pageOf(html).value("formId") ?? "",
    version: pageOf(html).value("version") ?? "",
    siteId: String(sites.Roses),
  });
  await save(path, { siteId: String(sites.Roses), title: "Theirs", html: "<p>Theirs</p>" });
  const told = await as("chief").post(path, { ...kept(opened), title: "Mine", html: "<p>Mine</p>" });
  expect([told.status, pageOf(told.html).failure]).toEqual([422, expect.stringMatching(SAVED)]);
  expect(pageOf(told.html).texts("td")).toContain("Theirs");
  expect([pageOf(told.html).value("title"), textareaOf(told)]).toEqual(["Mine", "<p>Mine</p>"]);
  expect((await as("chief").post(path, { ...kept(told), title: "Mine", html: "<p>Mine</p>" })).status).toBe(302);
  expect(await stored()).toMatchObject([{ title: "Mine" }]);
});

test("Remove asks with the site's name, without scripts on a page [ERR-46]", async () => {
  const id = await store("Roses");
  const { html } = await as("chief").get(PATH);
  expect(html).toContain(`data-ask="Are your sure to remove &quot;Roses&quot; manual?"`);
  const asked = await as("chief").get(`${PATH}/confirm?intent=remove&ids=${id}`);
  expect(asked.html).toContain("<h1>Are your sure to remove &quot;Roses&quot; manual?</h1>");
  const fields = { intent: "remove", ids: String(id), formId: pageOf(asked.html).value("formId") ?? "" };
  const both = await Promise.all([1, 2].map(() => as("chief").post(PATH, fields)));
  expect(both.map((visit) => [visit.status, listAfter(visit)])).toEqual([
    [302, PATH],
    [302, PATH],
  ]);
  expect(await stored()).toEqual([]);
  for (const ids of [String(id), "x", ""])
    expect((await as("chief").get(`${PATH}/confirm?intent=remove&ids=${ids}`)).status).toBeGreaterThanOrEqual(404);
  expect((await as("chief").post(PATH, { intent: "remove", ids: String(id) })).status).toBe(404);
});

test("How to sell has a tab for each manual by title, and shows the text of the open one [MANUAL-09, SHELL-44]", async () => {
  const [roses, violets] = [await store("Roses"), await store("Violets", "V <b>", "<h2>So</h2><p>or so</p>")];
  const foreign = await store("Daisies");
  const first = await as("ann").get("/app/how-to-sell");
  expect(first.html).toContain("<h1>How to sell</h1>");
  const tabs = pageOf(first.html).all('a[href^="/app/how-to-sell?manual="]');
  expect(tabs.map((tab) => [tab.attr("href")?.split("=")[1], tab.attr("aria-current"), tab.text])).toEqual([
    [String(roses), "page", "T Roses"],
    [String(violets), undefined, "V <b>"],
    [String(foreign), undefined, "T Daisies not one of your sites"],
  ]);
  expect(first.html).toContain("<p>Roses</p>");
  expect(first.html).not.toContain("<h2>So</h2>");
  expect((await as("ann").get(`/app/how-to-sell?manual=${violets}`)).html).toContain("<h2>So</h2><p>or so</p>");
  const cannot = "You cannot sell this site.";
  expect(first.html).not.toContain(cannot);
  for (const [name, says] of [
    ["ann", true],
    ["adm", false],
  ] as const) {
    const { html } = await as(name).get(`/app/how-to-sell?manual=${foreign}`);
    expect([name, html.includes("<p>Daisies</p>"), html.includes(cannot)]).toEqual([name, true, says]);
  }
  expect((await as("ann").get("/app/how-to-sell?manual=999999")).status).toBe(404);
  expect((await as("ann").get("/app/how-to-sell?manual=x")).status).toBe(200);
});

test("without any manual the page says so", async () => {
  for (const name of ["man", "ann"] as const)
    expect((await as(name).get("/app/how-to-sell")).html).toMatch(/class="nothing">.*?<p>No data yet<\/p>/);
});

test("the menu takes superadmins to the manuals and everyone else to the viewer [SHELL-18]", async () => {
  const entry = async (name: string) => pageOf((await as(name).get("/app/home")).html).link("How to sell");
  expect(await entry("chief")).toBe(PATH);
  for (const name of ["adm", "man", "ann"] as const) expect(await entry(name)).toBe("/app/how-to-sell");
});

test("where the brand hides it, only superadmins have the menu entry and screen [MANUAL-10, SHELL-05, SHELL-19]", async () => {
  const id = await store("Roses");
  const plain = await aServer({ workers: 0, database: server.database, env: { BRAND: "plain" } });
  const [chief, agent] = [aVisitor(plain.url), aVisitor(plain.url)];
  await chief.signIn("chief");
  await agent.signIn("ann");
  expect((await agent.get("/app/home")).html).not.toContain("How to sell");
  expect((await agent.get("/app/how-to-sell")).status).toBe(403);
  expect((await chief.get("/app/home")).html).toMatch(/<a href="\/app\/site-manuals">(<[^>]*>)*How to sell/);
  expect((await chief.get(`/app/how-to-sell?manual=${id}`)).html).toContain("<p>Roses</p>");
  await plain.stop();
});

test("very long words and 2,000 manuals keep the list small", async () => {
  const long = "W".repeat(255);
  await store("Roses", long);
  await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO sites (sitename, shortname, abbr, url, type)
      SELECT 'Bulk ' || n, 'b', 'b', 'https://example.org/', 'DATING' FROM generate_series(1, 2000) n`);
    await execute(sql`
      INSERT INTO site_manuals (site_id, title, html) SELECT id, sitename, '<p>x</p>' FROM sites WHERE sitename LIKE 'Bulk %'`);
  });
  const { html } = await as("chief").get(`${PATH}?page=41`);
  expect(html).toContain("41 of 41");
  expect(html).toContain(`<span title="${long}">`);
  expect((await as("chief").get(PATH)).html.length).toBeLessThan(80_000);
  expect((await as("chief").get(`${PATH}/create`)).status).toBe(200);
  await db.run`DELETE FROM sites WHERE sitename LIKE 'Bulk %'`;
});
