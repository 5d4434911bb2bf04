import { beforeEach, expect, test } from "vitest";
import { siteTabs, siteTabsFor } from "../../app/components/sites/site-tabs";
import { queryOne, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin, type Agent, type Site } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/sites/sites";
const CREATE = "/app/sites/create";
let agent: Agent;
let alpha: Site;
const edit = (site: { id: number }) => `/app/sites/edit/${site.id}`;

const { as, open } = aScreenWorld(
  { people: ["sup", "boss", "adm", "man"], env: { DESIGNATED_USERNAME: "boss" } },
  async () => {
    await aSuperadmin({ username: "sup" });
    await aSuperadmin({ username: "boss" });
    await anAdmin({ username: "adm" });
    await anOffice({ username: "man" });
    agent = await anAgent();
  },
);

beforeEach(async () => {
  await db.run`DELETE FROM sites`;
  alpha = await aSite({ sitename: "Alpha", types: 2 });
  await aSite({ sitename: "Beta", active: false, hidden: true, types: 0 });
});
const stored = (id: number) => db.row<Record<string, unknown>>`SELECT * FROM sites WHERE id = ${id}`;
const button = (html: string, intent: string, of: string) =>
  pageOf(html)
    .all("form.quiet")
    .find((form) => form.one("summary")?.attr("aria-label") === `More for ${of}`)
    ?.one(`button[value="${intent}"]`)?.html ?? "";

test("Sites opens its list, with the tabs in their order [SITE-01, ROLE-14]", async () => {
  expect((await as("sup").get("/app/sites")).headers.get("location")).toBe(LIST);
  expect(siteTabs.map(({ to, label }) => [to, label])).toEqual([
    [LIST, "Sites"],
    ["/app/sites/company-fees", "Offices custom payments"],
  ]);
  const all = siteTabs;
  expect(siteTabsFor({ editCatalogue: true }, all)).toEqual(all);
  expect(siteTabsFor({ editCatalogue: false }, all)).toEqual(all.slice(0, 1));
  expect(await open(LIST, "adm")).toContain(`<a href="${LIST}" aria-current="page">Sites</a>`);
  expect(await open("/app/home", "adm")).toContain(`href="${LIST}"`);
  expect(await open("/app/home", "man")).not.toContain(LIST);
});

test("the list has a site's name, type, number of links, status and acts, and a link to its links [SITE-02, SITE-03, SITE-06, SITE-07, SITE-19]", async () => {
  const html = await open(LIST);
  expect(tableIn(html).headings).toEqual(["(no heading)", "Site Name", "Site Type", "Links", "Status", "Actions"]);
  // The act that would change nothing comes last.
  const acts = (name: string, act: string, more: string) => `Edit ${name}${act} ${name}${more}`;
  expect(tableIn(html).rows).toEqual(
    rowsUnder(
      ["(no heading)", "Site Name", "Site Type", "Links", "Status", "Actions"],
      ["", "Alpha", "DATING", "2 links of Alpha", "Activated", acts("Alpha", "Suspend", "Activate")],
      ["", "Beta", "DATING", "0 links of Beta", "Suspended (Hidden)", acts("Beta", "Activate", "Suspend")],
    ),
  );
  expect(pageOf(html).link("2 links of Alpha")).toBe(`/app/sites/${alpha.id}/types`);
  expect(pageOf(html).link("Edit Alpha")).toBe(edit(alpha));
  expect(pageOf(html).link("+ Add Site")).toBe(CREATE);
  const disabled = [
    ["activate", "Alpha"],
    ["suspend", "Alpha"],
    ["activate", "Beta"],
    ["suspend", "Beta"],
  ];
  expect(disabled.map(([act = "", name = ""]) => button(html, act, name).includes(" disabled="))).toEqual([
    ...[true, false, false, true],
  ]);
});

