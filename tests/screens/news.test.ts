import { beforeEach, expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aVisitor, type Visit } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** The message of an outdated save: who saved the record, and when. */
const SAVED = /saved this (at|on \d{4}-\d\d-\d\d at) \d\d:\d\d\. Compare and save again\./;
let agentId: number;

const PEOPLE = ["chief", "adm", "man", "ann"];
const { server, as } = aScreenWorld({ people: PEOPLE }, async () => {
  await aSuperadmin({ username: "chief" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  agentId = (await anAgent({ username: "ann", office })).id;
});

beforeEach(async () => {
  await db.run`DELETE FROM news`;
  await db.run`DELETE FROM alerts`;
  await db.run`UPDATE agents SET must_read = ''`;
  for (const name of PEOPLE) as(name).cookies.delete("read");
});
/** Fills in the screen's form and posts it. */
async function save(path: string, fields: Record<string, string>): Promise<Visit> {
  const { html } = await as("chief").get(path);
  const kept = { formId: pageOf(html).value("formId") ?? "", version: pageOf(html).value("version") ?? "" };
  return as("chief").post(path, { ...kept, ...fields });
}
const saveNews = (html: string) => save("/app/news/edit", { html });
const saveAlert = (html: string, enable = true) =>
  save("/app/news/alerts", { html, ...(enable ? { enable: "on" } : {}) });
const textareaOf = ({ html }: Visit) => pageOf(html).value("html");
const dialogOf = ({ html }: Visit) => pageOf(html).one("dialog")?.html;

test("News opens Edit News, with the tabs Edit News and Edit Alert [SHELL-35, NEWS-01, ALERT-01]", async () => {
  const arrived = await as("chief").get("/app/news");
  expect([arrived.status, arrived.headers.get("location")]).toEqual([302, "/app/news/edit"]);
  const news = await as("chief").get("/app/news/edit");
  expect(news.html).toContain("<h1>Edit News</h1>");
  expect(pageOf(news.html).has('a[href="/app/news/edit"][aria-current=page]')).toBe(true);
  const alert = await as("chief").get("/app/news/alerts");
  expect(alert.html).toContain("<h1>Edit Alert</h1>");
  expect(pageOf(alert.html).has('a[href="/app/news/alerts"][aria-current=page]')).toBe(true);
});

test("a form key that no page created is ignored", async () => {
  const typed = { html: "<p>Keyless</p>" };
  for (const formId of ["a\0b", "\u{1f600}", "x".repeat(65)]) {
    expect((await save("/app/news/edit", { ...typed, formId })).status).toBe(302);
  }
});

test("only superadmins have the screens and their menu entry [NEWS-06, SHELL-12]", async () => {
  for (const name of ["adm", "man", "ann"] as const) {
    for (const path of ["/app/news/edit", "/app/news/alerts"]) {
      expect((await as(name).get(path)).status).toBe(403);
      expect((await as(name).post(path, { html: "<p>x</p>", enable: "on" })).status).toBe(403);
    }
    expect(pageOf((await as(name).get("/app/home")).html).link("News")).toBeUndefined();
  }
  expect(pageOf((await as("chief").get("/app/home")).html).link("News")).toBe("/app/news/edit");
});

test("Update saves the news, shows a notice and returns home, where everyone reads them [NEWS-02, NEWS-03, NEWS-04, ERR-12, HOME-05]", async () => {
  const page = await as("chief").get("/app/news/edit");
  expect(textareaOf(page)).toBe("");
  expect(page.html).toContain(`<button class="primary">Update</button>`);
  expect(pageOf(page.html).one("label[for=form-html]")?.text).toMatch(/^News/);
  const saved = await saveNews("<h2>Prices</h2><p>They rise &amp; fall</p><script>x()</script>");
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/app/home"]);
  const home = await as("chief").get("/app/home");
  expect(pageOf(home.html).notice).toBe("Success Successfully saved");
  for (const name of PEOPLE)
    expect((await as(name).get("/app/home")).html).toContain("<h2>Prices</h2><p>They rise &amp; fall</p>");
  expect(textareaOf(await as("chief").get("/app/news/edit"))).toBe("<h2>Prices</h2><p>They rise &amp; fall</p>");
});

test("news over a megabyte are refused, and what was typed stays [TRUST-23]", async () => {
  const typed = `<p>${"a".repeat(1024 * 1024)}</p>`;
  const refused = await saveNews(typed);
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    expect.stringMatching(/: Please use at most 1 MB of HTML\.$/),
  ]);
  expect(textareaOf(refused)?.length).toBe(typed.length);
  expect(refused.html).toContain(`href="#form-html"`);
  const brackets = await saveNews(`<p>${"<b>ü</b>".repeat(90_000)}</p>`);
  expect(brackets.status).toBe(302);
  const far = await saveNews("<".repeat(4_000_000));
  expect([far.status, far.html]).toEqual([413, expect.stringContaining("Please send at most")]);
});

test("an outdated save is refused with both versions, and can be repeated", async () => {
  const opened = await as("chief").get("/app/news/edit");
  const fields = {
    formId: pageOf(opened.html).value("formId") ?? "",
    version: pageOf(opened.html).value("version") ?? "",
  };
  await saveNews("<p>Theirs</p>");
  const told = await as("chief").post("/app/news/edit", { ...fields, html: "<p>Mine</p>" });
  expect(told.status).toBe(422);
  expect(pageOf(told.html).failure).toMatch(SAVED);
  expect(textareaOf(told)).toBe("<p>Mine</p>");
  expect(pageOf(told.html).texts("td")).toContain("<p>Theirs</p>");
  const again = { formId: pageOf(told.html).value("formId") ?? "", version: pageOf(told.html).value("version") ?? "" };
  expect((await as("chief").post("/app/news/edit", { ...again, html: "<p>Mine</p>" })).status).toBe(302);
  expect((await as("ann").get("/app/home")).html).toContain("<p>Mine</p>");
});

