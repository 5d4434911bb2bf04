import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { db } from "../world/db";
import { appOf } from "../operations/identity/two-step";
import { aPerson, PASSWORD, type Person } from "../operations/identity/world";
import { aBrowser } from "../world/browser";
import { aServer, type Server } from "../world/server";
import { brokenOn } from "./layout";
import { violations } from "./violations";

let server: Server;
beforeAll(async () => {
  server = await aServer({ workers: 0, env: { TWO_STEP: "all" } });
  await server.database.enter();
});

async function at(who: Person, path: string, options: { javaScript?: boolean } = {}): Promise<Page> {
  const { page: open } = await aBrowser({ ...options, baseURL: server.url });
  const page = await open();
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`);
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL(`**${path}`);
  return page;
}

test("passwords that differ are reported while typing, and the button stays disabled until they match [PROFILE-08, PROFILE-09]", async () => {
  const page = await at(await aPerson("agent"), "/app/profile");
  const save = page.getByRole("button", { name: "Save" });
  await page.locator("[name=password]").fill("a new password");
  await page.locator("[name=passwordConfirm]").fill("another");
  await page.locator("[name=passwordConfirm]").blur();
  await page.getByText("Passwords do not match").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.locator("[name=passwordConfirm]").fill("a new password");
  await page.locator("[name=passwordConfirm]").press("Enter");
  await page.waitForURL("**/app/home");
});

for (const javaScript of [true, false]) {
  test(`${javaScript ? "with" : "without"} scripts, the keyboard is enough to set up the second factor, which the next sign-in requires`, async () => {
    const person = await aPerson("admin");
    const page = await at(person, "/app/profile/two-step", { javaScript });
    await page.getByRole("button", { name: "Set up" }).press("Enter");
    const picture = page.getByRole("img", { name: "QR code of the key" });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]))
      .toEqual([true, true]);
    const app = appOf(await page.getByRole("textbox", { name: "Key", exact: true }).inputValue());
    await page.getByLabel("Code").fill(app.code());
    await page.getByLabel("Code").press("Enter");
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await page.locator(".codes li").count()).toBe(10);
    await page.reload();
    expect(await page.locator(".codes li").count()).toBe(0);

    const { page: open } = await aBrowser({ javaScript, baseURL: server.url });
    const other = await open();
    await other.goto("/login");
    await other.getByLabel("Username").fill(person.username);
    await other.getByLabel("Password").fill(PASSWORD);
    await other.getByLabel("Password").press("Enter");
    const code = other.getByLabel("Code");
    await code.waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    // The previous code is used up, so the next one is entered early.
    await code.fill(app.code(1));
    await code.press("Enter");
    await other.waitForURL("**/app/home");
  });
}

for (const javaScript of [true, false]) {
  test(`${javaScript ? "with" : "without"} scripts, a second step that is due is set up, and the wanted page follows [AUTH-30]`, async () => {
    const person = await aPerson("agent");
    await db.run`UPDATE accounts SET two_step_required_at = now() - interval '9 days' WHERE id = ${person.accountId}`;
    const { page: open, expected } = await aBrowser({ javaScript, baseURL: server.url });
    expected(/422/);
    const page = await open();
    await page.goto("/login?returnUrl=%2Fapp%2Fprofile%2Fsessions");
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await page.getByRole("button", { name: "Set up" }).press("Enter");
    await page.getByRole("img", { name: "QR code of the key" }).waitFor();
    const app = appOf(await page.getByLabel("Key", { exact: true }).inputValue());
    await page.getByLabel("Code").fill("abcdef");
    await page.getByLabel("Code").press("Enter");
    await page.getByText("This code is wrong.").first().waitFor();
    await page.getByLabel("Code").fill(app.code());
    await page.getByLabel("Code").press("Enter");
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await page.locator(".codes li").count()).toBe(10);
    await page.getByRole("link", { name: "I have stored them" }).click();
    await page.waitForURL("**/app/profile/sessions");
    await page.goto("/app/home");
    await page.getByRole("heading", { name: "Home" }).waitFor();
  });
}

test("a token can be copied from the page that shows it once, and revoked in a dialog", async () => {
  const page = await at(await aPerson("admin"), "/app/profile/tokens");
  await page.getByLabel("Name").fill("nightly");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("Token", { exact: true }).waitFor();
  await page.waitForLoadState();
  await page.getByRole("button", { name: "Revoke nightly" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Are you sure you want to revoke the token?").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Revoke nightly" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("No data yet").waitFor();
});

for (const width of [1280, 390]) {
  test(`at ${width} px a superadmin limits a service token to areas, and the list names them [AUTH-35, AUTH-36]`, async () => {
    const page = await at(await aPerson("superadmin"), "/app/profile/tokens");
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByLabel("Name").fill(`Mirror ${width}`);
    await page.getByLabel("Service token").check();
    for (const area of ["Logs", "Payout details"]) await page.getByLabel(area, { exact: true }).check();
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByLabel("Token", { exact: true }).waitFor();
    const row = page.locator("tr", { hasText: `Mirror ${width}` });
    for (const shown of ["Read only: Logs, Payout details", "Service", "Active"]) {
      await row.getByText(shown, { exact: true }).waitFor();
    }
    expect(await brokenOn(page, [])).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
}

test("a page whose session was ended elsewhere redirects to the sign-in", async () => {
  const person = await aPerson("agent");
  const [page, other] = [await at(person, "/app/profile/sessions"), await at(person, "/app/profile")];
  await page.reload();
  await page.getByRole("button", { name: "Sign out others" }).click();
  await page.getByText("Operation Complete").waitFor();
  await other.reload();
  expect(new URL(other.url()).pathname).toBe("/login");
});