test("sites are sorted by name by default and by their headings, searched and paged [SITE-04, SITE-05, WIDGET-02]", async () => {
  const html = await open(LIST);
  expect(pageOf(html).one('[aria-sort="ascending"]')?.text).toBe("Site Name");
  const links = pageOf(html).all('a[href*="sortField="]');
  const heads = links.map((link) => new URLSearchParams(link.attr("href")).get("sortField"));
  expect([...new Set(heads)].sort()).toEqual(["sitename", "status", "type"]);
  const named = async (query: string) => tableIn(await open(`${LIST}?${query}`)).column("Site Name");
  expect(await named("sortField=sitename&sortAsc=false")).toEqual(["Beta", "Alpha"]);
  expect(await named("sortField=status")).toEqual(["Beta", "Alpha"]);
  expect(await named("sitename=LPH")).toEqual(["Alpha"]);
  expect(await named("status=0")).toEqual(["Beta"]);
  expect(await named("type=DATING&status=&sitename=")).toEqual(["Alpha", "Beta"]);
  expect(pageOf(html).choices("type")).toEqual(["All", "WEBCAMS", "ADULT", "DATING", "CASINO"]);
  const page = await open(`${LIST}?pageSize=1&page=2&sitename=a`);
  expect(tableIn(page).column("Site Name")).toEqual(["Beta"]);
  expect(page).toMatch(/2 of 2/);
  const wrong = await open(`${LIST}?status=7&type=BOOKS&sortField=url&page=x`);
  expect(tableIn(wrong).rows).toHaveLength(2);
  expect([pageOf(wrong).message("status"), pageOf(wrong).message("type")]).toEqual([
    ...["Please choose yes or no.", "Please choose one from the list."],
  ]);
  expect(pageOf(wrong).failure).toContain("This column cannot be sorted.");
});

test("an empty list says 'No sites yet' [ERR-24]", async () => {
  await db.run`DELETE FROM sites`;
  expect(tableIn(await open(LIST)).empty).toBe("No sites yet");
});

test("admins read the list; only superadmins have the form, acts and confirmations; managers have no access [SITE-06, ROLE-12, ROLE-14]", async () => {
  const html = await open(LIST, "adm");
  expect(tableIn(html).headings).toEqual(["Site Name", "Site Type", "Links", "Status"]);
  expect(html).not.toMatch(/\+ Add Site|\/edit\//);
  expect(pageOf(html).has("[value=suspend]")).toBe(false);
  const ids = String(alpha.id);
  for (const name of ["adm", "man"]) {
    for (const path of [CREATE, edit(alpha), `${edit(alpha)}/confirm?intent=delete&ids=${ids}`]) {
      expect([path, (await as(name).get(path)).status]).toEqual([path, 403]);
    }
    expect((await as(name).get(`${LIST}/confirm?intent=suspend&ids=${ids}`)).status).toBe(403);
    expect((await as(name).post(LIST, { intent: "suspend", ids })).status).toBe(403);
    for (const intent of ["save", "delete", "enable", "make-secret", "revoke"]) {
      expect((await as(name).post(edit(alpha), { intent, ids, note: "x" })).status, intent).toBe(403);
    }
  }
  expect((await as("man").get(LIST)).status).toBe(403);
  expect(await stored(alpha.id)).toMatchObject({ active: true, note: "", version: 1 });
});

const whole = {
  ...{ sitename: "Gamma", shortname: "gam", abbr: "GM", type: "CASINO", url: "https://gamma.example/x" },
  ...{ clickParam: "cid", contactName: "Ida", email: "ida@gamma.example", phoneNum: "1", note: "a\r\nb" },
  ...{ hidden: "on", useApproveSale: "on", avp: "on", specialReport: "on", allowedAddresses: "192.0.2.1\r\n::/0" },
};

test("the form of a new site is activated, saves every field once, and leads to its row in the list and to what is left to set up [SITE-09, SITE-11, SITE-12, SITE-13, SITE-17]", async () => {
  const html = await open(CREATE);
  expect(html).toContain("<h1>Add Site</h1>");
  expect(pageOf(html).ticked("status")).toBe(true);
  expect(pageOf(html).choices("status")).toEqual(["Activated"]);
  expect(pageOf(html).has("[type=checkbox][required]")).toBe(false);
  expect(pageOf(html).choices("useApproveSale")).toEqual(["Use CardApprove, Sale"]);
  expect(pageOf(html).choices("enableForAll")).toEqual(["Enable for all offices"]);
  expect(pageOf(html).choices("type").slice(1)).toEqual(["WEBCAMS", "ADULT", "DATING", "CASINO"]);
  for (const name of ["sitename", "shortname", "abbr", "url"]) {
    expect(pageOf(html).has(`input[name="${name}"][required]`), name).toBe(true);
  }
  const fields = { intent: "save", ...whole, enableForAll: "on", formId: pageOf(html).value("formId") ?? "" };
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("sup").post(CREATE, fields);
    const site = await db.row<{ id: number }>`SELECT id FROM sites WHERE sitename = 'Gamma'`;
    expect([done.status, done.headers.get("location")]).toEqual([302, `${LIST}?row=${site?.id}#r${site?.id}`]);
  }
  const made = await db.rows<{ id: number }>`SELECT id FROM sites WHERE sitename = 'Gamma'`;
  expect(made).toHaveLength(1);
  expect(await stored(first(made).id)).toMatchObject({
    ...{ shortname: "gam", abbr: "GM", type: "CASINO", url: whole.url, click_param: "cid", contact_name: "Ida" },
    ...{ email: whole.email, phone_num: "1", note: "a\nb", active: false, hidden: true, special_report: true },
    ...{ use_approve_sale: true, avp: true, version: 1 },
  });
  const sold = sql`SELECT count(*) AS n FROM agent_sites WHERE site_id = ${first(made).id} AND agent_id = ${agent.id}`;
  expect(await writeTransaction(() => queryOne(sold))).toEqual({ n: 1 });
  const list = pageOf((await as("sup").open(`${LIST}?row=${first(made).id}`)).html);
  expect(list.notice).toBe("Success Operation Complete See what is left to set up.");
  expect(list.link("See what is left to set up.")).toBe(`/app/sites/edit/${first(made).id}#set-up`);
  expect(list.one(`tr[id="r${first(made).id}"] th`)?.text).toContain("Gamma");
});

