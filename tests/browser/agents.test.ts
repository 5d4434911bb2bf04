import type { Locator } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { threeWays } from "../screens/three-ways";
import { anAgent, anOffice, aSite } from "../world/builders";
import { aBrowser } from "../world/browser";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD, signedIn, type Visitor } from "../world/visitor";

const PATH = "/app/agents";
let server: Server;
let office: Awaited<ReturnType<typeof anOffice>>;
let manager: Visitor;
let ids: number[];

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  office = await anOffice({ username: "man", officeName: "North", password: PASSWORD });
  const agents = [await anAgent({ username: "ann", office }), await anAgent({ username: "bob", office })];
  ids = agents.map(({ id }) => id);
  await aSite({ sitename: "Roses", enabledFor: [office] });
  server = await aServer({ database });
  manager = await signedIn(server.url, "man");
});

async function open(path = PATH) {
  const { page, expected } = await aBrowser({ as: manager, baseURL: server.url });
  const opened = await page();
  await opened.goto(path);
  return { page: opened, expected };
}

const stored = async (username: string) =>
  writeTransaction(async () => {
    const [row] = await queryRows<{ active: boolean; hidden: boolean; blocked: boolean }>(sql`
      SELECT active, hidden, login_blocked AS blocked FROM accounts WHERE username = ${username}`);
    return row;
  });

/** A button ignores further presses until its response has arrived. */
const answered = (row: Locator) => row.locator("[aria-busy]").waitFor({ state: "detached" });

test("an agent's new state appears at once and is then sent; a refused change is undone with a notice [AGENT-30]", async () => {
  const { page, expected } = await open();
  const row = page.getByRole("row").filter({ hasText: "ann" });
  const suspend = row.getByRole("button", { name: "Suspend ann" });
  let answer: (value?: undefined) => void = () => undefined;
  const held = new Promise<undefined>((done) => (answer = done));
  await page.route("**/api/agents/status", async (route) => {
    await held;
    await route.continue();
  });
  await suspend.click();
  const activate = row.getByRole("button", { name: "Activate ann" });
  await activate.waitFor();
  expect(await row.locator("[data-status]").textContent()).toBe("Suspended");
  expect(await stored("ann")).toMatchObject({ active: true });
  answer();
  await expect.poll(() => stored("ann")).toMatchObject({ active: false });
  await page.unroute("**/api/agents/status");
  await answered(row);
  // The focus stays on the button, so Enter undoes the change.
  await page.keyboard.press("Enter");
  await suspend.waitFor();
  await expect.poll(() => stored("ann")).toMatchObject({ active: true });
  await answered(row);
  await row.getByRole("button", { name: "Hide ann" }).click();
  expect(await row.locator("[data-status]").textContent()).toBe("Activated (Hidden)");
  await expect.poll(() => stored("ann")).toMatchObject({ hidden: true });
  await answered(row);
  await row.getByRole("button", { name: "Show ann" }).click();
  await expect.poll(() => stored("ann")).toMatchObject({ hidden: false });
  await answered(row);

  await page.route("**/api/agents/status", (route) =>
    route.fulfill({ status: 409, json: { code: "CONFLICT", message: "Not <now>." } }),
  );
  await suspend.click();
  const notice = page.locator(".toast.error");
  await notice.waitFor();
  expect(await notice.locator("p").textContent()).toBe("Something Went Wrong Not <now>.");
  expect(await suspend.isVisible()).toBe(true);
  expect(await row.locator("[data-status]").textContent()).toBe("Activated");
  await page.unroute("**/api/agents/status");
  await page.route("**/api/agents/status", (route) => route.abort());
  await suspend.click();
  await page.locator(".toast", { hasText: "did not answer" }).waitFor();
  expect(await suspend.isVisible()).toBe(true);
  expected(/409/);
  expected(/ERR_FAILED/);
});

test("the button to enable a login has a tip, which is gone once the login is enabled [AGENT-11]", async () => {
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: "bob" });
  await row.getByRole("button", { name: "Disable login bob" }).click();
  const enable = row.getByRole("button", { name: "Enable login bob" });
  expect(await enable.getAttribute("title")).toBe("enable login up to 01:00");
  await expect.poll(() => stored("bob")).toMatchObject({ blocked: true });
  await answered(row);
  await enable.click();
  expect(await row.getByRole("button", { name: "Disable login bob" }).getAttribute("title")).toBe("");
});

test("the form's button stays disabled until the form is valid, and errors appear at their fields [AGENT-16]", async () => {
  const { page } = await open(`${PATH}/create`);
  const confirm = page.getByRole("button", { name: "Confirm" });
  expect(await confirm.isDisabled()).toBe(true);
  const type = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text);
  for (const name of ["firstName", "lastName", "username"]) await type(name, "una");
  await type("password", PASSWORD);
  await type("passwordConfirm", "another-one");
  await page.getByLabel("Campaign ID").focus();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await page.locator("#form-passwordConfirm-error").textContent()).toBe("Passwords do not match");
  await type("passwordConfirm", PASSWORD);
  expect(await confirm.isEnabled()).toBe(true);
});

