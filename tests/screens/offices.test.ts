import { expect, test } from "vitest";
import { sealPassword } from "../../server/accounts";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin, enable } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { listAfter } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/offices/offices";
let sites: number[];

const { server, as, open } = aScreenWorld({ people: ["sup", "adm", "man"] }, async () => {
  await db.run`INSERT INTO domains (domain, hidden) VALUES ('https://a.example', false), ('https://h.example', true)`;
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  const north = await anOffice({ officeName: "North", username: "man", agents: 2, preferredDomainId: 1 });
  await anOffice({ officeName: "South", username: "suppress", active: false });
  sites = [(await aSite({ sitename: "Roses", enabledFor: [north] })).id, (await aSite({ sitename: "Tulips" })).id];
  await db.run`
      UPDATE accounts SET password_sealed = ${sealPassword(north.accountId, "north-secret")} WHERE id = ${north.accountId}`;
});
const officeOf = (officeName: string) =>
  db.row<{ id: number; active: boolean; hidden: boolean; reason: string | null; version: number }>`
      SELECT offices.id, active, accounts.hidden, status_reason AS reason, version
      FROM offices JOIN accounts ON accounts.id = account_id WHERE office_name = ${officeName}`;
const idOf = async (officeName: string) => (await officeOf(officeName))?.id ?? 0;

/** The fields that a form of the page would send unchanged, without buttons. */
function formOf(html: string): Record<string, string> {
  const form = pageOf(html).one("form:is(.form, .ask)");
  const names = (form?.fields ?? []).flatMap((field) => (field.is("button") ? [] : field.attr("name") || []));
  return Object.fromEntries(names.map((name) => [name, form?.value(name) ?? ""]));
}

test("the list has its columns, links and acts under the tab Offices [OFFICE-01, OFFICE-03, OFFICE-04, OFFICE-05, OFFICE-09]", async () => {
  const { path, html } = await as("sup").open("/app/offices");
  expect(path).toBe(LIST);
  expect(html).toContain(`<a href="${LIST}" aria-current="page">Offices</a>`);
  expect(tableIn(html).headings).toEqual([
    ...[
      "(no heading)",
      "Office",
      "Agents",
      "Sites",
      "Username",
      "Password",
      "Preferred Domain",
      "Status",
      "Registered",
      "Actions",
    ],
  ]);
  const [north, south] = tableIn(html).rows;
  expect(north).toMatchObject({
    ...{ Office: "North", Agents: "2", Sites: "1", Username: "man", Password: "north-secret" },
    ...{ "Preferred Domain": "a.example", Status: "Activated", Actions: "Edit NorthSuspend NorthHide" },
    Registered: expect.stringMatching(/^\d{4}-\d\d-\d\d \(\d\d:\d\d\)$/) as unknown,
  });
  expect(south).toMatchObject({ Status: "Suspended", Actions: "Edit SouthActivate SouthHide" });
  const id = await idOf("North");
  expect(html).toContain(`<a href="/app/agents?companyId=${id}&amp;approval=approved">2</a>`);
  expect(html).toContain(`<a href="/app/offices/${id}/North/sites">1</a>`);
  expect(html).toContain(`href="/app/offices/edit/${id}"`);
});

test("only a superadmin has '+ Add Office' and its form; a manager has no access [OFFICE-11, OFFICE-12, ROLE-11, ROLE-14]", async () => {
  expect(pageOf(await open(LIST)).link("+ Add Office")).toBe("/app/offices/create");
  expect(await open(LIST, "adm")).not.toContain("+ Add Office");
  expect((await as("adm").get("/app/offices/create")).status).toBe(403);
  for (const path of [LIST, "/app/offices/create", `/app/offices/edit/1`, `${LIST}/confirm?intent=hide&ids=1`]) {
    expect((await as("man").get(path)).status, path).toBe(403);
  }
  expect((await as("man").post(LIST, { intent: "suspend", ids: "1" })).status).toBe(403);
});

