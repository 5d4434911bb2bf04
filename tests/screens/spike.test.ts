import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD, signedIn, type Visitor } from "../world/visitor";

const PATH = "/app/spike";
let server: Server;
let boss: Visitor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "boss", password: PASSWORD });
  await anAdmin({ username: "adm", password: PASSWORD });
  const office = await anOffice({ username: "man", password: PASSWORD });
  await anAgent({ office, username: "ann", password: PASSWORD });
  server = await aServer({ database });
  boss = await signedIn(server.url, "boss");
}, 300_000);

// What a page cannot show by itself: parts of others, and values that are no component.
const PARTS = ["address.ts", "column.ts", "criteria.ts", "field.tsx", "hidden.tsx", "sort-link.tsx"];
const INSIDE = ["table-head.tsx", "table-foot.tsx", "loading-line.tsx", "form.tsx"];

test("every widget that screens share stands on the page [SHELL-40]", async () => {
  const files = ["ui", "pickers"].flatMap((folder) =>
    readdirSync(`app/components/${folder}`).map((name) => `../${folder}/${name}`),
  );
  const shown = [
    ...readdirSync("app/components/spike").map((name) => `app/components/spike/${name}`),
    "app/routes/app.spike.tsx",
  ]
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
  const missing = files
    .filter((file) => ![...PARTS, ...INSIDE].some((part) => file.endsWith(`/${part}`)))
    .filter((file) => !shown.includes(`"${file.replace(/\.tsx?$/, "")}"`));
  expect(missing).toEqual([]);
});

test("it is a superadmin's, whole and part by part [SHELL-40]", async () => {
  const { html, status } = await boss.get(PATH);
  expect(status).toBe(200);
  const parts = [...html.matchAll(/href="\/app\/spike\?show=([\w-]+)"/g)].map(([, name]) => name ?? "");
  expect(parts.length).toBeGreaterThan(7);
  for (const part of parts) {
    const { html: shown, status: answered } = await boss.get(`${PATH}?show=${part}`);
    expect([part, answered, shown.match(/<h1/g)?.length]).toEqual([part, 200, 1]);
  }
  expect((await boss.get(`${PATH}?show=constructor`)).status).toBe(200);
  for (const username of ["adm", "man", "ann"]) {
    const visitor = await signedIn(server.url, username);
    expect([username, (await visitor.get(PATH)).status, (await visitor.post(PATH, {})).status]).toEqual([
      username,
      403,
      403,
    ]);
  }
});

test("a table without rows says so, one with a choice can be chosen from, and a question may have no Cancel [WIDGET-13, WIDGET-16]", async () => {
  const { html } = await boss.get(PATH);
  expect(html).toContain('<tr class="empty"><td colSpan="3">No data</td></tr>');
  const without = (await boss.get(`${PATH}?show=confirm-without-cancel`)).html;
  expect(without).toMatch(/<button class="primary">Confirm<\/button><\/div>/);
  expect((await boss.get(`${PATH}?show=confirm`)).html).toMatch(
    /<h1>Are you sure\?<\/h1>.*<h2>Heading<\/h2>.*Cancel<\/a>/s,
  );
});

test("the alert is there only where it is shown, as text or as HTML [WIDGET-18]", async () => {
  expect((await boss.get(PATH)).html).not.toContain("<dialog");
  expect((await boss.get(`${PATH}?show=alert-text`)).html).toMatch(/<dialog[^>]*><p class="kept">Read this\.\n/);
  expect((await boss.get(`${PATH}?show=alert-html`)).html).toMatch(/<dialog[^>]*><div class="prose"><h2>Heading<\/h2>/);
});

test("days before the first one and after the last one cannot be chosen, nor ten years and more away [WIDGET-25, WIDGET-26]", async () => {
  const { html } = await boss.get(PATH);
  const all = [...html.matchAll(/<input type="date"[^>]*>/g)].map(([tag]) => tag);
  const days = all.filter((tag) => !tag.includes('name="two.'));
  expect(days).toHaveLength(3);
  for (const day of days.slice(0, 2)) expect(day).toMatch(/min="2026-01-01" max="2026-11-22"/);
  expect(days[2]).toMatch(/min="2016-01-01" max="2036-12-31"/);
});

test("whatever is posted there is refused, with what was typed, and passwords are not put back", async () => {
  const { status, html } = await boss.post(PATH, { name: "bert<", password: "a-secret-one", intent: "suspend" });
  expect(status).toBe(422);
  expect(html).toContain("Nothing is saved here.");
  expect(html).toMatch(/value="bert&lt;"/);
  expect(html).toContain('<p class="error" id="form-name-error">Username is taken</p>');
  expect(html).not.toContain("a-secret-one");
});
