import { expect, test } from "vitest";
import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aVisitor, listAfter, signedIn } from "../world/visitor";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/agents";
let north: Awaited<ReturnType<typeof anOffice>>;
let south: Awaited<ReturnType<typeof anOffice>>;
let ann: Awaited<ReturnType<typeof anAgent>>;

const { server, as, open } = aScreenWorld(
  { people: ["adm", "man", "boss", "other"], env: { DESIGNATED_USERNAME: "boss" } },
  async () => {
    north = await anOffice({ username: "man", officeName: "North" });
    south = await anOffice({ officeName: "South" });
    ann = await anAgent({ username: "ann", office: north });
    await anAgent({ username: "bob", office: north, active: false, hidden: true, loginBlocked: true });
    await anAgent({ username: "waits", office: north, approved: false });
    await anAgent({ username: "sue", office: south });
    await aSite({ sitename: "Roses", enabledFor: [north] });
    await aSite({ sitename: "Tulips", enabledFor: [north], active: false });
    await aSite({ sitename: "Dahlias" });
    await db.rows`UPDATE agents SET migrated = true WHERE id = ${ann.id}`;
    await anAdmin({ username: "adm" });
    await aSuperadmin({ username: "boss" });
    await aSuperadmin({ username: "other" });
  },
);

const stored = (username: string) =>
  writeTransaction(async () => {
    const [row] = await queryRows<Record<string, unknown>>(sql`
      SELECT agents.id, company_id AS "companyId", first_name AS "firstName", active, hidden, login_blocked AS blocked,
        login_enabled_until AS until, approved, version, status_reason AS reason
      FROM agents JOIN accounts ON accounts.id = account_id WHERE username = ${username} AND deleted_at IS NULL`);
    return row;
  });

/** The usernames of the list; each cell also has the name. */
const usernames = (html: string) => pageOf(html).texts("tbody th a");
const formId = (html: string) => pageOf(html).value("formId") ?? "";

test("the list has its columns, by username ascending; only admins see the office [AGENT-01, AGENT-05, AGENT-09]", async () => {
  const html = await open(PATH);
  expect(tableIn(html).headings).toEqual([
    ...[
      "(no heading)",
      "Username",
      "Password",
      "Office",
      "Registered",
      "Last Login",
      "Login Times",
      "Status",
      "Sites",
      "Sales this half-month",
      "Last sale",
      "Actions",
    ],
  ]);
  expect(usernames(html)).toEqual(["ann", "bob", "sue", "waits"]);
  expect(tableIn(html).row({ Username: "bob Ada bob" })).toMatchObject({
    ...{ Status: "Suspended (Hidden)Login off", Sites: "2", "Last sale": "" },
  });
  expect(pageOf(html).link("bob")).toBe(`${PATH}/${String((await stored("bob"))?.id)}`);
  expect(html).toContain('<form class="criteria" role="search"');
  expect(tableIn(await open(PATH, "man")).headings).not.toContain("Office");
  expect(await open(`${PATH}?sortField=officeName`, "man")).toContain("This column cannot be sorted.");
});

test("the filters have their options and narrow the list [AGENT-02, AGENT-03, AGENT-04]", async () => {
  const html = await open(PATH);
  expect(pageOf(html).choices("active")).toEqual(["All statuses", "Suspended", "Activated"]);
  expect(pageOf(html).choices("migrated")).toEqual(["All", "Migrated", "Not Migrated"]);
  expect(pageOf(html).choices("companyId")).toEqual(["All", "North", "South"]);
  for (const name of ["username", "firstName", "lastName", "email", "campaignId"])
    expect(pageOf(html).value(name)).toBe("");
  expect(usernames(await open(`${PATH}?active=0`))).toEqual(["bob"]);
  expect(usernames(await open(`${PATH}?active=1`))).toEqual(["ann", "sue", "waits"]);
  expect(usernames(await open(`${PATH}?migrated=1`))).toEqual(["ann"]);
  expect(usernames(await open(`${PATH}?migrated=0`))).toEqual(["bob", "sue", "waits"]);
  expect(usernames(await open(`${PATH}?companyId=${south.id}&username=`))).toEqual(["sue"]);
  const found = await open(`${PATH}?username=N`);
  expect([usernames(found), pageOf(found).value("username")]).toEqual([["ann"], "N"]);
  expect(tableIn(await open(`${PATH}?username=nobody`)).empty).toBe("No data");
});