test("a search matches the username and keeps the sorting; headings sort and return to page 1 [OFFICE-02, OFFICE-07, WIDGET-01, WIDGET-03]", async () => {
  const html = await open(`${LIST}?username=UP&sortField=regTime&sortAsc=false&page=1`);
  expect(tableIn(html).column("Office")).toEqual(["South"]);
  expect(pageOf(html).value("username")).toBe("UP");
  expect([pageOf(html).value("sortField"), pageOf(html).value("sortAsc")]).toEqual(["regTime", "false"]);
  expect(html).toContain("<span>1 of 1</span>");
  const heads = pageOf(html)
    .all("thead a")
    .map((link) => link.attr("href"));
  for (const field of ["officeName", "agentsCount", "sitesCount", "username", "active", "regTime"]) {
    expect(heads).toContain(`?username=UP&sortField=${field}&sortAsc=true`);
  }
  const none = await open(`${LIST}?username=nobody&rand=0.5`);
  expect(tableIn(none).empty).toBe("No data");
  expect(none).not.toContain('class="pager"');
});

test.each([
  ["page=0", "Please"],
  ["page=x", "Please enter a page number."],
  ["pageSize=501", "Please"],
  ["sortField=password_hash", "This column cannot be sorted."],
  ["sortAsc=sideways", "Please choose yes or no."],
  [`username=${"x".repeat(256)}`, "Please use at most 255 characters."],
])("an invalid address (%s) is reported, and the list is still shown [ERR-06, ERR-18]", async (query, message) => {
  const html = await open(`${LIST}?${query}`);
  expect(html).toContain(message);
  expect(tableIn(html).column("Office")).toEqual(["North", "South"]);
});

test.each([
  ["suspend", "Are you sure to suspend office and all agents?", { active: false }, "was suspended.", "activate"],
  ["activate", "Are you sure to activate office and all agents?", { active: true }, "was activated.", "suspend"],
  ["hide", "Are you sure to hide office and all agents?", { hidden: true }, "was hidden.", "show"],
  ["show", "Are you sure to show office and all agents?", { hidden: false }, "is shown again.", "hide"],
])(
  "%s asks for confirmation first and applies to the agents too [OFFICE-24, OFFICE-25, ERR-29, ERR-30, ERR-31]",
  async (intent, text, state, notice, inverse) => {
    const id = await idOf("North");
    const from = { Referer: `${server.url}${LIST}?username=man&page=1` };
    const { status, html } = await as("adm").get(`${LIST}/confirm?intent=${intent}&ids=${id}`, from);
    expect([status, html.includes(`<h1>${text}</h1>`)]).toEqual([200, true]);
    expect(html).toContain("<li>North (2 agents)</li>");
    expect(pageOf(html).link("Cancel")).toBe(`${LIST}?username=man&page=1`);
    const fields = formOf(html);
    expect(fields).toMatchObject({ intent, ids: String(id), reason: "" });
    const done = await as("adm").post(LIST, { ...fields, reason: "why not" });
    expect([done.status, done.headers.get("location")]).toEqual([302, `${LIST}?username=man&page=1`]);
    expect(await officeOf("North")).toMatchObject(state);
    const agents =
      await db.rows`SELECT active, accounts.hidden FROM agents JOIN accounts ON accounts.id = account_id WHERE company_id = ${id}`;
    expect(agents).toMatchObject([state, state]);
    const list = pageOf((await as("adm").open(LIST)).html);
    expect(list.notice).toBe(`North (2 agents) ${notice}`);
    // The inverse act changes all agents, whatever they were before, so Undo asks like the button in the row.
    const undo = list.one(".toast form");
    expect([undo?.attr("action"), undo?.one("button")?.sent]).toEqual([`${LIST}/confirm`, inverse]);
    const asked = await as("adm").get(`${LIST}/confirm?intent=${inverse}&ids=${undo?.value("ids")}`);
    expect(pageOf(asked.html).texts(".names li")).toEqual(["North (2 agents)"]);
  },
);

