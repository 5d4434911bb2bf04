import { beforeEach, expect, test } from "vitest";
import { domainLabel } from "../../app/components/domains/domain-table";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { aVisitor, listAfter } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** The message of an outdated save: who saved the record, and when. */
const SAVED = /saved this (at|on \d{4}-\d\d-\d\d at) \d\d:\d\d\. Compare and save again\./;

const LIST = "/app/offices/domains";
const LAST = "Need at least one active domain";

const { server, as, open } = aScreenWorld({ people: ["sup", "adm", "man"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  await anOffice({ username: "man", officeName: "North" });
  await anOffice({ officeName: "South" });
});

beforeEach(() =>
  writeTransaction(async () => {
    await execute(sql`UPDATE offices SET preferred_domain_id = NULL`);
    await execute(sql`DELETE FROM domains`);
    await execute(sql`
      INSERT INTO domains (id, domain, description, hidden) VALUES
        (1, 'https://a.example', 'For everybody', false), (2, 'https://b.example', '', false),
        (3, 'https://c.example', '', true)`);
    await execute(sql`ALTER TABLE domains ALTER COLUMN id RESTART WITH 10`);
    await execute(sql`UPDATE offices SET preferred_domain_id = 1`);
  }),
);

const stored = () =>
  db.rows<{
    id: number;
    domain: string;
    hidden: boolean;
    version: number;
  }>`SELECT id, domain, description, hidden, version FROM domains ORDER BY id`;

test("the list is under the offices' tab Domains, with its columns and acts [DOMAIN-01, DOMAIN-02, DOMAIN-10, OFFICE-01, SHELL-36]", async () => {
  const html = await open(LIST);
  expect(html).toContain("<h1>Domains</h1>");
  expect(html).toContain(`<a href="${LIST}" aria-current="page">Domains</a>`);
  expect(pageOf(html).link("+ Add Preferred Domain")).toBe(`${LIST}/create`);
  expect(tableIn(html).headings).toEqual(["Preferred Domain", "Status", "Offices", "Note", "Actions"]);
  expect(tableIn(html).rows).toEqual(
    rowsUnder(
      ["Preferred Domain", "Status", "Offices", "Note", "Actions"],
      [
        ...["https://a.example", "Activated", "North, South", "For everybody"],
        "Edit https://a.exampleHide https://a.example",
      ],
      ["https://b.example", "Activated", "", "", "Edit https://b.exampleHide https://b.example"],
      ["https://c.example", "Hidden", "", "", "Edit https://c.exampleActivate https://c.example"],
    ),
  );
  expect(html).toContain(`href="${LIST}/1"`);
  expect([true, false, undefined, null].map(domainLabel)).toEqual([
    ...["Hidden", "Activated", "Not Defined", "Not Defined"],
  ]);
  expect(tableIn(await open("/app/offices/offices")).rows[0]).toMatchObject({
    "Preferred Domain": "a.example",
  });
});

test("an empty list says 'No domains yet' [ERR-27, DOMAIN-01]", async () => {
  await writeTransaction(async () => {
    await execute(sql`UPDATE offices SET preferred_domain_id = NULL`);
    await execute(sql`DELETE FROM domains`);
  });
  expect(tableIn(await open(LIST)).empty).toBe("No domains yet");
});

test("only superadmins have the tab, the pages and the acts [DOMAIN-08, ROLE-12, OFFICE-01]", async () => {
  expect(await open("/app/offices/offices", "adm")).not.toContain(LIST);
  for (const name of ["adm", "man"]) {
    for (const path of [LIST, `${LIST}/create`, `${LIST}/1`, `${LIST}/confirm?intent=hide&ids=1`]) {
      expect((await as(name).get(path)).status, path).toBe(403);
    }
    expect((await as(name).post(LIST, { intent: "hide", ids: "1" })).status).toBe(403);
    expect((await as(name).post(`${LIST}/create`, { domain: "https://x.example" })).status).toBe(403);
  }
  expect((await aVisitor(server.url).get(LIST)).headers.get("location")).toContain("/login");
  expect((await stored()).map(({ hidden }) => hidden)).toEqual([false, false, true]);
});

test.each([
  ["hide", 1, "Are you sure to hide domain?", "ERR-48"],
  ["activate", 3, "Are you sure to activate domain?", "ERR-47"],
])("%s asks for confirmation first [DOMAIN-09, DOMAIN-11, ERR-47, ERR-48]", async (intent, id, text) => {
  const html = await open(`${LIST}/confirm?intent=${intent}&ids=${id}`);
  expect(html).toContain(`<h1>${text}</h1>`);
  expect(html).toContain(`<li>https://${id === 1 ? "a" : "c"}.example</li>`);
  expect(await open(LIST)).toContain(`data-ask="${text}"`);
  const fields = { intent, ids: String(id), formId: pageOf(html).value("formId") ?? "" };
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("sup").post(LIST, fields);
    expect([done.status, listAfter(done)]).toEqual([302, LIST]);
  }
  expect((await stored()).find((domain) => domain.id === id)).toMatchObject({ hidden: intent === "hide", version: 2 });
  const list = await open(LIST);
  const was = intent === "hide" ? "was hidden." : "was activated.";
  expect(pageOf(list).notice).toBe(`https://${id === 1 ? "a" : "c"}.example ${was}`);
  const undo = pageOf(list).one(".toast form");
  await as("sup").post(undo?.attr("action") ?? "", { ...undo?.hidden, intent: undo?.one("button")?.sent ?? "" });
  expect((await stored()).find((domain) => domain.id === id)).toMatchObject({ hidden: intent !== "hide", version: 3 });
});

