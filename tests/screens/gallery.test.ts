import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { signedIn } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/spike";

const { server, as } = aScreenWorld({ people: ["boss"] }, async () => {
  await aSuperadmin({ username: "boss" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  await anAgent({ office, username: "ann" });
});
const boss = as("boss");

// Files that a page cannot show by themselves: parts of other widgets, and values that are not components.
const PARTS = [
  "address.ts",
  "column.ts",
  "criteria.ts",
  "field.tsx",
  "hidden.tsx",
  "icons.ts",
  "line-breaks.tsx",
  "sort-link.tsx",
  "texts.ts",
];
const INSIDE = ["table-head.tsx", "table-foot.tsx", "loading-line.tsx", "form.tsx"];

test("the gallery shows every widget that screens share [SHELL-40]", async () => {
  const files = ["ui", "pickers"].flatMap((folder) =>
    readdirSync(`app/components/${folder}`)
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `../${folder}/${name}`),
  );
  const shown = [
    ...readdirSync("app/components/gallery").map((name) => `app/components/gallery/${name}`),
    "app/routes/app.spike.tsx",
  ]
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
  const missing = files
    .filter((file) => ![...PARTS, ...INSIDE].some((part) => file.endsWith(`/${part}`)))
    .filter((file) => !shown.includes(`"${file.replace(/\.tsx?$/, "")}"`));
  expect(missing).toEqual([]);
});

test("only superadmins can open the gallery, as a whole and by widget [SHELL-40]", async () => {
  const { html, status } = await boss.get(PATH);
  expect(status).toBe(200);
  const links = pageOf(html).all(`a[href^="${PATH}?show="]`);
  const parts = links.map((link) => link.attr("href")?.slice(`${PATH}?show=`.length));
  expect(parts.length).toBeGreaterThan(7);
  for (const part of parts) {
    const { html: shown, status: answered } = await boss.get(`${PATH}?show=${part}`);
    expect([part, answered, pageOf(shown).all("h1").length]).toEqual([part, 200, 1]);
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

test("an empty table says so, a confirmation has its headings, and Cancel is optional [WIDGET-13, WIDGET-16]", async () => {
  const { html } = await boss.get(PATH);
  expect(html).toMatch(/<tr class="empty"><td colSpan="3">.*?<p>No data</);
  const without = (await boss.get(`${PATH}?show=confirm-without-cancel`)).html;
  expect(pageOf(without).one("button.primary:last-child")?.text).toBe("Confirm");
  expect(pageOf(without).link("Cancel")).toBeUndefined();
  const asked = pageOf((await boss.get(`${PATH}?show=confirm`)).html);
  expect([asked.texts("h1, h1 + p"), asked.texts("main h2"), asked.link("Cancel")]).toEqual([
    ["Are you sure?", "It ends."],
    expect.arrayContaining(["Heading"]),
    expect.any(String),
  ]);
});

test("an alert is rendered only when shown, as text or as HTML [WIDGET-18]", async () => {
  const alertOf = async (query: string) => pageOf((await boss.get(PATH + query)).html).one("dialog");
  expect(await alertOf("")).toBeUndefined();
  expect((await alertOf("?show=alert-text"))?.one("p.kept")?.text).toMatch(/^Read this\.\n/);
  expect((await alertOf("?show=alert-html"))?.one("div.prose > h2")?.text).toBe("Heading");
});

test("days outside the valid range, or ten years and more away, cannot be chosen [WIDGET-25, WIDGET-26]", async () => {
  const { html } = await boss.get(PATH);
  const days = pageOf(html).all('input[type=date]:not([name^="two."])');
  const past = ["2026-01-01", "2026-11-22"];
  expect(days.map((day) => [day.attr("min"), day.attr("max")])).toEqual([past, past, ["2016-01-01", "2036-12-31"]]);
});

test("every post is refused with what was typed, except passwords", async () => {
  const { status, html } = await boss.post(PATH, { name: "bert<", password: "a-secret-one", intent: "suspend" });
  expect(status).toBe(422);
  expect(html).toContain("Nothing is saved here.");
  expect(pageOf(html).value("name")).toBe("bert<");
  expect(html).toContain('<p class="error" id="form-name-error">Username is taken</p>');
  expect(html).not.toContain("a-secret-one");
});
