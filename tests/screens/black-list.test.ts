import { beforeEach, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { send } from "../api/client";
import { anAdmin, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { csvIn, tableIn } from "../world/table";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/settings/black-list-ip";

const { server, as, open } = aScreenWorld({ people: ["adm", "sup", "man"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  await anOffice({ username: "man" });
});

beforeEach(() =>
  writeTransaction(async () => {
    await execute(sql`DELETE FROM black_list`);
    await execute(sql`ALTER TABLE black_list ALTER COLUMN id RESTART WITH 1`);
    await execute(sql`INSERT INTO black_list (ip) VALUES ('192.0.2.10'), ('192.0.2.9'), ('198.51.100.0/24')`);
  }),
);

const listed = async () =>
  (await db.rows<{ ip: string }>`SELECT black_list_text(ip) AS ip FROM black_list ORDER BY black_list.ip`).map(
    ({ ip }) => ip,
  );
const ALL = ["192.0.2.9", "192.0.2.10", "198.51.100.0/24"];
const shownIn = (html: string) => tableIn(html).column("IP");

test("Settings takes admins to the black list, under its tab, with its buttons and acts [BLACK-01, BLACK-02, BLACK-04, BLACK-13, SHELL-46]", async () => {
  expect((await as("adm").get("/app/settings")).headers.get("location")).toBe(LIST);
  const html = await open(LIST);
  expect(html).toContain("<h1>IP Black List</h1>");
  expect(html).toContain(`<a href="${LIST}" aria-current="page">Black List Ip</a>`);
  expect(pageOf(html).link("Settings")).toBe(LIST);
  expect([pageOf(html).link("+ Add IP"), pageOf(html).link("- Delete IP")]).toEqual([
    `${LIST}/create`,
    `${LIST}/delete`,
  ]);
  expect(pageOf(html).link("System Options")).toBeUndefined();
  expect(pageOf(await open(LIST, "sup")).link("System Options")).toBe("/app/settings/options");
  expect(shownIn(html)).toEqual(ALL);
  expect(tableIn(html).rows[0]).toMatchObject({ Actions: "Delete 192.0.2.9" });
});

test("the export has all entries of the search with reason, person and time, and is for admins alone", async () => {
  await as("adm").post(`${LIST}/create`, { ips: "203.0.113.0/24", reason: "=Fraud" });
  const file = await as("adm").get(pageOf(await open(LIST)).link("Export") ?? "");
  expect(file.headers.get("content-disposition")).toMatch(/ip-black-list_\d{4}-\d\d-\d\d\.csv/);
  const { rows } = csvIn(file.html);
  expect(rows.map(({ IP }) => IP)).toEqual([...ALL, "203.0.113.0/24"]);
  expect(rows.at(-1)).toMatchObject({ Reason: "'=Fraud", "Added by": "adm" });
  expect(rows.at(-1)?.["Added (New York)"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const found = await open(pageOf(await open(`${LIST}?ip=198.51.100.7`)).link("Export") ?? "");
  expect(csvIn(found).column("IP")).toEqual(["198.51.100.0/24"]);
  expect((await as("man").get(`${LIST}/export.csv`)).status).toBe(403);
});

test("a search matches anywhere, the column sorts, and the list has pages [BLACK-03, BLACK-05, BLACK-11, WIDGET-03]", async () => {
  const html = await open(`${LIST}?ip=2.0.2&sortAsc=false`);
  expect(shownIn(html)).toEqual(["192.0.2.10", "192.0.2.9"]);
  expect([pageOf(html).value("ip"), pageOf(html).value("sortAsc")]).toEqual(["2.0.2", "false"]);
  expect(html).toContain('href="?ip=2.0.2&amp;sortAsc=true&amp;sortField=ip"');
  expect(shownIn(await open(`${LIST}?pageSize=2&page=2`))).toEqual(["198.51.100.0/24"]);
  expect(tableIn(await open(`${LIST}?ip=%25`)).empty).toBe("No data");
  for (const [query, message] of [
    ["page=0", "Please"],
    ["sortField=shown", "This column cannot be sorted."],
    [`ip=${"1".repeat(65)}`, "Please use at most 64 characters."],
  ]) {
    const told = await open(`${LIST}?${query}`);
    expect(told).toContain(message);
    expect(shownIn(told)).toEqual(ALL);
  }
});

test.each([
  ["ids=2", "Are you sure to delete IP?", ["192.0.2.10", "198.51.100.0/24"]],
  ["selected=1&ids=1&ids=2", "Are you sure to delete selected IPs?", ["198.51.100.0/24"]],
])("deleting %s asks for confirmation first and is done once [BLACK-06]", async (query, question, left) => {
  const html = await open(`${LIST}/confirm?intent=delete&${query}`);
  expect(html).toContain(`<h1>${question}</h1>`);
  expect(html).toContain("<li>192.0.2.9</li>");
  expect(await open(LIST)).toContain(`data-ask="${question}"`);
  const ids = [...query.matchAll(/ids=(\d+)/g)].map(([, id = ""]): [string, string] => ["ids", id]);
  const fields: [string, string][] = [["intent", "delete"], ["formId", pageOf(html).value("formId") ?? ""], ...ids];
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("adm").post(LIST, fields);
    expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  }
  expect(await listed()).toEqual(left);
  expect((await as("adm").post(LIST, ids.concat([["intent", "delete"]]))).status).toBe(404);
});

test("adding valid lines returns to the list; the field is required [BLACK-07, BLACK-08]", async () => {
  const html = await open(`${LIST}/create`);
  expect(html).toContain("<h1>Add Ip</h1>");
  expect(pageOf(html).field("ips")?.is("textarea[required]")).toBe(true);
  const formId = pageOf(html).value("formId") ?? "";
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("adm").post(`${LIST}/create`, { ips: "203.0.113.1\r\n192.0.2.9\r\n10.1.2.3/16", formId });
    expect([done.status, done.headers.get("location")]).toEqual([302, `${LIST}?sortField=id&sortAsc=false`]);
  }
  expect(await listed()).toEqual(["10.1.0.0/16", "192.0.2.9", "192.0.2.10", "198.51.100.0/24", "203.0.113.1"]);
  expect(pageOf(await open(LIST)).notice).toBe("Success 2 IPs added, 1 already on the list.");
  for (const path of ["create", "delete"]) {
    const { status, html: again } = await as("adm").post(`${LIST}/${path}`, { ips: " \r\n " });
    expect([status, pageOf(again).failure?.includes("Please fill in this field.")]).toEqual([422, true]);
  }
});

test("of partly invalid lines the valid ones are added, and the others are listed and stay in the field [BLACK-07, BLACK-08]", async () => {
  const given = { ips: "203.0.113.1\r\n1.2.3\r\n<b>x</b>" };
  const { status, html } = await as("adm").post(`${LIST}/create`, given);
  expect(status).toBe(422);
  expect(await listed()).toContain("203.0.113.1");
  expect(pageOf(html).one("p.good")?.text).toBe("1 IP added.");
  expect(pageOf(html).failure).not.toContain("added");
  expect(pageOf(html).failure).toContain("2 lines could not be read and are left in the field.");
  expect(pageOf(html).failure).toContain("Line 1: 1.2.3 is not an IP address or network.");
  expect(html).toContain("Line 2: &lt;b&gt;x&lt;/b&gt; is not an IP address or network.");
  expect(pageOf(html).value("ips")).toBe("1.2.3\n<b>x</b>");
  const many = Array.from({ length: 10_000 }, (_, i) => `nobody ${i}`).join("\r\n");
  const wrong = await as("adm").post(`${LIST}/create`, { ips: many });
  expect(wrong.status).toBe(422);
  expect(pageOf(wrong.html).failure).toContain("9,950 more lines are invalid.");
  expect(pageOf(wrong.html).value("ips")?.split("\n")).toHaveLength(10_000);
});

test("a network with very many addresses is added only after a box is ticked, without scripts, and has its reason [BLACK-07]", async () => {
  const given = { ips: "10.0.0.0/8\r\n203.0.113.1", reason: "Bot farm" };
  expect(pageOf(await open(`${LIST}/create`)).has("[name=confirmed]")).toBe(false);
  const { status, html } = await as("adm").post(`${LIST}/create`, given);
  expect([status, await listed()]).toEqual([422, ALL]);
  expect(pageOf(html).failure).toContain("10.0.0.0/8 covers 16,777,216 addresses.");
  expect(pageOf(html).value("ips")).toBe("10.0.0.0/8\n203.0.113.1");
  expect([pageOf(html).value("reason"), pageOf(html).ticked("confirmed")]).toEqual(["Bot farm", false]);
  expect((await as("adm").post(`${LIST}/create`, { ...given, confirmed: "on" })).status).toBe(302);
  const row = tableIn(await open(`${LIST}?ip=10.5.6.7`)).rows;
  expect(row).toEqual([
    expect.objectContaining({
      ...{ IP: "10.0.0.0/8", Reason: "Bot farm", "Added by": "adm" },
      Added: expect.stringMatching(/^\d{4}-\d\d-\d\d \(\d\d:\d\d\)$/) as unknown,
    }),
  ]);
});

test("deleting by value returns to the list, which names the values that were not on it [BLACK-07, BLACK-10]", async () => {
  expect(await open(`${LIST}/delete`)).toContain("<h1>Delete Ips</h1>");
  const done = await as("adm").post(`${LIST}/delete`, { ips: "192.0.2.9/32\r\n8.8.8.8\r\nnonsense" });
  expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  expect(await listed()).toEqual(["192.0.2.10", "198.51.100.0/24"]);
  expect(pageOf(await open(LIST)).notice).toBe("Success 1 IP deleted. Not on the list: 8.8.8.8, nonsense.");
});

test("an empty list says 'No data', and a manager has no access [BLACK-13, ERR-18]", async () => {
  await db.run`DELETE FROM black_list`;
  expect(tableIn(await open(LIST)).empty).toBe("No data");
  for (const path of [LIST, `${LIST}/create`, `${LIST}/delete`, `${LIST}/confirm?intent=delete&ids=1`]) {
    expect((await as("man").get(path)).status, path).toBe(403);
  }
  for (const path of [`${LIST}/create`, `${LIST}/delete`]) {
    expect((await as("man").post(path, { ips: "192.0.2.1" })).status).toBe(403);
  }
});

test("by call, a new address is 201, a known one 200 with its row, and a long list is accepted [API-73, API-74, API-75, API-76]", async () => {
  const { body } = await send(server, "POST auth/login", { username: "adm", password: PASSWORD });
  const headers = { Authorization: `Bearer ${(body as { token: string }).token}` };
  const call = (line: string, given?: unknown) => send(server, line, given, headers);
  const made = await call("PUT black-list-ip", { ip: "203.0.113.9/24" });
  expect(made).toMatchObject({
    status: 201,
    body: { id: 4, ip: "203.0.113.0/24", reason: "", addedBy: "adm", addedAt: expect.any(String) as unknown },
  });
  const known = await call("PUT black-list-ip", { ip: "203.0.113.0/24" });
  expect([known.status, known.body]).toEqual([200, made.body]);
  const like = { criteria: [{ field: "ip", comparison: "LIKE", value: "%113%" }] };
  expect((await call("POST black-list-ip/search", like)).body).toEqual({ items: [made.body], total: 1 });
  expect((await call("DELETE black-list-ip/4")).body).toEqual({ deleted: 1 });
  const ips = Array.from({ length: 10_000 }, (_, i) => `2001:db8:1111:2222:3333:4444:5555:${i.toString(16)}`);
  const answer = await call("POST black-list-ip/delete-by-value", { ips: [...ips.slice(1), "192.0.2.9"] });
  expect([answer.status, (answer.body as { deleted: number }).deleted]).toEqual([200, 1]);
});