test("a bad query shows the default list, messages at the fields, and what was typed", async () => {
  const html = await open(
    `${PATH}?page=x&pageSize=0&sortField=password&sortAsc=2&active=maybe&companyId=abc&username=n`,
  );
  expect(usernames(html)).toEqual(["ann"]);
  expect(pageOf(html).message("active")).not.toBe("");
  expect(pageOf(html).message("companyId")).not.toBe("");
  expect(await open(`${PATH}?companyId=99999`, "adm", 404)).toContain("not yours to see");
  await open(`${PATH}?companyId=${south.id}`, "man", 404);
});

test("Login Times and Sites link to the agent's own, + Add Agent to the form [AGENT-07, AGENT-13]", async () => {
  const html = await open(PATH);
  expect(html).toContain(`<a href="/app/logs/login?agentId=${ann.id}&amp;companyId=${north.id}">0</a>`);
  expect(html).toContain(`<a href="${PATH}/${ann.id}/ann/sites">2</a>`);
  expect(pageOf(html).link("+ Add Agent")).toBe(`${PATH}/create`);
});

test("a row has the acts that its state allows, with names and a tooltip [AGENT-10, AGENT-11]", async () => {
  const [first, second] = pageOf(await open(PATH)).all("tbody tr");
  expect(first?.texts(".row-acts :is(a, button)")).toEqual(["Edit ann", "Suspend ann", "Hide", "Disable login"]);
  expect(second?.texts(".row-acts :is(a, button)")).toEqual(["Edit bob", "Activate bob", "Show", "Enable login"]);
  expect(second?.one("summary")?.attr("aria-label")).toBe("More for bob");
  expect(second?.has('[title="enable login up to 01:00"]')).toBe(true);
});

test("a row's act is done at once and returns to the same list [AGENT-29]", async () => {
  const act = async (intent: string) => {
    const page = `${PATH}?username=ann`;
    const visit = await as("man").post(PATH, { intent, ids: String(ann.id) }, { Referer: server.url + page });
    expect([visit.status, visit.headers.get("location")]).toEqual([302, page]);
    return stored("ann");
  };
  expect(await act("suspend")).toMatchObject({ active: false });
  expect(await act("activate")).toMatchObject({ active: true });
  expect(await act("hide")).toMatchObject({ hidden: true });
  expect(await act("show")).toMatchObject({ hidden: false });
  expect(await act("disableLogin")).toMatchObject({ blocked: true, until: null });
  expect(await act("enableLogin")).toMatchObject({ until: expect.any(Date) });
});

test.each([
  ["suspend", "was suspended.", { active: false }, "activate", { active: true }],
  ["hide", "was hidden.", { hidden: true }, "show", { hidden: false }],
  ["enableLogin", "can log in until 01:00.", { until: expect.any(Date) as unknown }, "disableLogin", { until: null }],
])(
  "without scripts, the notice of %s names the agent and has a form that undoes it on the same list [AGENT-29]",
  async (intent, done, changed, inverse, before) => {
    const from = { Referer: `${server.url}${PATH}?username=ann` };
    await as("man").post(PATH, { intent: inverse, ids: String(ann.id) });
    await as("man").post(PATH, { intent, ids: String(ann.id) }, from);
    expect(await stored("ann")).toMatchObject(changed);
    const html = await open(`${PATH}?username=ann`, "man");
    expect(pageOf(html).notice).toBe(`ann ${done}`);
    const form = pageOf(html).one(".toast form");
    const undo = form?.button("Undo ann");
    expect([form?.attr("method"), form?.attr("action"), undo?.sent]).toEqual(["post", PATH, inverse]);
    const undone = await as("man").post(PATH, { ...form?.hidden, intent: undo?.sent ?? "" }, from);
    expect([undone.status, undone.headers.get("location")]).toEqual([302, `${PATH}?username=ann`]);
    expect(await stored("ann")).toMatchObject(before);
    expect(pageOf(await open(PATH, "man")).one(".toast button")?.sent).toBe(intent);
  },
);