test("hiding the last active domain is refused on a page with OK only, and on the list when posted there [DOMAIN-12, ERR-17]", async () => {
  await db.run`UPDATE domains SET hidden = id <> 1`;
  const list = await open(LIST);
  expect(list).toContain(`data-ask="${LAST}"`);
  expect(list).toContain("data-info");
  const page = await open(`${LIST}/confirm?intent=hide&ids=1`);
  expect(page).toContain(`<h1>${LAST}</h1>`);
  expect(pageOf(page).link("OK")).toBe(LIST);
  expect(page).not.toContain(">Confirm<");
  const { status, html } = await as("sup").post(LIST, { intent: "hide", ids: "1" });
  expect(status).toBe(422);
  const dialog = pageOf(html).one("dialog[open]");
  expect([dialog?.one("h2")?.text, dialog?.one("form[method=dialog]")?.button("OK")?.text]).toEqual([LAST, "OK"]);
  expect((await stored())[0]).toMatchObject({ hidden: false, version: 1 });
  expect(await open(`${LIST}/confirm?intent=activate&ids=2`)).toContain(">Confirm<");
});

test("any other failed status update shows the list again without a message [DOMAIN-13]", async () => {
  for (const ids of ["999999", "x", ""]) {
    const { status, html } = await as("sup").post(LIST, { intent: "hide", ids });
    expect(status).toBe(422);
    expect(tableIn(html).rows).toHaveLength(3);
    expect(pageOf(html).has("dialog, .failure, .toast")).toBe(false);
  }
  expect((await as("sup").get(`${LIST}/confirm?intent=hide&ids=999999`)).status).toBe(404);
  expect((await as("sup").get(`${LIST}/confirm?intent=delete&ids=1`)).status).toBe(404);
  expect((await stored()).map(({ version }) => version)).toEqual([1, 1, 1]);
});

test("the form of a new domain starts with https:// and returns to the list [DOMAIN-03, DOMAIN-04, DOMAIN-07]", async () => {
  const html = await open(`${LIST}/create`);
  expect(html).toContain("<h1>Add Preferred Domain</h1>");
  expect(pageOf(html).value("domain")).toBe("https://");
  expect(pageOf(html).field("domain")?.is("input[required]")).toBe(true);
  expect(pageOf(html).field("description")?.is("textarea")).toBe(true);
  expect(pageOf(html).field("hidden")?.is("[type=checkbox]")).toBe(true);
  const fields = {
    domain: "https://New.example/path",
    description: "mine",
    formId: pageOf(html).value("formId") ?? "",
  };
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("sup").post(`${LIST}/create`, fields);
    expect([done.status, listAfter(done)]).toEqual([302, LIST]);
  }
  expect((await stored()).slice(3)).toMatchObject([
    { domain: "https://new.example", description: "mine", hidden: false },
  ]);
  expect(pageOf(await open(LIST)).notice).toBe("Success Operation Complete");
});