test("sending a form twice saves once", async () => {
  const { html } = await as("chief").get("/app/news/edit");
  const fields = {
    formId: pageOf(html).value("formId") ?? "",
    version: pageOf(html).value("version") ?? "",
    html: "<p>Once</p>",
  };
  const both = await Promise.all([1, 2].map(() => as("chief").post("/app/news/edit", fields)));
  expect(both.map(({ status }) => status)).toEqual([302, 302]);
  expect(pageOf((await as("chief").get("/app/news/edit")).html).value("version")).toBe("2");
});

test("Edit Alert has its checkbox and text, and Update returns home [ALERT-02, ALERT-04, ALERT-05]", async () => {
  const page = await as("chief").get("/app/news/alerts");
  expect(pageOf(page.html).choices("enable")).toEqual(["Enable alert"]);
  expect(page.html).toContain(`<button class="primary">Update</button>`);
  const saved = await saveAlert("<p>Stop</p>");
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/app/home"]);
  expect(pageOf((await as("chief").get("/app/home")).html).notice).toBe("Success Successfully saved");
  const shown = await as("chief").get("/app/news/alerts");
  expect(pageOf(shown.html).ticked("enable")).toBe(true);
  expect(textareaOf(shown)).toBe("<p>Stop</p>");
});

test("a disabled alert keeps its text and is not shown [ALERT-03, ALERT-08]", async () => {
  await saveAlert("<p>Stop</p>", false);
  expect(dialogOf(await as("ann").get("/app/home"))).toBeUndefined();
  const page = await as("chief").get("/app/news/alerts");
  expect(pageOf(page.html).ticked("enable")).toBe(false);
  expect(textareaOf(page)).toBe("<p>Stop</p>");
  await saveAlert("<p> <br></p>", true);
  expect(dialogOf(await as("ann").get("/app/home"))).toBeUndefined();
});

test("an alert is shown on every screen until it is closed with Enter, then nowhere [ALERT-07, ALERT-08, ALERT-10, WIDGET-17]", async () => {
  await saveAlert("<p>Stop <b>now</b></p>");
  const page = await as("ann").get("/app/links/links?siteId=1");
  const dialog = dialogOf(page) ?? "";
  expect(dialog).toContain("<p>Stop <b>now</b></p>");
  expect(
    pageOf(dialog)
      .all("button")
      .map((button) => [button.attr("class"), button.text]),
  ).toEqual([["primary", "Enter"]]);
  const fields = { mark: pageOf(dialog).value("mark") ?? "", returnUrl: pageOf(dialog).value("returnUrl") ?? "" };
  const read = await as("ann").post("/app/alerts/read", fields);
  expect([read.status, read.headers.get("location")]).toEqual([302, "/app/links/links?siteId=1"]);
  for (const path of ["/app/home", "/app/links/links"]) expect(dialogOf(await as("ann").get(path))).toBeUndefined();
  expect(dialogOf(await as("man").get("/app/home"))).toBeDefined();
  await saveAlert("<p>Go</p>");
  expect(dialogOf(await as("ann").get("/app/home"))).toContain("<p>Go</p>");
});

test("an agent's own notes come first, as text, then the alert for everyone [ALERT-09, ALERT-10, WIDGET-18]", async () => {
  await saveAlert("<p>Stop</p>");
  await db.run`UPDATE agents SET must_read = ${"Call <b>me</b>\nsoon"} WHERE id = ${agentId}`;
  const own = dialogOf(await as("ann").get("/app/home")) ?? "";
  expect(own).toContain(`<p class="kept">Call &lt;b&gt;me&lt;/b&gt;\nsoon</p>`);
  expect(own).not.toContain("Stop");
  await as("ann").post("/app/alerts/read", { mark: pageOf(own).value("mark") ?? "", returnUrl: "/app/home" });
  expect(dialogOf(await as("ann").get("/app/home"))).toContain("<p>Stop</p>");
});

test("a refused form shows no alert, which would discard what was typed", async () => {
  await saveAlert("<p>Stop</p>");
  const refused = await saveNews("a".repeat(1024 * 1024 + 1));
  expect([refused.status, dialogOf(refused)]).toEqual([422, undefined]);
});

test("an invalid mark is not stored, and never redirects to another site [TRUST-18]", async () => {
  const marks = ["", "x", "<script>", "a".repeat(13), "a.b.c.d.e.f."];
  for (const mark of marks) {
    const { headers } = await as("ann").post("/app/alerts/read", { mark, returnUrl: "//elsewhere.example/" });
    expect(headers.get("location")).toBe("/app/home");
    expect(headers.get("set-cookie")).toMatch(/^read=[^;]*; .*HttpOnly; SameSite=Lax/);
  }
  await saveAlert("<p>Stop</p>");
  expect(dialogOf(await as("ann").get("/app/home"))).toBeDefined();
  as("ann").cookies.set("read", "bm90IGpzb24=");
  expect((await as("ann").get("/app/home")).status).toBe(200);
  expect((await as("ann").get("/app/alerts/read")).headers.get("location")).toBe("/app/home");
  const stranger = await aVisitor(server.url).post("/app/alerts/read", { mark: "a".repeat(12), returnUrl: "/" });
  expect(stranger.headers.get("location")).toMatch(/^\/login/);
});