test("adding, changing and suspending an agent has the same result by call, by form and with scripts [AGENT-17, AGENT-31]", async () => {
  const ways = await threeWays(server, "man");
  const person = { firstName: "Una", lastName: "Reed", email: "una@example.org", campaignId: "c-1" };
  const secret = { password: "long-enough", passwordConfirm: "long-enough" };
  const notes = "first line\nsecond line";
  const added = await ways.sameRows({
    call: (call) => call("PUT agents", { ...person, ...secret, username: "una", mustRead: notes }),
    form: (visitor) =>
      visitor.post(`${PATH}/create`, {
        ...{ ...person, ...secret, username: "una", mustRead: notes.replace("\n", "\r\n"), active: "on" },
      }),
    async screen(page) {
      await page.goto(`${PATH}/create`);
      await page.getByLabel("First name").fill("Una");
      await page.getByLabel("Last name").fill("Reed");
      await page.getByLabel("Username").fill("una");
      await page.locator("[name=password]").fill("long-enough");
      await page.locator("[name=passwordConfirm]").fill("long-enough");
      await page.getByLabel("E-mail").fill("una@example.org");
      await page.getByLabel("Campaign ID").fill("c-1");
      await page.getByLabel("Must read").fill(notes);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.waitForURL(`**${PATH}`);
    },
  });
  expect(added).toEqual(expect.arrayContaining(["accounts", "agents", "agent_offices", "agent_sites", "audit"]));
  const [id] = ids;
  await ways.sameRows({
    call: (call) => call(`POST agents/${id}`, { firstName: "Anna", campaignId: "", active: true, hidden: false }),
    form: (visitor) =>
      visitor.post(`${PATH}/edit/${id}`, { intent: "save", firstName: "Anna", lastName: "ann", active: "on" }),
    async screen(page) {
      await page.goto(`${PATH}/edit/${id}`);
      await page.getByLabel("First name").fill("Anna");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.waitForURL(`**${PATH}`);
    },
  });
  await ways.sameRows({
    call: (call) => call("POST agents/status", { ids: [id], active: false, reason: "holiday" }),
    form: (visitor) => visitor.post(PATH, { intent: "suspend", ids: String(id), reason: "holiday" }),
    async screen(page) {
      await page.goto(PATH);
      await page.getByRole("checkbox", { name: "ann" }).check();
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Reason").fill("holiday");
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.locator(".toast.success").waitFor();
    },
  });
});

test("with all rows ticked the header's box is ticked too, and the question names the agents and how many", async () => {
  const { page } = await open();
  const all = page.getByLabel("Select all");
  await all.check();
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([true, false]);
  await page.getByRole("checkbox", { name: "ann", exact: true }).uncheck();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.getByRole("checkbox", { name: "ann", exact: true }).check();
  expect(await all.isChecked()).toBe(true);
  await page.getByRole("button", { name: "Enable login", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Are you sure to enable login for selected agents?" });
  expect(await dialog.locator("p").textContent()).toMatch(/^\d+ selected: ann, bob/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("one box ticks and clears all sites of an agent", async () => {
  for (let i = 0; i < 4; i++) await aSite({ enabledFor: [office] });
  const { page } = await open(`${PATH}/create`);
  const boxes = page.locator('[name^="sites["][type=checkbox]');
  const all = page.getByLabel("Select all");
  expect(await all.isChecked()).toBe(true);
  await all.uncheck();
  expect(await boxes.evaluateAll((every) => every.some((box) => (box as HTMLInputElement).checked))).toBe(false);
});

test("in a narrow list each value has the label of its column before it, and in a wide one figures are on the right", async () => {
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: "ann" });
  const shown = (heading: string) =>
    row.evaluate((line: HTMLTableRowElement, text) => {
      const heads = [...(line.closest("table")?.tHead?.rows[0]?.cells ?? [])];
      const cell =
        line.cells[heads.findIndex((head) => head.innerText.startsWith(text) || head.textContent.startsWith(text))];
      if (!cell) throw new Error(`No column ${text}.`);
      return [getComputedStyle(cell, "::before").content, getComputedStyle(cell).textAlign];
    }, heading);
  expect(await shown("Sites")).toEqual(["none", "right"]);
  expect(await shown("Registered")).toEqual(["none", "left"]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await shown("Sites")).toEqual(['"Sites"', "left"]);
  expect(await shown("Sales")).toEqual(['"Sales this half-month"', "left"]);
  expect(await shown("Registered")).toEqual(['"Registered"', "left"]);
  expect((await shown("Actions"))[0]).toBe("none");
});

test("a printed list has no buttons, acts or passwords, but its criteria and the time of printing", async () => {
  const { page } = await open(`${PATH}?active=1`);
  await page.emulateMedia({ media: "print" });
  const shown = await page.locator("main").innerText();
  expect(shown).toMatch(/Printed \d{4}-\d\d-\d\d \(\d\d:\d\d\) by man/);
  for (const text of ["Actions", "Export", "Add Agent", "Password", "Search", "More filters"])
    expect(shown).not.toContain(text);
  expect(await page.locator("button:visible, .act:visible, .quiet:visible, .pick:visible").count()).toBe(0);
  expect(await page.locator("#q-active").isVisible()).toBe(true);
  expect(await page.locator("#q-search").isVisible()).toBe(false);
});