test("an act on several agents, who may have differed before, has a notice without Undo [AGENT-31]", async () => {
  const ids = [ann.id, (await stored("bob"))?.id].map((id): [string, string] => ["ids", String(id)]);
  await as("man").post(PATH, [["intent", "activate"], ...ids]);
  const html = await open(PATH, "man");
  expect([pageOf(html).notice, pageOf(html).has(".toast form")]).toEqual(["Success Operation Complete", false]);
  await as("man").post(PATH, { intent: "suspend", ids: String(ids[1]?.[1]) });
});

test("a notice whose Undo posts outside of the product is not shown", async () => {
  const forged = aVisitor(server.url);
  await forged.signIn("man");
  const toast = { type: "success", heading: "ann", body: "was suspended.", undo: { intent: "x", id: 1 } };
  for (const [action, shown] of [["/app/agents", true] as const, ["https://example.org/app/", false] as const]) {
    const value = { ...toast, undo: { ...toast.undo, action } };
    forged.cookies.set("toast", encodeURIComponent(btoa(JSON.stringify(value))));
    expect(pageOf((await forged.get(PATH)).html).has(".toast"), action).toBe(shown);
  }
});

const questions = {
  activate: "Are you sure to activate selected agents?",
  suspend: "Are you sure to suspend selected agents?",
  enableLogin: "Are you sure to enable login for selected agents?",
  disableLogin: "Are you sure to disable login for selected agents?",
};

test("bulk acts ask for confirmation and apply to all ticked agents [AGENT-12, AGENT-31, ERR-34, ERR-35, ERR-36]", async () => {
  const bob = (await stored("bob"))?.id;
  const ids = `ids=${ann.id}&ids=${String(bob)}`;
  for (const [intent, question] of Object.entries(questions)) {
    const html = await open(`${PATH}/confirm?intent=${intent}&${ids}&selected=1`, "man");
    expect(html).toContain(`<h1>${question}</h1>`);
    expect(html).toContain("<li>ann</li><li>bob</li>");
    expect([pageOf(html).link("Cancel"), pageOf(html).value("reason")]).toEqual([PATH, ""]);
  }
  const give = { intent: "suspend", ids: String(ann.id), reason: "holiday" };
  expect((await as("man").post(PATH, give)).status).toBe(302);
  expect(await stored("ann")).toMatchObject({ active: false, reason: "holiday" });
  await as("man").post(PATH, { intent: "activate", ids: String(ann.id) });
  const page = await as("man").get(`${PATH}/confirm?intent=activate`);
  expect([page.status, page.headers.get("location")]).toEqual([302, `${PATH}#selected`]);
  const list = pageOf(await open(PATH, "man"));
  expect(list.one(".toast.error p")?.text).toBe("Please select at least one row.");
  expect(list.one("form#selected > .none-selected")?.text).toBe("Please select at least one row.");
  await open(`${PATH}/confirm?intent=explode&${ids}`, "man", 404);
  await open(`${PATH}/confirm?intent=suspend&${ids}&ids=${(await stored("sue"))?.id}`, "man", 404);
});

test("disabling sign-ins asks the specified question first [ERR-37]", async () => {
  expect(await open(`${PATH}/confirm?intent=disableLogin&ids=1&ids=2`)).toContain(questions.disableLogin);
});

test("acts, form and sites of another office's agent are 404 [ROLE-19]", async () => {
  const sue = (await stored("sue"))?.id as number;
  expect((await as("man").post(PATH, { intent: "suspend", ids: String(sue) })).status).toBe(404);
  for (const path of [`${PATH}/edit/${sue}`, `${PATH}/${sue}/sue/sites`, `${PATH}/edit/abc`, `${PATH}/edit/999999`]) {
    await open(path, "man", 404);
  }
  expect(await stored("sue")).toMatchObject({ active: true, version: 1 });
});

test("an agent's sites have name, abbreviation and status [AGENT-14]", async () => {
  const html = await open(`${PATH}/${ann.id}/ann/sites`, "man");
  expect(tableIn(html).headings).toEqual(["Site", "Abbreviation", "Status"]);
  expect(tableIn(html).columns("Site", "Status")).toEqual([
    { Site: "Roses", Status: "Activated" },
    { Site: "Tulips", Status: "Suspended" },
  ]);
  expect(html).toContain("<h1>Sites of ann</h1>");
});