test.each([
  ["activate", "Are you sure to activate selected offices and all they agents?"],
  ["suspend", "Are you sure to suspend selected offices and all they agents?"],
])("for ticked rows, %s asks in the plural [OFFICE-10, ERR-32, ERR-33]", async (intent, text) => {
  const ids = [await idOf("North"), await idOf("South")];
  const list = await open(LIST);
  expect(pageOf(list).all("[name=ids][form=selected]")).toHaveLength(2);
  expect(
    pageOf(list)
      .one("form#selected")
      ?.fields.map(({ sent }) => sent),
  ).toContain(intent);
  const both = await open(`${LIST}/confirm?intent=${intent}&selected=1&ids=${ids.join("&ids=")}`);
  expect(both).toContain(`<h1>${text.replaceAll("'", "&#x27;")}</h1>`);
  // Also for a single ticked row.
  expect(await open(`${LIST}/confirm?intent=${intent}&selected=1&ids=${ids[0]}`)).toContain(text);
  const query = ids.map((id) => `ids=${id}`).join("&");
  const body = new URLSearchParams(`intent=${intent}&${query}`);
  const cookie = [...as("sup").cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const done = await fetch(server.url + LIST, {
    ...{ method: "POST", body, redirect: "manual" },
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
  });
  expect(done.status).toBe(302);
  for (const name of ["North", "South"]) expect(await officeOf(name)).toMatchObject({ active: intent === "activate" });
  expect(list).toContain("<select-all");
});

/** Suspends the office again, and returns the fields that Undo sends. */
async function undoOf(id: number): Promise<Record<string, string>> {
  await as("sup").post(LIST, { intent: "activate", ids: String(id), keepSuspended: "on" });
  await as("sup").post(LIST, { intent: "suspend", ids: String(id) });
  const form = pageOf((await as("sup").open(LIST)).html).one(".toast form");
  return {
    text: form?.one("button")?.text ?? "",
    ids: form?.value("ids") ?? "",
    keepSuspended: form?.value("keepSuspended") ?? "",
  };
}

test("activating offices says whose agents were suspended on their own, and can keep them suspended [OFFICE-23]", async () => {
  const ids = [await idOf("North"), await idOf("South")];
  const [agent] = await db.rows<{
    id: number;
    accountId: number;
  }>`SELECT id, account_id AS "accountId" FROM agents WHERE company_id = ${ids[0]} ORDER BY id`;
  await as("sup").post(LIST, { intent: "activate", ids: String(ids[0]) });
  await as("sup").post("/app/agents", { intent: "suspend", ids: String(agent?.id) });
  await as("sup").post(LIST, { intent: "suspend", ids: String(ids[0]) });
  const row = pageOf(await open(LIST))
    .all("button")
    .find((button) => button.text === "Activate North");
  expect(row?.attr("data-html")).toContain("Keep the agent suspended who was suspended on their own");

  const one = await open(`${LIST}/confirm?intent=activate&ids=${ids[0]}`);
  expect(pageOf(one).texts("label")).toContain("Keep the agent suspended who was suspended on their own");
  expect(pageOf(one).ticked("keepSuspended")).toBe(false);
  expect(await open(`${LIST}/confirm?intent=suspend&ids=${ids[0]}`)).not.toContain("keepSuspended");
  expect(await open(`${LIST}/confirm?intent=activate&ids=${ids[1]}`)).not.toContain("keepSuspended");
  const several = await open(`${LIST}/confirm?intent=activate&ids=${ids[0]}&ids=${ids[1]}&selected=1`);
  expect(several).toContain("<li>North (2 agents, 1 suspended on their own)</li>");

  const { text, ...undo } = await undoOf(ids[0] ?? 0);
  expect([text, undo.keepSuspended]).toEqual(["Undo North (2 agents)", "on"]);
  const undone = pageOf(await open(`${LIST}/confirm?${new URLSearchParams({ intent: "activate", ...undo })}`));
  expect(undone.ticked("keepSuspended")).toBe(true);

  const isActive = async () =>
    (await db.row<{ active: boolean }>`SELECT active FROM accounts WHERE id = ${agent?.accountId ?? 0}`)?.active;
  await as("sup").post(LIST, { ...formOf(one), keepSuspended: "on" });
  expect([(await officeOf("North"))?.active, await isActive()]).toEqual([true, false]);
  const { keepSuspended: _unticked, ...usual } = formOf(one);
  await as("sup").post(LIST, { ...usual, formId: "another-form" });
  expect(await isActive()).toBe(true);
});

test("no row, an unknown row or an unknown act is reported, and nothing changes", async () => {
  const none = await as("sup").get(`${LIST}/confirm?intent=suspend&selected=1`);
  expect([none.status, none.headers.get("location")]).toEqual([302, `${LIST}#selected`]);
  expect(pageOf(await open(LIST)).one(".toast.error")?.text).toContain("Please select at least one row.");
  expect((await as("sup").get(`${LIST}/confirm?intent=suspend&ids=999999`)).status).toBe(404);
  expect((await as("sup").get(`${LIST}/confirm?intent=delete&ids=1`)).status).toBe(404);
  expect((await as("sup").post(LIST, { intent: "suspend", ids: "999999" })).status).toBe(404);
  const wrong = await as("sup").post(LIST, { intent: "suspend" });
  expect([wrong.status, wrong.html.includes("Please select at least one row.")]).toEqual([422, true]);
});

const typed = {
  ...{ officeName: "Quay <House>", manFirstName: "Mara", manLastName: "Lind", manEmail: "m@example.org" },
  ...{ username: "quay", password: "a-good-password", passwordConfirm: "a-good-password", agentNotes: "<p>Hi</p>" },
};

test("the form of a new office is active, with every site and the first domain [OFFICE-12, OFFICE-16, OFFICE-19, OFFICE-20, OFFICE-21]", async () => {
  const html = await open("/app/offices/create");
  expect(html).toContain("<h1>Add Office</h1>");
  expect([pageOf(html).ticked("active"), pageOf(html).ticked("hidden")]).toEqual([true, false]);
  expect(pageOf(html).choices("preferredDomainId")).toEqual(["None", "https://a.example"]);
  expect(pageOf(html).value("preferredDomainId")).toBe("1");
  for (const id of sites) expect(pageOf(html).has(`[name=siteIds][value="${id}"][checked]`)).toBe(true);
  expect(html).toContain("Must Read (optional)");
  for (const name of ["officeName", "manFirstName", "manLastName", "username", "password", "passwordConfirm"]) {
    expect(pageOf(html).field(name)?.is("[required]"), name).toBe(true);
  }
  expect(pageOf(html).field("manEmail")?.is("[required]")).toBe(false);
});

test("saving an office returns to the list with a notice; sending the form twice adds one office [OFFICE-13, OFFICE-14, ERR-13]", async () => {
  const { formId = "", back = "" } = formOf(
    (await as("sup").get("/app/offices/create", { Referer: `${server.url}${LIST}?sortField=username` })).html,
  );
  expect(back).toBe(`${LIST}?sortField=username`);
  const give = { ...typed, formId, back, active: "on", siteIds: String(sites[0]), preferredDomainId: "" };
  for (let i = 0; i < 2; i++) {
    const done = await as("sup").post("/app/offices/create", give);
    expect([done.status, listAfter(done)]).toEqual([302, back]);
  }
  const made = await db.rows`
    SELECT office_name, man_email, agent_notes, preferred_domain_id, active, accounts.hidden,
      ARRAY(SELECT site_id FROM office_sites WHERE company_id = offices.id) AS sites
    FROM offices JOIN accounts ON accounts.id = account_id WHERE username = 'quay'`;
  expect(made).toEqual([
    {
      ...{ office_name: "Quay <House>", man_email: "m@example.org", agent_notes: "<p>Hi</p>" },
      ...{ preferred_domain_id: null, active: true, hidden: false, sites: [sites[0]] },
    },
  ]);
  expect(pageOf((await as("sup").open(back)).html).notice).toBe("Success Operation Complete");
});

test.each([
  [{ officeName: "" }, "officeName", "Please fill in this field."],
  [{ manFirstName: "" }, "manFirstName", "Please fill in this field."],
  [{ manLastName: "" }, "manLastName", "Please fill in this field."],
  [{ manEmail: "nobody" }, "manEmail", "Please use the form name@example.com."],
  [{ username: "a1234567890" }, "username", "Please use at most 10 characters."],
  [{ username: "MAN" }, "username", "Username is taken"],
  [{ password: "short", passwordConfirm: "short" }, "password", "Please use at least 8 characters."],
  [{ passwordConfirm: "another" }, "passwordConfirm", "Passwords do not match"],
  [{ preferredDomainId: "2" }, "preferredDomainId", "Please choose one from the list."],
  [{ siteIds: "999999" }, "siteIds", "Please choose sites from the list."],
])(
  "a form with %j is refused at %s and keeps what was typed [OFFICE-17, OFFICE-18, ERR-05]",
  async (wrong, field, message) => {
    const give: Record<string, string> = {
      ...typed,
      username: "brandnew",
      agentNotes: "<p>kept &amp; shown</p>",
      ...wrong,
    };
    const { status, html } = await as("sup").post("/app/offices/create", { ...give, back: `${LIST}?page=3` });
    expect(status).toBe(422);
    expect(pageOf(html).message(field, "form")).toContain(message);
    expect(pageOf(html).has(`a[href="#form-${field}"]`)).toBe(true);
    for (const name of ["officeName", "manFirstName", "manLastName", "manEmail", "username"]) {
      expect(pageOf(html).value(name), name).toBe(give[name]);
    }
    expect(html).toContain("&lt;p&gt;kept &amp;amp; shown&lt;/p&gt;");
    expect(html).not.toContain("a-good-password");
    // An unticked box stays unticked, and the return address is kept.
    expect(pageOf(html).ticked("active")).toBe(false);
    expect(pageOf(html).value("back")).toBe(`${LIST}?page=3`);
  },
);

test("the edit form keeps the username, saves everything else, and clears unticked flags [OFFICE-12, OFFICE-22]", async () => {
  const { id } = await anOffice({ officeName: "Quay <Own>", username: "quayown" });
  await enable({ id: sites[0] ?? 0 }, { id });
  const html = await open(`/app/offices/edit/${id}`, "adm");
  expect(html).toContain("<h1>Update Office</h1>");
  expect(pageOf(html).one("#username[disabled]")?.attr("value")).toBe("quayown");
  const fields = formOf(html);
  expect(fields).toMatchObject({ officeName: "Quay <Own>", version: "1" });
  const give = {
    ...fields,
    officeName: "Quay",
    manEmail: "",
    agentNotes: "",
    siteIds: "",
    hidden: "on",
    username: "x",
  };
  const { active: _, ...without } = give as Record<string, string>;
  const done = await as("adm").post(`/app/offices/edit/${id}`, {
    ...without,
    password: "",
    passwordConfirm: "",
  });
  expect([done.status, listAfter(done)]).toEqual([302, LIST]);
  const saved = await db.row`
    SELECT man_email, agent_notes, active, accounts.hidden, username,
      (SELECT count(*) FROM office_sites WHERE company_id = offices.id) AS sites
    FROM offices JOIN accounts ON accounts.id = account_id WHERE office_name = 'Quay'`;
  expect(saved).toEqual({ man_email: "", agent_notes: "", active: false, hidden: true, username: "quayown", sites: 0 });
});

test("an outdated save shows both versions, keeps what was typed, and can be repeated", async () => {
  const id = await idOf("South");
  const path = `/app/offices/edit/${id}`;
  const [mine, theirs] = [formOf(await open(path)), formOf(await open(path, "adm"))];
  const active = { active: "on" };
  await as("adm").post(path, { ...theirs, ...active, manLastName: "Theirs" });
  const late = await as("sup").post(path, { ...mine, ...active, manLastName: "Mine", manFirstName: "Typed" });
  expect(late.status).toBe(422);
  expect(tableIn(late.html).rows).toEqual([
    // Only one of them changed the first name.
    { Field: "Last name", Yours: "Mine", "Saved now": "Theirs" },
  ]);
  expect([pageOf(late.html).value("manLastName"), pageOf(late.html).value("manFirstName")]).toEqual(["Mine", "Typed"]);
  const again = await as("sup").post(path, { ...formOf(late.html), ...active });
  expect(again.status).toBe(302);
  const saved = await db.row`SELECT man_first_name, man_last_name FROM offices WHERE id = ${id}`;
  expect(saved).toEqual({ man_first_name: "Typed", man_last_name: "Mine" });
});

test("an unknown office is 404, by address and by post [ERR-10]", async () => {
  for (const path of [
    "/app/offices/edit/999999",
    "/app/offices/edit/x",
    "/app/offices/0/x/sites",
    "/app/offices/x/y/sites",
  ]) {
    expect((await as("sup").get(path)).status, path).toBe(404);
  }
  expect((await as("sup").post("/app/offices/edit/999999", { officeName: "x" })).status).toBe(404);
});

test("an office's sites have name, abbreviation and status [OFFICE-27]", async () => {
  const id = await idOf("North");
  const html = await open(`/app/offices/${id}/any%20name/sites`);
  expect(html).toContain("<h1>Sites of North</h1>");
  expect(tableIn(html).headings).toEqual(["Site", "Abbreviation", "Status"]);
  expect(tableIn(html).rows).toEqual([{ Site: "Roses", Abbreviation: "Roses", Status: "Activated" }]);
  const none = await open(`/app/offices/${await idOf("South")}/South/sites`);
  expect(tableIn(none).empty).toBe("No sites yet");
});

test("names of 255 characters and with HTML are shown as text, shortened in the list", async () => {
  const long = "x".repeat(255);
  await anOffice({ officeName: long, username: "long" });
  await anOffice({ officeName: '"><script>alert(1)</script>', username: "evil" });
  const html = await open(`${LIST}?pageSize=500`);
  expect(html).toContain(`<span title="${long}">`);
  expect(pageOf(html).one(`span[title="${long}"]`)?.text).toBe(`${"x".repeat(29)}…`);
  expect(html).not.toContain("<script>alert");
  const { status, html: of } = await as("sup").get(`/app/offices/${await idOf(long)}/${long}/sites`);
  expect([status, of.includes(long)]).toEqual([200, true]);
});

test("the numbers of agents of an office are those of the lists that they open", async () => {
  const office = await anOffice({ officeName: "Waiting room", agents: 2 });
  await anAgent({ office, approved: false });
  const rejected = await anAgent({ office, approved: false });
  await db.run`UPDATE agents SET rejected_at = now() WHERE id = ${rejected.id}`;
  const row = pageOf(await open(LIST))
    .all("tbody tr")
    .find(({ text }) => text.includes("Waiting room"));
  const links = row?.all('a[href^="/app/agents"]') ?? [];
  expect(links.map(({ text }) => text)).toEqual(["2", "+1 waiting"]);
  for (const link of links) {
    const { rows } = tableIn(await open(link.attr("href") ?? ""));
    expect([link.text, rows.length]).toEqual([link.text, Number(/\d+/.exec(link.text)?.[0])]);
  }
});