test("a refused form keeps what was typed, with a message at each field [SITE-20, SITE-27, SITE-28, ERR-04]", async () => {
  const wrong = {
    ...whole,
    sitename: "",
    url: "javascript:x",
    type: "",
    email: "x",
    allowedAddresses: "1.2.3\n192.0.2.1",
  };
  for (const path of [CREATE, edit(alpha)]) {
    const { status, html } = await as("sup").post(path, { intent: "save", ...wrong });
    expect(status).toBe(422);
    for (const [name, message] of Object.entries({
      sitename: "Please fill in this field.",
      url: "An address may not begin with javascript:.",
      type: "Please choose one from the list.",
      email: "Please use the form name@example.com.",
      allowedAddresses: "Line 1: 1.2.3 is not an IP address or network.",
    })) {
      expect(html).toContain(`id="form-${name}-error">${message}`);
      expect(pageOf(html).one(`.failure a[href="#form-${name}"]`)?.text).toContain(message);
    }
    expect([pageOf(html).value("url"), pageOf(html).value("shortname")]).toEqual(["javascript:x", "gam"]);
    expect(pageOf(html).value("allowedAddresses")).toBe("1.2.3\n192.0.2.1");
    expect([pageOf(html).ticked("avp"), pageOf(html).ticked("status")]).toEqual([true, false]);
  }
  expect(await stored(alpha.id)).toMatchObject({ sitename: "Alpha", version: 1 });
  expect(await db.row`SELECT count(*) AS n FROM sites`).toEqual({ n: 2 });
});

test("the edit form shows the site, unticking Activated suspends it, and an outdated save keeps what was typed [SITE-11, SITE-13]", async () => {
  await db.run`UPDATE sites SET allowed_addresses = '{192.0.2.0/24,2001:db8::/32}' WHERE id = ${alpha.id}`;
  const html = await open(edit(alpha));
  expect(html).toContain("<h1>Edit Site</h1>");
  expect([pageOf(html).value("sitename"), pageOf(html).value("type")]).toEqual(["Alpha", "DATING"]);
  expect(pageOf(html).ticked("status")).toBe(true);
  expect(pageOf(html).value("allowedAddresses")).toBe("192.0.2.0/24\n2001:db8::/32");
  expect(html).not.toContain("enableForAll");
  await db.run`UPDATE sites SET note = 'theirs', version = 2 WHERE id = ${alpha.id}`;
  const mine = { intent: "save", ...whole, sitename: "Mine", formId: pageOf(html).value("formId") ?? "" };
  const second = await as("sup").post(edit(alpha), { ...mine, version: pageOf(html).value("version") ?? "" });
  expect(second.status).toBe(422);
  expect(pageOf(second.html).failure).toContain("Somebody else changed this in the meantime.");
  const differences = tableIn(second.html, "Your changes and the saved version");
  for (const [Field, Yours, saved] of [
    ["Site Name", "Mine", "Alpha"],
    ["Note", "a\nb", "theirs"],
    ["Activated", "No", "Yes"],
    ["Allowed addresses", "192.0.2.1, ::/0", "192.0.2.0/24, 2001:db8::/32"],
  ] as const) {
    expect(differences.row({ Field })).toEqual({ Field, Yours, "Saved now": saved });
  }
  expect(pageOf(second.html).value("version")).toBe("2");
  const done = await as("sup").post(edit(alpha), { ...mine, version: "2", formId: "another-form-of-it" });
  expect([done.status, done.headers.get("location")]).toEqual([302, `${LIST}#r${alpha.id}`]);
  expect(await stored(alpha.id)).toMatchObject({ sitename: "Mine", active: false, hidden: true, version: 3 });
  for (const id of ["999999", "x", "0"]) expect((await as("sup").get(`/app/sites/edit/${id}`)).status).toBe(404);
});
