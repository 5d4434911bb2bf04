import type { Page } from "playwright";
import { expect, test } from "vitest";
import { anOffice, aSuperadmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { violations } from "./violations";

const LIST = "/app/offices/offices";

const { server, as } = aScreenWorld({ people: ["sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  for (const officeName of ["North", "South", "x".repeat(255)]) await anOffice({ officeName });
});
const visitor = as("sup");

async function open(path: string, width = 1280) {
  const { page, expected } = await aBrowser({ as: visitor, baseURL: server.url, width });
  const opened = await page();
  await opened.emulateMedia({ reducedMotion: "reduce" });
  await opened.goto(path);
  return { page: opened, expected };
}

const stateOf = (officeName: string) =>
  db.row<{ active: boolean; reason: string | null }>`
      SELECT active, status_reason AS reason FROM offices JOIN accounts ON accounts.id = account_id
      WHERE office_name = ${officeName}`;

async function judged(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("the keyboard alone suspends an office with confirmation and reason, and Escape cancels [OFFICE-24, OFFICE-26, WIDGET-13]", async () => {
  const { page } = await open(LIST);
  const act = page.getByRole("button", { name: "Suspend North" });
  await act.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Are you sure to suspend office and all agents?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await act.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await stateOf("North")).toEqual({ active: true, reason: null });
  await page.keyboard.press("Enter");
  await page.keyboard.type("gone quiet");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "was suspended." }).waitFor();
  expect(await stateOf("North")).toEqual({ active: false, reason: "gone quiet" });
  await page.getByRole("button", { name: "Activate North" }).waitFor();
});

test("checkboxes select all, some or no rows; the acts on them appear with the first one and move nothing [OFFICE-10, WIDGET-09]", async () => {
  const { page } = await open(LIST);
  const all = page.getByLabel("Select all");
  const suspend = page.getByRole("button", { name: "Suspend selected" });
  const place = await page.locator("table").boundingBox();
  expect(await suspend.isVisible()).toBe(false);
  await page.getByRole("checkbox", { name: "South" }).check();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  expect(await suspend.getAttribute("aria-disabled")).toBe("false");
  expect(await page.locator("table").boundingBox()).toEqual(place);
  await all.check();
  expect(await page.locator("tbody input:checked").count()).toBe(3);
  expect(await suspend.isVisible()).toBe(true);
  await all.uncheck();
  expect(await suspend.isVisible()).toBe(false);
  await page.getByRole("checkbox", { name: "South" }).check();
  await suspend.click();
  const dialog = page.getByRole("dialog", { name: "Are you sure to suspend selected offices and all they agents?" });
  await dialog.getByText("1 selected: South").waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator(".toast", { hasText: "was suspended." }).waitFor();
  expect(await stateOf("South")).toMatchObject({ active: false });
  expect(await stateOf("x".repeat(255))).toMatchObject({ active: true });
});

test("leaving a record with unsaved changes asks, so that a wrong press loses nothing; a saved or untouched one does not", async () => {
  const { page } = await open("/app/offices/create");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const cancel = page.getByRole("main").getByRole("link", { name: "Cancel" });
  await cancel.click();
  await page.waitForURL(`**${LIST}`);
  await page.goto("/app/offices/create");
  const why = page.getByText("A field marked * is empty, or a value is not valid.");
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("officeName");
  expect(await why.isVisible()).toBe(true);
  await page.keyboard.type("Harbor");
  await cancel.click({ noWaitAfter: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  expect(await page.locator("[name=officeName]").inputValue()).toBe("Harbor");
  for (const name of ["manFirstName", "manLastName"]) await page.locator(`[name=${name}]`).fill("Mara");
  await page.locator("[name=username]").fill("harbor");
  for (const name of ["password", "passwordConfirm"]) await page.locator(`[name=${name}]`).fill("a-good-password");
  expect(await why.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(new RegExp(`${LIST}#r\\d+$`));
  expect(await page.locator("tr:target").innerText()).toContain("Harbor");
  expect(asked).toEqual(["beforeunload"]);
});

test("the form's button stays disabled until the form is valid and the two passwords match [OFFICE-18, WIDGET-31]", async () => {
  const { page } = await open("/app/offices/create");
  const button = page.getByRole("button", { name: "Confirm" });
  expect(await button.isDisabled()).toBe(true);
  const values = {
    officeName: "Quay",
    manFirstName: "Mara",
    manLastName: "Lind",
    username: "quay",
    password: "a-good-password",
  };
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  const again = page.locator("[name=passwordConfirm]");
  await again.fill("a-good-passwor");
  await again.blur();
  expect(await page.locator("#form-passwordConfirm-error").textContent()).toBe("Passwords do not match");
  expect(await button.isDisabled()).toBe(true);
  await again.fill("a-good-password");
  expect(await button.isEnabled()).toBe(true);
});

test.each([1280, 320])(
  "confirmations, refusals, empty lists and very long names pass axe at %i pixels",
  async (width) => {
    const { page, expected } = await open(LIST, width);
    await judged(page);
    await page.getByLabel("More for North").click();
    const menu = await page.locator(".drop[open] > .menu").boundingBox();
    expect([(menu?.x ?? -1) >= 0, (menu?.x ?? 0) + (menu?.width ?? width) <= width]).toEqual([true, true]);
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("dialog").waitFor();
    await judged(page);
    await page.goto(`${LIST}?username=nobody`);
    await judged(page);
    await page.goto(`${LIST}?page=x`);
    await judged(page);
    await page.goto("/app/offices/edit/3");
    await judged(page);
    await page.locator("[name=officeName]").evaluate((field: HTMLInputElement) => field.removeAttribute("required"));
    await page.locator("[name=officeName]").fill("");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.locator("#form-officeName-error").filter({ hasText: "Please fill in this field." }).waitFor();
    await page.waitForLoadState();
    // The browser itself logs the refusal.
    expected(/422/);
    await judged(page);
  },
);