test("without scripts, an agent can be added; active and sites are ticked by default [AGENT-15, AGENT-16, AGENT-17, AGENT-26]", async () => {
  const html = await open(`${PATH}/create`, "man");
  expect(html).toContain("<h1>Add Agent</h1>");
  expect(html).toContain('<button class="primary">Confirm</button>');
  expect(pageOf(html).ticked("active")).toBe(true);
  expect(html).not.toContain('name="officeId"');
  expect(pageOf(html).all('[name^="sites["][name$="].enable"][checked]')).toHaveLength(2);
  const give = {
    ...{ formId: formId(html), firstName: "Una", lastName: "Reed", username: "una", active: "on" },
    ...{ password: PASSWORD, passwordConfirm: PASSWORD, email: "", campaignId: "", mustRead: "" },
  };
  const done = await as("man").post(`${PATH}/create`, give);
  expect([done.status, listAfter(done)]).toEqual([302, PATH]);
  expect(await stored("una")).toMatchObject({ companyId: north.id, active: true, approved: false });
  const list = await open(PATH, "man");
  expect(pageOf(list).notice).toBe(
    "Success Operation Complete. Una Reed was added and can sign in once an administrator has approved the account.",
  );
  // Sending the form again has the same result and adds nothing.
  const again = await as("man").post(`${PATH}/create`, give);
  expect([again.status, listAfter(again)]).toEqual([302, PATH]);
  expect(await stored("una")).toMatchObject({ version: 1 });
});

