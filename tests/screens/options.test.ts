import { expect, test } from "vitest";
import { settingsTabs, settingsTabsFor } from "../../app/components/settings/settings-tabs";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aVisitor, signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/settings/options";
const AUTO_BLOCK = "auto_block_account";
const PAY_AFTER = "pay_after_days";

const { server, as } = aScreenWorld({ people: ["boss"] }, async () => {
  await aSuperadmin({ username: "boss" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man" });
  await anAgent({ office, username: "ann" });
});
const boss = as("boss");

const stored = () =>
  db.row<{ value: string }>`SELECT value FROM options WHERE name = ${AUTO_BLOCK}`.then((option) => option?.value);
const store = (value: string) => db.run`UPDATE options SET value = ${value} WHERE name = ${AUTO_BLOCK}`;
const box = (html: string) => pageOf(html).one(`input[type=checkbox][name="${AUTO_BLOCK}"]`);
const ticked = (html: string) => box(html)?.is("[checked]");
const days = (html: string) => pageOf(html).one(`input[name="${PAY_AFTER}"]`);
/** The fields that the page's form sends, ticked or not. */
const sent = (html: string, tick: boolean): Record<string, string> => ({
  ...pageOf(html).hidden,
  [PAY_AFTER]: days(html)?.attr("value") ?? "",
  ...(tick ? { [AUTO_BLOCK]: "1" } : {}),
});

test("the screen is titled Options and shows the option as a checkbox without constraints [OPTION-02, OPTION-04, OPTION-06]", async () => {
  for (const value of ["0", "1"]) {
    await store(value);
    const { html, status } = await boss.get(PATH);
    expect(status).toBe(200);
    expect(html).toContain("<h1>Options</h1>");
    expect(pageOf(html).all("[type=checkbox]")).toHaveLength(1);
    expect(box(html)?.within("label")?.text).toBe("Auto Block Account");
    expect(box(html)?.is("[required], [pattern], [min], [max], [minlength], [maxlength]")).toBe(false);
    expect(html).toContain('<button class="primary">Save</button>');
    expect(ticked(html)).toBe(value === "1");
  }
});

test("Save stores the checkbox, shows a notice, and stays on the screen [OPTION-03]", async () => {
  await store("0");
  for (const tick of [true, true, false]) {
    const done = await boss.post(PATH, sent((await boss.get(PATH)).html, tick));
    expect([done.status, done.headers.get("location")]).toEqual([302, PATH]);
    const { html } = await boss.get(PATH);
    expect(pageOf(html).notice).toBe("Success Successfully saved");
    expect([ticked(html), await stored()]).toEqual([tick, tick ? "1" : "0"]);
  }
});

test("sending a form twice saves once", async () => {
  await store("0");
  const count = () => db.rows`SELECT 1 FROM audit WHERE operation = 'options.save'`.then(({ length }) => length);
  const before = await count();
  const fields = sent((await boss.get(PATH)).html, true);
  const answers = await Promise.all([boss.post(PATH, fields), boss.post(PATH, fields)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect([await count(), await stored()]).toEqual([before + 1, "1"]);
});

test("an outdated save without a change leaves what others saved", async () => {
  await store("0");
  const mine = sent((await boss.get(PATH)).html, false);
  await store("1");
  expect((await boss.post(PATH, mine)).status).toBe(302);
  expect(await stored()).toBe("1");
  const { html } = await boss.get(PATH);
  expect(ticked(html)).toBe(true);
  expect((await boss.post(PATH, sent(html, false))).status).toBe(302);
  expect(await stored()).toBe("0");
});

test("an invalid value is refused, and nothing is saved", async () => {
  await store("0");
  for (const value of ["2", "on", "", "'; DROP TABLE options; --"]) {
    const { status, html } = await boss.post(PATH, { [AUTO_BLOCK]: value });
    expect([value, status]).toEqual([value, 422]);
    expect(html).toContain("Please choose 0 or 1.");
  }
  expect(await stored()).toBe("0");
});

test("the days until a payment are saved; wrong ones are refused at their field, with what was typed", async () => {
  const { html } = await boss.get(PATH);
  expect(days(html)?.attr("value")).toBe("5");
  expect((await boss.post(PATH, { ...sent(html, false), [PAY_AFTER]: "12" })).status).toBe(302);
  const saved = (await boss.get(PATH)).html;
  expect(days(saved)?.attr("value")).toBe("12");
  for (const wrong of ["", "61", "soon"]) {
    const refused = await boss.post(PATH, { ...sent(saved, false), formId: `f${wrong}`, [PAY_AFTER]: wrong });
    expect([wrong, refused.status]).toEqual([wrong, 422]);
    expect([wrong, days(refused.html)?.attr("value") ?? ""]).toEqual([wrong, wrong]);
    expect(pageOf(refused.html).one(`#${days(refused.html)?.attr("id")}-error`)?.text).toBe(
      "Please enter a whole number of days from 0 to 60.",
    );
  }
  expect((await boss.post(PATH, sent(html, false))).status).toBe(302);
  // An outdated form without a change keeps the value that others saved.
  expect(days((await boss.get(PATH)).html)?.attr("value")).toBe("12");
});

test("only superadmins have the screen and its tab [OPTION-01, SHELL-21]", async () => {
  for (const username of ["boss", "adm", "man", "ann"]) {
    const visitor = await signedIn(server.url, username);
    const may = username === "boss";
    expect([username, (await visitor.get(PATH)).status]).toEqual([username, may ? 200 : 403]);
    expect([username, (await visitor.post(PATH, { [AUTO_BLOCK]: "1" })).status]).toEqual([username, may ? 302 : 403]);
    // Settings takes an admin to the first settings screen that they may open.
    const leads = may || username === "adm" ? "/app/settings/black-list-ip" : undefined;
    const { html } = await visitor.get("/app/home");
    expect([username, pageOf(html).link("Settings")]).toEqual([username, leads]);
    if (leads) expect(pageOf((await visitor.get(leads)).html).link("System Options")).toBe(may ? PATH : undefined);
  }
  expect(pageOf((await boss.get(PATH)).html).link("System Options")).toBe(PATH);
});

test("the tabs are Black List Ip and System Options, by role, and keep the query [OPTION-01]", async () => {
  const whole = settingsTabs;
  const labels = (can: object) => settingsTabsFor(can, whole).map(({ label }) => label);
  expect(labels({ seeSettings: true, manageOptions: true })).toEqual(["Black List Ip", "System Options"]);
  expect(labels({ seeSettings: true })).toEqual(["Black List Ip"]);
  expect(labels({})).toEqual([]);
  expect((await boss.get(`${PATH}?a=1`)).html).toContain(
    `<a href="${PATH}?a=1" aria-current="page">System Options</a>`,
  );
});

test("Settings opens the first screen that the account has", async () => {
  const first = settingsTabsFor({ seeSettings: true, manageOptions: true })[0]?.to;
  expect((await boss.get("/app/settings")).headers.get("location")).toBe(first);
  expect((await (await signedIn(server.url, "adm")).get("/app/settings")).headers.get("location")).toBe(
    settingsTabs[0]?.to,
  );
  expect((await aVisitor(server.url).get("/app/settings")).headers.get("location")).toBe(
    "/login?returnUrl=%2Fapp%2Fsettings",
  );
});
