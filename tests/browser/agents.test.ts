import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAgent, anOffice, aSite } from "../world/builders";
import { aBrowser } from "../world/browser";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "../screens/three-ways";

const PATH = "/app/agents";
let office: Awaited<ReturnType<typeof anOffice>>;
let ids: number[];

const { server, as } = aScreenWorld({ people: ["man"] }, async () => {
  office = await anOffice({ username: "man", officeName: "North" });
  const agents = [await anAgent({ username: "ann", office }), await anAgent({ username: "bob", office })];
  ids = agents.map(({ id }) => id);
  await aSite({ sitename: "Roses", enabledFor: [office] });
});
const ways = threeWays(server, "man");
const manager = as("man");

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

/** The acts of a row beyond the first two are in a menu. */
const openMenu = (within: Page | Locator, username: string) => within.getByLabel(`More for ${username}`).click();

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
  expect(await row.getByRole("button", { name: "Hide" }).isVisible()).toBe(false);
  await openMenu(row, "ann");
  await row.getByRole("button", { name: "Hide" }).click();
  expect(await row.locator("[data-status]").textContent()).toBe("Activated (Hidden)");
  await expect.poll(() => stored("ann")).toMatchObject({ hidden: true });
  await answered(row);
  // The menu closes with the act, so that nothing covers the other acts.
  expect(await row.getByRole("button", { name: "Show" }).isVisible()).toBe(false);
  await openMenu(row, "ann");
  await row.getByRole("button", { name: "Show" }).click();
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

test("an agent's act has a notice with Undo, which never covers what was pressed and does not go by itself [AGENT-30]", async () => {
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: "ann" });
  const suspend = row.getByRole("button", { name: "Suspend ann" });
  const toast = page.locator(".toast");
  const status = page.locator("toast-stack[role=status]");
  // In the accessibility tree before its first notice, so that screen readers announce it.
  expect(await status.evaluate((stack) => getComputedStyle(stack).display)).not.toBe("none");
  await suspend.click();
  await toast.waitFor();
  expect(await toast.locator("p").innerText()).toBe("ann was suspended.");
  expect(await status.locator(".toast").count()).toBe(1);
  const boxes = async () => {
    const [note, button] = [await toast.boundingBox(), await row.locator("button").first().boundingBox()];
    return { note: note?.y ?? 0, button: button?.y ?? 0 };
  };
  const middle = (page.viewportSize()?.height ?? 0) / 2;
  expect(await boxes().then(({ note, button }) => note > middle !== button > middle)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 330 });
  await page.waitForTimeout(3_500);
  expect(await toast.count()).toBe(1);

  // By the keyboard: Undo comes before the screen, and leaves the focus on the row's button.
  await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  const undo = toast.getByRole("button", { name: "Undo" });
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => stored("ann")).toMatchObject({ active: true });
  await toast.getByText("was activated.").waitFor();
  expect(await suspend.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await row.locator("[data-status]").textContent()).toBe("Activated");
  // A row in the lower half has its notice above. Of two acts the last can be undone here, the others in their rows.
  const more = page.getByLabel("More for bob");
  await page.evaluate(() => scrollTo(0, 0));
  const height = Math.round(((await more.boundingBox())?.y ?? 0) * 1.95);
  await page.setViewportSize({ width: 1280, height });
  await openMenu(page, "bob");
  await page.getByRole("button", { name: "Hide" }).click();
  await toast.getByText("was hidden.").waitFor();
  expect(await toast.count()).toBe(1);
  const [note, pressed] = [await toast.boundingBox(), await more.boundingBox()];
  expect([(note?.y ?? 0) > height / 2, (pressed?.y ?? 0) > height / 2]).toEqual([false, true]);
  await undo.click();
  await expect.poll(() => stored("bob")).toMatchObject({ hidden: false });
});

test("without scripts, Undo is in the notice above the list, and Close, which would do nothing, is not [AGENT-29]", async () => {
  const { page } = await aBrowser({ as: manager, baseURL: server.url, javaScript: false });
  const tab = await page();
  await tab.goto(`${PATH}?username=ann`);
  await openMenu(tab, "ann");
  await tab.getByRole("button", { name: "Hide" }).click();
  const toast = tab.locator(".toast");
  expect(await toast.locator("p").innerText()).toBe("ann was hidden.");
  expect(await toast.getByRole("button", { name: "Close" }).isVisible()).toBe(false);
  await toast.getByRole("button", { name: "Undo ann" }).click();
  expect(await toast.locator("p").innerText()).toBe("ann is shown again.");
  expect(new URL(tab.url()).search).toBe("?username=ann");
  expect(await stored("ann")).toMatchObject({ hidden: false });
});

test("a double press does an act once, however fast the answer comes [AGENT-30]", async () => {
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: "ann" });
  const place = await row.getByRole("button", { name: "Suspend ann" }).boundingBox();
  const at = [(place?.x ?? 0) + 20, (place?.y ?? 0) + 10] as const;
  const calls: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/api/agents/status") && calls.push(request.postDataJSON()));
  await page.mouse.click(...at);
  await answered(row);
  // The second press of a double click.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(300);
  expect(calls).toHaveLength(1);
  expect(await stored("ann")).toMatchObject({ active: false });
  await row.getByRole("button", { name: "Activate ann" }).click();
  await expect.poll(() => stored("ann")).toMatchObject({ active: true });
  await answered(row);
});