test("a new agent is listed as waiting for approval, and can be found and edited [AGENT-32]", async () => {
  for (const name of ["man", "adm", "boss"]) {
    const row = tableIn(await open(`${PATH}?username=waits`, name)).rows[0];
    expect(row, name).toMatchObject({ Status: expect.stringContaining("Waiting for approval") as unknown });
  }
  const html = await open(PATH, "man");
  expect(pageOf(html).choices("approval")).toEqual(["All", "Waiting for approval", "Rejected", "Approved"]);
  expect(html).toMatch(/href="\/app\/agents\?approval=waiting">\d agents? waits? for approval</);
  expect(usernames(await open(`${PATH}?approval=waiting`))).toContain("waits");
  expect(usernames(await open(`${PATH}?approved=0`))).toContain("waits");
  expect(usernames(await open(`${PATH}?approved=0`))).not.toContain("ann");
  expect(usernames(await open(`${PATH}?approved=1`, "man"))).not.toContain("waits");
  expect(JSON.stringify(tableIn(await open(`${PATH}?username=ann`, "man")).rows)).not.toContain("Waiting");
  const id = (await stored("waits"))?.id as number;
  const form = await open(`${PATH}/edit/${id}`, "man");
  expect(form).toContain("Waiting for approval");
  const give = { intent: "save", version: pageOf(form).value("version") ?? "", active: "on" };
  const saved = await as("man").post(`${PATH}/edit/${id}`, { ...give, firstName: "Wanda", lastName: "Its" });
  expect(saved.status).toBe(302);
  expect(await stored("waits")).toMatchObject({ firstName: "Wanda", approved: false });
  // The call does not list unapproved agents.
  const headers = { Cookie: [...as("man").cookies].map((pair) => pair.join("=")).join("; ") };
  const call = await fetch(`${server.url}/api/agents/search`, {
    method: "POST",
    headers: { ...headers, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
    body: "{}",
  });
  expect(await call.text()).not.toContain("waits");
});

test("a refused form keeps what was typed, except passwords, with a message at each field [AGENT-23, AGENT-25]", async () => {
  const html = await open(`${PATH}/create?companyId=${south.id}`);
  expect([pageOf(html).choices("officeId"), pageOf(html).value("officeId")]).toEqual([
    ["Choose an office", "North", "South"],
    String(south.id),
  ]);
  const give = {
    ...{ formId: formId(html), officeId: String(north.id), firstName: " ", lastName: "<b>Reed</b>", username: "ann" },
    ...{ password: PASSWORD, passwordConfirm: "another-one", email: "x@", mustRead: "read me" },
    ...{ "sites[0].siteId": "1", "sites[1].siteId": "2", "sites[1].enable": "on" },
  };
  const refused = await as("adm").post(`${PATH}/create`, give);
  expect(refused.status).toBe(422);
  for (const text of [
    "Please fill in this field.",
    "Please use the form name@example.com.",
    "Passwords do not match",
  ]) {
    expect(refused.html).toContain(text);
  }
  expect(refused.html).not.toContain(PASSWORD);
  expect(["lastName", "username", "email", "officeId"].map((name) => pageOf(refused.html).value(name))).toEqual([
    ...["<b>Reed</b>", "ann", "x@", String(north.id)],
  ]);
  expect(refused.html).toContain(">read me</textarea>");
  expect(pageOf(refused.html).ticked("active")).toBe(false);
  const taken = await as("adm").post(`${PATH}/create`, {
    ...{ ...give, firstName: "Ada", email: "", passwordConfirm: PASSWORD },
  });
  expect(taken.html).toContain("Username is taken");
});

test("the edit form shows password and office, keeps the username fixed, and lets a superadmin move the agent [AGENT-06, AGENT-24, AGENT-28]", async () => {
  const html = await open(`${PATH}/edit/${ann.id}`, "man");
  expect(html).toContain("<h1>Update Agent</h1>");
  expect(pageOf(html).one("input#username[disabled][readonly]")?.sent).toBe("ann");
  expect(html).not.toContain('name="username"');
  expect(html).not.toContain('name="officeId"');
  expect(await open(`${PATH}/edit/${ann.id}`, "adm")).not.toContain('name="officeId"');
  expect(pageOf(await open(`${PATH}/edit/${ann.id}`, "boss")).value("officeId")).toBe(String(north.id));
  const give = {
    intent: "save",
    firstName: "Anna",
    lastName: "Lee",
    active: "on",
    password: "new-password",
    passwordConfirm: "new-password",
  };
  const done = await as("boss").post(`${PATH}/edit/${ann.id}`, { ...give, officeId: String(south.id) });
  expect(done.status).toBe(302);
  expect(await stored("ann")).toMatchObject({ companyId: south.id, firstName: "Anna" });
  expect(await open(`${PATH}/edit/${ann.id}`, "adm")).toContain("Password: new-password");
  expect(tableIn(await open(`${PATH}?username=ann`)).column("Password")).toEqual(["new-password"]);
  await as("boss").post(`${PATH}/edit/${ann.id}`, { ...give, officeId: String(north.id) });
});

test("an outdated save shows both versions and keeps what was typed [TRUST-09]", async () => {
  const html = await open(`${PATH}/edit/${ann.id}`, "man");
  const version = pageOf(html).value("version") ?? "";
  const give = { intent: "save", version, base: pageOf(html).value("base") ?? "", lastName: "Lee", active: "on" };
  expect((await as("adm").post(`${PATH}/edit/${ann.id}`, { ...give, firstName: "Anne" })).status).toBe(302);
  const late = await as("man").post(`${PATH}/edit/${ann.id}`, { ...give, firstName: "Annie" });
  expect(late.status).toBe(422);
  expect(tableIn(late.html).rows).toEqual([{ Field: "First name", Yours: "Annie", "Saved now": "Anne" }]);
  expect([pageOf(late.html).value("firstName"), Number(pageOf(late.html).value("version"))]).toEqual([
    "Annie",
    Number(version) + 1,
  ]);
  const saved = await as("man").post(`${PATH}/edit/${ann.id}`, {
    ...{ ...give, version: pageOf(late.html).value("version") ?? "", firstName: "Annie" },
  });
  expect(saved.status).toBe(302);
  expect(await stored("ann")).toMatchObject({ firstName: "Annie" });
});

test("only the designated user has the delete button, for existing agents; deleting shows a notice [AGENT-18, AGENT-19, AGENT-20, ERR-14, ERR-28]", async () => {
  const una = (await stored("una"))?.id as number;
  const skull = 'style="--n:28"></i> Delete<';
  expect(await open(`${PATH}/edit/${una}`, "boss")).toContain(skull);
  for (const name of ["other", "adm", "man"]) expect(await open(`${PATH}/edit/${una}`, name)).not.toContain(skull);
  expect(await open(`${PATH}/create`, "boss")).not.toContain(skull);
  await open(`${PATH}/edit/${una}/confirm?intent=delete`, "other", 403);
  const question = await open(`${PATH}/edit/${una}/confirm?intent=delete`, "boss");
  expect(question).toContain("Do you want to delete the agent &quot;una&quot; and all it&#x27;s statistics and logs?");
  expect(question).toContain("The agent has no sales and no balance. Sign-in, names, chat and login logs are deleted");
  const give = { intent: "delete", username: "una" };
  expect((await as("other").post(`${PATH}/edit/${una}`, give)).status).toBe(403);
  expect((await as("boss").post(`${PATH}/edit/${una}`, give)).status).toBe(302);
  expect(await open(PATH, "boss")).toContain("<b>Deleted</b> Agent &quot;una&quot; has been deleted");
  expect(await stored("una")).toBeUndefined();
  await open(`${PATH}/edit/${una}`, "boss", 404);
});

test("an agent's page has figures with their reports, the person, and tabs to every screen about the agent", async () => {
  for (const name of ["man", "adm", "boss"]) {
    const html = await open(`${PATH}/${ann.id}`, name);
    const payout = name === "boss" ? ["Payout details"] : [];
    expect(pageOf(html).texts(".tabs a")).toEqual([
      ...["Figures", "Details", "Sites", "Get a link", "Statement", ...payout, "Logins", "Sessions", "History"],
    ]);
    expect(pageOf(html).one('.tabs a[aria-current="page"]')?.text).toBe("Figures");
    expect(pageOf(html).link("Statement")).toBe("/app/stats/statements?agentId=ann");
    expect(tableIn(html).column("Period")).toEqual([
      ...["Today", "Yesterday", "This half-month so far", "Last half-month"],
    ]);
    expect(pageOf(html).link("Today")).toMatch(/^\/app\/stats\/sites\?groupBy=date&agentId=ann&start=.+&end=.+$/);
    expect(pageOf(html).texts(".facts dd")).toContain("North");
    // The page shows no password, so opening it reveals none.
    expect(html).not.toContain("new-password");
  }
  for (const tab of ["Details", "Sites", "History"]) {
    const to = pageOf(await open(`${PATH}/${ann.id}`, "man")).link(tab) ?? "";
    expect(pageOf(await open(to, "man")).one('.tabs a[aria-current="page"]')?.text, tab).toBe(tab);
  }
  const sue = (await stored("sue"))?.id as number;
  for (const path of [`${PATH}/${sue}`, `${PATH}/${sue}/history`, `${PATH}/999999`, `${PATH}/x1`]) {
    await open(path, "man", 404);
  }
});

test("on an agent's page a suspension asks for a reason first, without scripts too, and the page then shows it", async () => {
  const page = `${PATH}/${ann.id}`;
  const question = await open(`${page}/confirm?intent=suspend&ids=${ann.id}`, "man");
  expect(question).toContain("<h1>Suspend this agent?</h1>");
  expect([pageOf(question).value("reason"), pageOf(question).link("Cancel")]).toEqual(["", page]);
  const done = await as("man").post(page, { intent: "suspend", ids: String(ann.id), reason: "on leave" });
  expect([done.status, done.headers.get("location")]).toEqual([302, page]);
  expect(await open(page, "man")).toContain(": on leave");
  await as("man").post(page, { intent: "activate", ids: String(ann.id) });
  expect(await stored("ann")).toMatchObject({ active: true });
});

test("a manager, an admin and a superadmin can view the product as an agent, who can change nothing, and the sign-in names them", async () => {
  const page = `${PATH}/${ann.id}`;
  const labels = async (name: string) => pageOf(await open(page, name)).texts(".quiet button");
  expect(await labels("man")).toContain("View as this agent ann");
  expect(await labels("boss")).toContain("View as this agent ann");
  expect(await labels("adm")).toContain("View as this agent ann");
  const give = { intent: "viewAs", ids: String(ann.id) };
  const visitor = await signedIn(server.url, "man");
  expect((await visitor.post(page, give)).headers.get("location")).toBe("/app/home");
  const home = await visitor.get("/app/home");
  expect(home.status).toBe(200);
  expect(home.html).toContain("man views the product as ann and can change nothing.");
  const change = { intent: "agent", password: "another-horse", passwordConfirm: "another-horse" };
  const refused = await visitor.post("/app/profile", change);
  expect(refused.status).toBe(403);
  expect(refused.html).toContain("You can look at everything, but change nothing.");
  expect(await open("/app/logs/login?agentId=ann", "man")).toContain("by man");
  expect(await open("/app/home", "man")).not.toContain("views the product as");
});

test("a person who leaves the view of an agent is on the agent's page, signed in as before, and Logout ends both sessions", async () => {
  const page = `${PATH}/${ann.id}`;
  const give = { intent: "viewAs", ids: String(ann.id) };
  const visitor = await signedIn(server.url, "man");
  await visitor.post(page, give);
  const leave = await visitor.post("/logout", { leave: "1" });
  expect(leave.headers.get("location")).toBe(page);
  expect((await visitor.get("/app/agents")).html).toContain("man");
  expect((await visitor.get("/app/home")).html).not.toContain("views the product as");
  // The session of the agent is over: leaving again has nothing to return to.
  expect((await visitor.post("/logout", { leave: "1" })).headers.get("location")).toBe("/login");

  const other = await signedIn(server.url, "man");
  const own = other.cookies.get("session") ?? "";
  await other.post(page, give);
  expect((await other.post("/logout", {})).headers.get("location")).toBe("/login");
  other.cookies.set("session", own);
  expect((await other.get("/app/home")).status).toBe(302);

  // A session that ended meanwhile, such as by a new password, does not come back.
  const blocked = await signedIn(server.url, "man");
  await blocked.post(page, give);
  await db.rows`
      UPDATE sessions SET ended_at = now()
      WHERE id = (SELECT max(id) FROM sessions WHERE account_id = ${north.accountId})`;
  expect((await blocked.post("/logout", { leave: "1" })).headers.get("location")).toBe("/login");
});

test("the export of the list has the rows of the search and no passwords", async () => {
  const link = pageOf(await open(`${PATH}?username=ann`, "man")).link("Export") ?? "";
  const file = await as("man").get(link);
  expect(file.headers.get("content-disposition")).toMatch(/agents-\d{4}-\d\d-\d\d\.csv/);
  expect(file.html.trim().split("\n")).toHaveLength(2);
  expect(file.html).not.toMatch(/password/i);
});

test("one search field finds by name; the button of the rarer fields says how many are in force", async () => {
  expect(usernames(await open(`${PATH}?search=da su`))).toEqual(["sue"]);
  const more = "form.criteria details.drop > summary";
  expect(pageOf(await open(PATH)).one(more)?.text).toBe("More filters");
  expect(pageOf(await open(`${PATH}?email=x`)).one(`${more} > .count`)?.text).toBe("1");
});

test("each filter in force is named with its value, and can be taken off alone", async () => {
  const html = await open(`${PATH}?search=a&active=0&email=x&page=2`);
  const chips = pageOf(html).all(".chips a");
  expect(chips.map(({ text }) => text)).toEqual([
    "Name, username, e-mail or campaign: a, remove",
    "Status: Suspended, remove",
    "E-mail: x, remove",
  ]);
  expect(chips.map((chip) => chip.attr("href"))).toEqual([
    "?active=0&email=x",
    "?search=a&email=x",
    "?search=a&active=0",
  ]);
  expect(pageOf(await open(PATH)).has(".chips")).toBe(false);
});

test("the sites of an agent lead to the form that changes them", async () => {
  const html = await open(`${PATH}/${ann.id}/ann/sites`, "man");
  expect(pageOf(html).link("Change the sites")).toBe(`${PATH}/edit/${ann.id}#form-sites`);
});

test("the form states the rules before it refuses, and a suggested password is accepted", async () => {
  const html = await open(`${PATH}/create`, "man");
  expect(html).toContain("At most 10 characters: letters, digits, _ . and -");
  expect(html).toContain("8 to 72 characters, unlike the username");
  const suggestion = pageOf(html).one("#suggested")?.attr("value") ?? "";
  expect(suggestion).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(
    pageOf(await open(`${PATH}/create`, "man"))
      .one("#suggested")
      ?.attr("value"),
  ).not.toBe(suggestion);
  const give = {
    ...{ formId: formId(html), firstName: "Vera", lastName: "Reed", username: "vera", active: "on" },
    ...{ password: suggestion, passwordConfirm: suggestion, email: "", campaignId: "", mustRead: "" },
  };
  expect((await as("man").post(`${PATH}/create`, give)).status).toBe(302);
  const edit = await open(`${PATH}/edit/${String((await stored("vera"))?.id)}`, "man");
  expect(edit).toContain(`Password: ${suggestion}`);
  expect(pageOf(edit).one(".crumbs")?.text).toBe("All agents › vera");
});