test.each([
  ["", "Please fill in this field."],
  ["https://", "Please enter a web address such as https://example.org."],
  ["javascript:alert(1)", "Please enter a web address such as https://example.org."],
  ["https://a.example", "This domain is already on the list."],
])("a new domain %j is refused at its field, and what was typed stays [DOMAIN-05]", async (domain, message) => {
  const { status, html } = await as("sup").post(`${LIST}/create`, { domain, description: "my note", hidden: "on" });
  expect(status).toBe(422);
  expect(pageOf(html).message("domain", "form")).toBe(message);
  expect(pageOf(html).one(".failure")?.link(`Preferred Domain: ${message}`)).toBe("#form-domain");
  expect(pageOf(html).value("domain")).toBe(domain);
  expect(html).toContain(">my note</textarea>");
  expect(pageOf(html).ticked("hidden")).toBe(true);
  expect(await stored()).toHaveLength(3);
});

test("the edit form shows a refusal at the top, and an outdated save keeps what was typed [DOMAIN-03, DOMAIN-06, DOMAIN-07]", async () => {
  const html = await open(`${LIST}/1`);
  expect(html).toContain("<h1>Preferred Domain</h1>");
  expect(pageOf(html).value("domain")).toBe("https://a.example");
  const version = pageOf(html).value("version") ?? "";
  const mine = { domain: "https://mine.example", description: "mine", version };
  await db.run`UPDATE domains SET hidden = true WHERE id = 2`;
  const last = await as("sup").post(`${LIST}/1`, { ...mine, hidden: "on" });
  expect(last.status).toBe(422);
  expect(pageOf(last.html).failure).toContain(LAST);
  expect(pageOf(last.html).value("domain")).toBe("https://mine.example");
  await db.run`UPDATE domains SET description = 'theirs', version = 2 WHERE id = 1`;
  const second = await as("sup").post(`${LIST}/1`, mine);
  expect(pageOf(second.html).failure).toMatch(SAVED);
  expect(tableIn(second.html).rows).toEqual([
    { Field: "Preferred Domain", Yours: "https://mine.example", "Saved now": "https://a.example" },
    { Field: "Note", Yours: "mine", "Saved now": "theirs" },
  ]);
  expect([pageOf(second.html).value("domain"), pageOf(second.html).value("version")]).toEqual([
    "https://mine.example",
    "2",
  ]);
  const done = await as("sup").post(`${LIST}/1`, { ...mine, version: "2" });
  expect([done.status, listAfter(done)]).toEqual([302, LIST]);
  expect((await stored())[0]).toMatchObject({ domain: "https://mine.example", description: "mine", version: 3 });
});

test("an invalid ID is 404", async () => {
  for (const id of ["999999", "x", "0", "-1", "1.5"]) {
    expect((await as("sup").get(`${LIST}/${id}`)).status, id).toBe(404);
    expect((await as("sup").post(`${LIST}/${id}`, { domain: "https://x.example" })).status, id).toBe(404);
  }
});

test("very long names and notes are shortened in the list, and HTML in them stays text", async () => {
  const long = `https://${"a".repeat(60)}.${"b".repeat(60)}.example`;
  await writeTransaction(async () => {
    await execute(sql`UPDATE domains SET domain = ${long}, description = ${"<b>" + "x".repeat(990)} WHERE id = 1`);
    await execute(sql`UPDATE offices SET office_name = ${"y".repeat(255)} WHERE office_name = 'South'`);
  });
  const html = await open(LIST);
  expect(html).toContain(`title="${long}"`);
  expect(html).toContain("&lt;b&gt;x");
  expect(html).not.toContain("<b>x");
  await db.run`UPDATE offices SET office_name = 'South' WHERE office_name LIKE 'yyy%'`;
});