test("the button to enable a login has a tip, which is gone once the login is enabled [AGENT-11]", async () => {
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: "bob" });
  await openMenu(row, "bob");
  await row.getByRole("button", { name: "Disable login" }).click();
  await openMenu(row, "bob");
  const enable = row.getByRole("button", { name: "Enable login" });
  expect(await enable.getAttribute("title")).toBe("enable login up to 01:00");
  expect(await row.getByText("Login off", { exact: true }).count()).toBe(1);
  await expect.poll(() => stored("bob")).toMatchObject({ blocked: true });
  await answered(row);
  await enable.click();
  await openMenu(row, "bob");
  expect(await row.getByRole("button", { name: "Disable login" }).getAttribute("title")).toBe("");
  expect(await row.getByText("Login off", { exact: true }).count()).toBe(0);
  const enabled = row.getByText("Login on until 01:00", { exact: true });
  expect(await enabled.count()).toBe(1);
  await answered(row);
  await page.reload();
  expect(await enabled.count()).toBe(1);
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

test("a username that is too long stays as it was pasted, with a message under it [AGENT-24]", async () => {
  const { page } = await open(`${PATH}/create`);
  const username = page.getByLabel("Username");
  await username.focus();
  await page.keyboard.insertText("una.maria.reed");
  await page.getByLabel("Campaign ID").focus();
  expect(await username.inputValue()).toBe("una.maria.reed");
  expect(await page.locator("#form-username-error").textContent()).toBe(
    "Please use at most 10 letters, digits, _ . and -.",
  );
  // Spaces around a pasted username are removed when it is saved.
  await username.fill("una ");
  await page.getByLabel("Campaign ID").focus();
  expect(await page.locator("#form-username-error").textContent()).toBe("");
});

test("adding, changing and suspending an agent has the same result by call, by form and with scripts [AGENT-17, AGENT-31]", async () => {
  const person = { firstName: "Una", lastName: "Reed", email: "una@example.org", campaignId: "c-1" };
  const secret = { password: "long-enough", passwordConfirm: "long-enough" };
  const notes = "first line\nsecond line";
  await ways.sameRows({
    call: ["PUT agents", { ...person, ...secret, username: "una", mustRead: notes }],
    form: [
      `${PATH}/create`,
      {
        ...{ ...person, ...secret, username: "una", mustRead: notes.replace("\n", "\r\n"), active: "on" },
      },
    ],
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
      await page.waitForURL((url) => url.pathname === PATH);
    },
    changes: expect.arrayContaining(["accounts", "agents", "agent_offices", "agent_sites", "audit"]) as string[],
  });
  const [id] = ids;
  await ways.sameRows({
    call: [`POST agents/${id}`, { firstName: "Anna", campaignId: "", active: true, hidden: false }],
    form: [`${PATH}/edit/${id}`, { intent: "save", firstName: "Anna", lastName: "ann", active: "on" }],
    async screen(page) {
      await page.goto(`${PATH}/edit/${id}`);
      await page.getByLabel("First name").fill("Anna");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.waitForURL((url) => url.pathname === PATH);
    },
  });
  await ways.sameRows({
    call: ["POST agents/status", { ids: [id], active: false, reason: "holiday" }],
    form: [PATH, { intent: "suspend", ids: String(id), reason: "holiday" }],
    async screen(page) {
      await page.goto(PATH);
      await page.getByRole("checkbox", { name: "ann" }).check();
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Reason").fill("holiday");
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.locator(".toast.undo").waitFor();
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
  expect(await dialog.locator("p:visible").textContent()).toMatch(/^\d+ selected: ann, bob/);
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
      const { display, content } = getComputedStyle(cell, "::before");
      return [display === "none" ? display : content, getComputedStyle(cell).textAlign];
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

test("a suggested password fills both fields and is copied with the address and the username [AUTH-25]", async () => {
  const { page } = await open(`${PATH}/create`);
  await page.getByLabel("Username").fill("zoe");
  await page.getByText("Suggest a password").click();
  const suggestion = await page.getByLabel("Suggested password").inputValue();
  await page.getByRole("button", { name: "Use it" }).click();
  for (const name of ["password", "passwordConfirm"]) {
    expect(await page.locator(`[name=${name}]`).inputValue()).toBe(suggestion);
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => Promise.resolve(void (document.title = text));
  });
  await page.getByRole("button", { name: "Copy Suggested password" }).click();
  // Nothing is over the button: its press is not spent on closing the panel.
  await page.getByRole("link", { name: "Cancel" }).click({ trial: true, timeout: 5000 });
  const handedOver = `${server.url}/login\nUsername: zoe\nPassword: ${suggestion}`;
  await expect.poll(() => page.evaluate(() => document.title)).toBe(handedOver.replaceAll("\n", " "));
});
