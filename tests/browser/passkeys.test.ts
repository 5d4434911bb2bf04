import type { BrowserContext, CDPSession, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { aPerson, PASSWORD, type Person } from "../operations/identity/world";
import { aBrowser } from "../world/browser";
import { db } from "../world/db";
import { aServer, type Server } from "../world/server";

let server: Server;
/** A passkey belongs to a host name: an IP address has none. */
let url: string;
beforeAll(async () => {
  server = await aServer({ workers: 0 });
  await server.database.enter();
  url = server.url.replace("127.0.0.1", "localhost");
});

const CLIENT = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;

/** Gives the page an authenticator that answers at once. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = { ...CLIENT, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return { cdp, id: authenticatorId };
}

async function enterPassword(page: Page, { username }: Person, path: string): Promise<void> {
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
}

const PATH = "/app/profile/two-step";

test("a passkey is added under Profile, signs in, confirms, and is removed", async () => {
  const person = await aPerson("admin");
  const { context, page: open, expected } = await aBrowser({ baseURL: url });
  // The page that asks for the password.
  expected(/403/);
  const page = await open();
  const { cdp, id } = await withAuthenticator(context, page);
  await enterPassword(page, person, PATH);
  await page.waitForURL(`**${PATH}`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  expect((await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials).toHaveLength(1);
  await page.getByRole("link", { name: "I have stored them" }).click();
  await page.getByRole("row", { name: /Laptop.*never/ }).waitFor();

  await context.clearCookies();
  await enterPassword(page, person, "/app/home");
  await page.getByLabel("Recovery code").waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/app/home");

  // As 15 minutes later.
  await db.run`UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'`;
  await page.goto(PATH);
  expect(await page.getByRole("row", { name: /Laptop/ }).textContent()).not.toContain("never");
  await page
    .getByRole("row", { name: /Laptop/ })
    .getByRole("button", { name: "Remove" })
    .click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Operation Complete").waitFor();
  expect(await page.getByRole("row", { name: /Laptop/ }).count()).toBe(0);
});

test("without a passkey on this device, the page says so and a recovery code still signs in", async () => {
  const person = await aPerson("agent");
  const { context, page: open } = await aBrowser({ baseURL: url });
  const page = await open();
  const { cdp, id } = await withAuthenticator(context, page);
  await enterPassword(page, person, PATH);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const code = (await page.locator(".codes li").first().textContent()) ?? "";
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId: id });
  await context.clearCookies();
  await enterPassword(page, person, "/app/home");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("No passkey was used.").waitFor();
  await page.getByLabel("Recovery code").fill(code);
  await page.getByLabel("Recovery code").press("Enter");
  await page.waitForURL("**/app/home");
});

test("without scripts, the panel says that a passkey needs them, and keeps the name", async () => {
  const { page: open, expected } = await aBrowser({ baseURL: url, javaScript: false });
  expected(/422/);
  const page = await open();
  await enterPassword(page, await aPerson("company"), PATH);
  await page.getByText("A passkey needs scripts").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your browser has not sent a passkey.").first().waitFor();
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Phone");
});
