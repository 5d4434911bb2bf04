import { expect, test } from "vitest";
import { aPrice, anAdmin, anOffice, aSite, aSuperadmin, type Office, type Site } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aScreenWorld } from "../world/screens";

let office: Office;
let other: Office;
let site: Site;

const { as, open } = aScreenWorld({ people: ["sup", "adm", "man"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  office = await anOffice({ officeName: "North & Co", username: "man", agents: 1 });
  other = await anOffice({ officeName: "South" });
  site = await aSite({ sitename: "Roses", types: [{ typename: "Signup", price: { payout: 500 } }] });
  await aPrice({ type: site.types[0]!, office, payout: 555 });
});

/** The last row of tabs: that of the record. */
const tabsOf = (html: string) => pageOf(html).all("nav.tabs").at(-1)!.all("a");
const labels = (html: string) => tabsOf(html).map((tab) => tab.text);
const current = (html: string) => tabsOf(html).find((tab) => tab.attr("aria-current") === "page")?.text;

/** Opens every tab of a page and returns the label of the current tab of each that shows the tabs again. */
async function follow(path: string, name: string): Promise<(string | undefined)[]> {
  const tabs = tabsOf(await open(path, name));
  const shown: (string | undefined)[] = [];
  for (const tab of tabs) {
    const visit = await as(name).open(tab.attr("href") ?? "");
    expect([tab.text, pageOf(visit.html).one("h1")?.text]).toEqual([tab.text, expect.stringMatching(/./)]);
    shown.push(pageOf(visit.html).has("nav.tabs") ? current(visit.html) : undefined);
  }
  return shown;
}

test("an office's pages are tabs that all open, and the list leads to the first", async () => {
  const before = ["Figures", "Details", "Agents", "Sites", "Payments"];
  const path = `/app/offices/${office.id}/figures`;
  for (const [name, payout] of [
    ["sup", ["Payout details", "Webhooks"]],
    ["adm", []],
  ] as const) {
    expect(pageOf(await open("/app/offices/offices", name)).link("North & Co")).toBe(path);
    expect(labels(await open(path, name))).toEqual([...before, ...payout, "Statement", "Sessions", "History"]);
    const shown = await follow(path, name);
    for (const label of ["Figures", "Details", "Sites", "Payments", "History"]) expect(shown).toContain(label);
  }
});

test("the page of an office without active agents says that there are none, not that every one has sold", async () => {
  const page = pageOf(await open(`/app/offices/${other.id}/figures`, "adm"));
  expect(page.text).toContain("This office has no active agents");
  expect(page.text).not.toContain("Every active agent has sold");
});

test("a manager has the pages of their own office that they may open, and no others", async () => {
  const path = `/app/offices/${office.id}/figures`;
  expect(labels(await open(path, "man"))).toEqual(["Figures", "Agents", "Webhooks", "Statement", "History"]);
  expect(await follow(path, "man")).toEqual(expect.arrayContaining(["Figures", "History"]));
  expect(pageOf(await open("/app/profile", "man")).link("Figures of North & Co")).toBe(path);
  for (const page of ["figures", "payments", "history"]) {
    const { status } = await as("man").get(`/app/offices/${other.id}/${page}`);
    expect([page, status]).toEqual([page, page === "payments" ? 403 : 404]);
  }
});

test("every tab of an agent keeps the agent's tabs, marks itself and links to the agent and to all agents", async () => {
  const [agent] = office.agents;
  for (const name of ["sup", "adm", "man"]) {
    const path = `/app/agents/${agent!.id}`;
    const all = labels(await open(path, name));
    expect(all).toEqual(
      expect.arrayContaining([
        "Figures",
        "Details",
        "Sites",
        "Get a link",
        "Statement",
        "Logins",
        "Sessions",
        "History",
      ]),
    );
    for (const tab of tabsOf(await open(path, name))) {
      const { html } = await as(name).open(tab.attr("href") ?? "");
      const marked = tabsOf(html).find((one) => one.attr("aria-current") !== undefined)?.text;
      expect([name, tab.text, labels(html), marked]).toEqual([name, tab.text, all, tab.text]);
      expect(pageOf(html).link("All agents")).toBe("/app/agents");
    }
  }
});

test("every tab of an office keeps the office's tabs, marks itself and links to the office and to all offices", async () => {
  const path = `/app/offices/${office.id}/figures`;
  for (const name of ["sup", "adm"]) {
    const all = labels(await open(path, name));
    for (const tab of tabsOf(await open(path, name))) {
      const { html } = await as(name).open(tab.attr("href") ?? "");
      expect([name, tab.text, labels(html), current(html)]).toEqual([name, tab.text, all, tab.text]);
      const crumbs = pageOf(html).one(".crumbs");
      expect([tab.text, crumbs?.text, crumbs?.link("Offices")]).toEqual([
        tab.text,
        "Offices › North & Co",
        "/app/offices/offices",
      ]);
    }
  }
  const [agent] = office.agents;
  for (const list of [
    "/app/agents",
    `/app/agents?companyId=x`,
    `/app/stats/statements?companyId=${office.id}&agentId=${agent!.id}`,
  ]) {
    expect([list, (await as("adm").open(list)).html.includes(`aria-label="North &amp; Co"`)]).toEqual([list, false]);
  }
});

test("every tab of a record shows beside its name whether it is in use", async () => {
  const suspended = await anOffice({ officeName: "East", active: false });
  const [agent] = office.agents;
  const records = [
    { path: `/app/offices/${office.id}/figures`, name: "sup", state: "Activated" },
    { path: `/app/offices/${office.id}/figures`, name: "man", state: "Activated" },
    { path: `/app/offices/${suspended.id}/figures`, name: "adm", state: "Suspended" },
    { path: `/app/sites/edit/${site.id}`, name: "sup", state: "Activated" },
    { path: `/app/sites/${site.id}/types`, name: "adm", state: "Activated" },
    { path: `/app/agents/${agent!.id}`, name: "sup", state: "Activated" },
    { path: `/app/agents/${agent!.id}`, name: "man", state: "Activated" },
  ];
  // A manager has one office: its agents and statement are screens of the menu.
  const lists = (path: string, name: string) =>
    name === "man" && path.startsWith("/app/offices") ? ["Agents", "Statement"] : [];
  for (const { path, name, state } of records) {
    for (const tab of tabsOf(await open(path, name))) {
      if (lists(path, name).includes(tab.text)) continue;
      const { html } = await as(name).open(tab.attr("href") ?? "");
      const states = pageOf(html).texts("header.head [data-status]");
      expect([path, name, tab.text, states]).toEqual([path, name, tab.text, [state]]);
    }
  }
});

test("the form of a site's manual shows the state of the site", async () => {
  const { id } = await aSite({ sitename: "Tulips", active: false });
  const address = `/app/site-manuals/create?siteId=${id}`;
  expect(pageOf(await open(address, "sup")).texts("header.head [data-status]")).toEqual(["Suspended"]);
  await as("sup").post("/app/site-manuals/create", { siteId: String(id), title: "Tulips", html: "<p>Sell</p>" });
  const page = pageOf((await as("sup").open(`/app/sites/${id}/manual`)).html);
  expect(page.one("h1")?.text).toBe("Edit Site Manual");
  expect(page.texts("header.head [data-status]")).toEqual(["Suspended"]);
});

test("an office's payments are its own prices beside those of the links", async () => {
  const own = tableIn(await open(`/app/offices/${office.id}/payments`, "adm"));
  expect(own.rows).toEqual([
    expect.objectContaining({ Link: "Signup", Site: "Roses", Payout: "₱555.00", "Price of the link": "₱500.00" }),
  ]);
  expect(own.rows[0]?.Actions).not.toContain("Change");
  const html = await open(`/app/offices/${office.id}/payments`, "sup");
  const type = site.types[0]!.id;
  expect(pageOf(html).link("Change Signup")).toBe(
    `/app/sites/company-fees?siteId=${site.id}&typeId=${type}#f${office.id}`,
  );
  expect(await open(`/app/offices/${other.id}/payments`, "adm")).toContain("This office has no own prices");
});

test("a site's pages are tabs, for admins without those that change it", async () => {
  const all = ["Details", "Links", "Office payments", "Secrets and postback", "Manual", "History"];
  const details = `/app/sites/edit/${site.id}`;
  expect(pageOf(await open("/app/sites/sites", "sup")).link("Roses")).toBe(details);
  expect(labels(await open(details, "sup"))).toEqual(all);
  expect(await follow(details, "sup")).toEqual(all);
  const links = `/app/sites/${site.id}/types`;
  expect(pageOf(await open("/app/sites/sites", "adm")).link("Roses")).toBe(links);
  expect(await follow(links, "adm")).toEqual(["Links", "History"]);
});

test("saving a site leads to its row of the list, and the site shows the steps that are left", async () => {
  const fields = { sitename: "Tulips", shortname: "Tul", abbr: "TU", url: "https://t.example/", type: "DATING" };
  const made = await as("sup").post("/app/sites/create", { ...fields, status: "on", intent: "save" });
  const list = made.headers.get("location") ?? "";
  expect([made.status, list]).toEqual([302, expect.stringMatching(/^\/app\/sites\/sites\?row=\d+#r\d+$/)]);
  const to = `/app/sites/edit/${/row=(\d+)/.exec(list)?.[1]}`;
  const html = await open(to, "sup");
  const steps = ["Add a link with its price", "Create a secret for its postbacks", "Enable it for offices"];
  for (const step of steps)
    expect([step, (await as("sup").get(pageOf(html).link(step) ?? "")).status]).toEqual([step, 200]);
  const version = pageOf(html).value("version") ?? "";
  const saved = await as("sup").post(to, { ...fields, abbr: "TUL", status: "on", version, intent: "save" });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/app\/sites\/sites/)]);
});

test("a postback is tried on the site's page: a message at the field, or the steps of the result", async () => {
  const path = `/app/sites/${site.id}/secrets`;
  const bad = pageOf(await open(`${path}?clickId=no-uuid&event=sale&status=approved`, "sup"));
  expect(bad.one("#q-clickId-error")?.text).toContain("clickid must be the click ID");
  expect(bad.value("clickId")).toBe("no-uuid");
  const unknown = pageOf(await open(`${path}?clickId=0198c0de-0000-7000-8000-000000000000&event=bonus`, "sup"));
  expect(unknown.text).toContain("✗ No click has this ID.");
  expect(unknown.text).toContain("✗ It would be pending.");
  expect(unknown.value("event")).toBe("bonus");
});

test("a secret is made, shown once in complete postback addresses, and revoked, without scripts", async () => {
  const path = `/app/sites/${site.id}/secrets`;
  const before = pageOf(await open(path, "sup"));
  expect(before.one("#get-sale")?.text).toMatch(/\/api\/postback\?clickid=CLICKID&event=sale&txid=TXID&secret=SECRET$/);
  const made = await as("sup").post(path, { intent: "make-secret", formId: before.value("formId") ?? "" });
  expect([made.status, made.headers.get("location")]).toEqual([302, path]);
  const shown = pageOf(await open(path, "sup"));
  const secret = shown.one("#made-secret")?.attr("value") ?? "";
  expect(secret.length).toBeGreaterThan(20);
  expect(shown.one("#get-reversal")?.text).toContain(`status=reversed&txid=TXID&secret=${secret}`);
  expect(shown.one("#post-sale")?.text).toMatch(
    new RegExp(`/api/postback -H 'Authorization: Bearer ${secret}' -d clickid=CLICKID -d event=sale -d txid=TXID$`),
  );
  expect(await open(path, "sup")).not.toContain(secret);
  const ids = shown.one('form:has([value="revoke"])')?.value("ids") ?? "";
  const question = await open(`${path}/confirm?intent=revoke&ids=${ids}`, "sup");
  expect(question).toContain(`Roses: …${secret.slice(-4)}`);
  const done = await as("sup").post(path, { intent: "revoke", ids, formId: pageOf(question).value("formId") ?? "" });
  expect([done.status, done.headers.get("location")]).toEqual([302, path]);
  expect(await open(path, "sup")).toContain("No secret yet");
  expect((await as("adm").get(path)).status).toBe(403);
});

test.each([
  ["/app/agents/create", "/app/agents", "All agents"],
  ["/app/offices/create", "/app/offices/offices", "Offices"],
  ["/app/offices/domains/create", "/app/offices/domains", "Domains"],
  ["/app/sites/create", "/app/sites/sites", "Sites"],
  ["/app/sites/:site/types/create", "/app/sites/:site/types", "Links of Roses"],
  ["/app/sites/:site/types/import", "/app/sites/:site/types", "Links of Roses"],
  ["/app/site-manuals/create", "/app/site-manuals", "Site Manuals"],
  ["/app/admins/create", "/app/admins", "Admins"],
  ["/app/settings/black-list-ip/create", "/app/settings/black-list-ip", "IP Black List"],
  ["/app/settings/black-list-ip/delete", "/app/settings/black-list-ip", "IP Black List"],
])("%s has the way back to its list above its title", async (path, list, label) => {
  const [here, back] = [path, list].map((address) => address.replace(":site", String(site.id)));
  const page = pageOf(await open(here!, "sup"));
  expect(page.one(".crumbs")?.text).toBe(label);
  expect(page.one(".crumbs")?.link(label)).toBe(back);
});
