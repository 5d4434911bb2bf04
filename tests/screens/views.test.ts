import { expect, test } from "vitest";
import { anAgent } from "../world/builders";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { csvIn, tableIn } from "../world/table";
import { listAfter, signedIn, type Visitor } from "../world/visitor";
import { theWeek } from "../reports/the-week";

/** Saved views without scripts: their menu, their forms and list, the start screen, and feeds. */

const LIST = "/app/profile/views";
const REPORT = "/app/stats/sites?groupBy=agent&start=2026-03-06&end=2026-03-09&sortField=raws&sortAsc=false";

const { server, as, open } = aScreenWorld({ people: ["adm", "man", "ada"] }, () => theWeek({ password: PASSWORD }));

/** Follows Save view of a screen and posts its form. Returns the address of the view. */
async function save(visitor: Visitor, screen: string, given: Record<string, string>): Promise<string> {
  const link = pageOf((await visitor.get(screen)).html).link("Save view") ?? "";
  const { html } = await visitor.get(link);
  const { hidden } = pageOf(html).one("form.form")!;
  const answer = await visitor.post(link, { ...hidden, during: "fixed", mail: "none", ...given });
  expect(answer.status, pageOf(answer.html).one("main")?.words).toBe(302);
  return answer.headers.get("location") ?? "";
}

test("a report is saved with its filters, order and columns, and opens from its menu and the list [VIEW-01, VIEW-07]", async () => {
  const visitor = as("man");
  const view = await save(visitor, REPORT, { name: "The week" });
  expect(view).toMatch(/^\/app\/views\/\d+$/);
  const { html, path } = await visitor.open(view);
  const query = new URLSearchParams(path.split("?")[1]);
  expect(Object.fromEntries(query)).toMatchObject({ groupBy: "agent", start: "2026-03-06", sortField: "raws" });
  expect(tableIn(html).row({ Agent: "ada" })).toMatchObject({ Raws: "6" });
  expect(pageOf(await open("/app/stats/sites", "man")).link("The week")).toBe(view);
  const listed = tableIn(await open(LIST, "man")).row({ Name: "The week" });
  expect(listed).toMatchObject({ Screen: "Sites report", Owner: "You", Mail: "–", Feed: "–" });
  expect(listed["Last used"]).toMatch(/^\d{4}-\d\d-\d\d/);
});

test("the form of a view names its filters in words, and only records that its owner may see", async () => {
  const told = async (name: string, query: string) => {
    const address = `/app/profile/views/create?screen=/app/stats/sites&${query}`;
    return pageOf(await open(address, name)).one("form.form p.note")?.text;
  };
  const [own, other] = await db.rows<{ id: number; name: string }>`
    SELECT id, office_name AS name FROM offices ORDER BY office_name = 'North' DESC, id`;
  const [site] = await db.rows<{ id: number; name: string }>`SELECT id, sitename AS name FROM sites ORDER BY id`;
  expect(await told("adm", `groupBy=company&companyId=${own?.id}&siteId=${site?.id}`)).toBe(
    `Sites report, grouped by office, office ${own?.name}, site ${site?.name}.`,
  );
  const ada = await db.row<{ id: number }>`
    SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id WHERE username = 'ada'`;
  expect(await told("man", `agentId=${ada?.id}`)).toBe("Sites report, agent ada.");
  const elsewhere = await anAgent({ username: "elsewhere" });
  expect(await told("man", `agentId=${elsewhere.id}`)).toBe(`Sites report, agent ${elsewhere.id}.`);
  expect(other).toBeDefined();
  expect(await told("man", `companyId=${other?.id}`)).toBe(`Sites report, office ${other?.id}.`);
});

test("a view follows a named range: its screen, its export and its form have the days of today [VIEW-03]", async () => {
  const visitor = as("adm");
  const view = await save(visitor, "/app/logs/click-outs", { name: "Clicks of yesterday", during: "yesterday" });
  const { html, path } = await visitor.open(view);
  expect(path).toBe("/app/logs/click-outs?during=yesterday");
  const [start, end] = ["start", "end"].map((name) => pageOf(html).one(`[name=${name}]`)?.attr("value"));
  expect(start).toBe(end);
  expect(pageOf(html).link("Export")).toContain(`start=${start}`);
  const again = pageOf(await open(pageOf(html).link("Save view") ?? "", "adm"));
  expect(again.one("[name=during] option[selected]")?.attr("value")).toBe("yesterday");
});

test.each([
  ["a name that is taken", { name: "Taken" }, "Name is taken"],
  ["no name", { name: "" }, "Please fill in this field."],
  ["a parameter of another screen", { name: "New", query: "recordType=1" }, "This screen has no parameter"],
])("a view with %s is refused with the form as typed [VIEW-02]", async (_, given, message) => {
  const visitor = as("man");
  await save(visitor, REPORT, { name: "Taken" }).catch(() => undefined);
  const link = pageOf(await open(REPORT, "man")).link("Save view") ?? "";
  const { hidden } = pageOf(await open(link, "man")).one("form.form")!;
  const answer = await visitor.post(link, { ...hidden, mail: "none", during: "this-week", shared: "on", ...given });
  expect(answer.status).toBe(422);
  expect(answer.html).toContain(message);
  expect(pageOf(answer.html).one("[name=shared]")?.has(":scope[checked]") ?? true).toBe(true);
});

test("the form of a screen that the account may not open is not found", async () => {
  for (const screen of ["/app/offices/offices", "/app/nothing", "https://example.org/"]) {
    await open(`${LIST}/create?screen=${encodeURIComponent(screen)}`, "man", 404);
  }
});

test("an office reads the view that its manager shares, and cannot change it [VIEW-04, VIEW-05]", async () => {
  const view = await save(as("man"), "/app/stats/sites?groupBy=date", { name: "Shared", shared: "on" });
  const id = view.split("/").at(-1);
  const html = await open(LIST, "ada");
  expect(tableIn(html).row({ Name: "Shared" })).toMatchObject({ Owner: "man", Shared: "yes" });
  expect(pageOf(html).has(`a[href="${LIST}/edit/${id}"]`)).toBe(false);
  await open(`${LIST}/edit/${id}`, "ada", 404);
  await open(`${LIST}/confirm?intent=delete&ids=${id}`, "ada", 404);
  expect((await as("ada").open(view)).path).toContain("/app/stats/sites?groupBy=date");
  expect(pageOf(await open(LIST, "adm")).words).not.toContain("Shared view");
});

test("a view is edited and deleted, and its mails are stopped by the link of a mail [VIEW-05, VIEW-08]", async () => {
  const visitor = as("adm");
  const view = await save(visitor, "/app/agents?active=true", { name: "Active agents", mail: "daily" });
  const id = view.split("/").at(-1) ?? "";
  const form = pageOf(await open(`${LIST}/edit/${id}`, "adm")).one("form.form")!;
  const edit = await visitor.post(`${LIST}/edit/${id}`, { ...form.hidden, name: "Agents at work", mail: "weekly" });
  expect([edit.status, listAfter(edit)]).toEqual([302, LIST]);
  expect(tableIn(await open(LIST, "adm")).row({ Name: "Agents at work" })).toMatchObject({ Mail: "Every Monday" });
  const outdated = await visitor.post(`${LIST}/edit/${id}`, { ...form.hidden, formId: "x", name: "Outdated" });
  expect([409, 422, 302]).toContain(outdated.status);
  const question = await open(`${LIST}/confirm?intent=stopMail&ids=${id}`, "adm");
  expect(pageOf(question).words).toContain("Stop the mails of this view?");
  await visitor.post(LIST, { ...pageOf(question).one("main form")!.hidden, intent: "stopMail", ids: id });
  const listed = tableIn(await open(LIST, "adm"));
  expect(listed.rows.find((row) => row.Mail === "Every Monday")).toBeUndefined();
  await visitor.post(LIST, { intent: "delete", ids: id });
  expect(await open(LIST, "adm")).not.toContain(`${LIST}/edit/${id}`);
});

test("the start screen opens after signing in and at /app, not where an address was requested [VIEW-06]", async () => {
  const { username } = await anAgent({ username: "starter" });
  const visitor = await signedIn(server.url, username);
  expect((await visitor.get("/app")).headers.get("location")).toBe("/app/home");
  await save(visitor, "/app/stats/sites?groupBy=date", { name: "Start", isStart: "on", during: "this-week" });
  const address = (await visitor.get("/app")).headers.get("location");
  expect(address).toMatch(/^\/app\/stats\/sites\?groupBy=date.*during=this-week$/);
  const again = await signedIn(server.url, username);
  expect((await again.get("/")).headers.get("location")).toBe(address);
  const fields = { username, password: PASSWORD };
  expect((await visitor.post("/login", fields)).headers.get("location")).toBe(address);
  const elsewhere = await visitor.post("/login?returnUrl=%2Fapp%2Flinks%2Flinks", fields);
  expect(elsewhere.headers.get("location")).toBe("/app/links/links");
});

test("a feed is shown once, answers the CSV with Cache-Control: private, and 404 once it has ended [VIEW-11, VIEW-12]", async () => {
  const visitor = as("man");
  const id = (await save(visitor, REPORT, { name: "Fed" })).split("/").at(-1) ?? "";
  await visitor.post(LIST, { intent: "feed", ids: id });
  const shown =
    pageOf(await open(LIST, "man"))
      .one("#made-feed")
      ?.attr("value") ?? "";
  const { pathname } = new URL(shown);
  expect(pathname).toMatch(/^\/api\/feeds\/feed_\w+\.csv$/);
  expect(await open(LIST, "man")).not.toContain(pathname);
  const answer = await fetch(server.url + pathname);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csvIn(await answer.text()).rows.map(({ Agent }) => Agent)).toContain("ada");
  expect(tableIn(await open(LIST, "man")).row({ Name: "Fed" }).Feed).toMatch(/^until \d{4}-\d\d-\d\d, last read \d{4}/);
  const posted = await fetch(server.url + pathname, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  await visitor.post(LIST, { intent: "endFeed", ids: id });
  for (const path of [pathname, "/api/feeds/feed_x.csv", "/api/feeds/x", pathname.replace(".csv", "")]) {
    const ended = await fetch(server.url + path);
    expect([path, ended.status]).toEqual([path, 404]);
    expect(await ended.json()).toMatchObject({ code: "NOT_FOUND" });
  }
});

test("a list without views says how to save one, and a view of somebody else is not found", async () => {
  const { username } = await anAgent({ username: "newcomer" });
  const visitor = await signedIn(server.url, username);
  const { html } = await visitor.get(LIST);
  expect(pageOf(html).words).toContain("No views yet");
  for (const path of ["/app/views/999999", "/app/views/x"]) expect((await visitor.get(path)).status).toBe(404);
  expect((await visitor.get(`${LIST}?sortField=secret`)).status).toBe(200);
});
