import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import * as alerts from "../../server/alerts";
import { perform } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { tokenHash, unseal } from "../../server/kernel/process/secrets";
import { aPerson, from, PASSWORD, type Person } from "../operations/identity/world";
import { undrawnIcons } from "./icons";
import { aBrowser, stopClock } from "../world/browser";
import { aServer } from "../world/server";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

let person: Person;

const { server } = aScreenWorld({ env: { CAPTCHA: "on", FIRST_PASSWORD: "change", TWO_STEP: "all" } });

beforeAll(async () => {
  person = await aPerson("admin");
});

const open = async (options: { javaScript?: boolean; width?: number } = {}) =>
  (await aBrowser({ ...options, baseURL: server.url })).page();

/** Fills in the form like a person whose browser has proved its work. */
async function fill(page: Page, who = person): Promise<void> {
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.locator("[data-proven]").waitFor();
}

/** Fills in the form like a person who can read the captcha. */
async function fillByHand(page: Page, who = person): Promise<void> {
  const check = (await page.locator("[name=captchaCheck]").getAttribute("value")) ?? "";
  const note = JSON.parse(unseal(Buffer.from(check, "base64url"), "captcha").toString()) as string[];
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Characters in the picture").fill(note[1] ?? "");
  await page.getByLabel("Password").fill(PASSWORD);
}

/** The file with the proof of work never arrives, so that the captcha stays. */
const withoutProof = (page: Page) => page.route("**/assets/proof-*.js", () => undefined);

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await fill(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app/home");
}

test("Enter signs in and redirects to the requested page [AUTH-07]", async () => {
  const page = await open();
  await page.goto("/app/links/links");
  expect(new URL(page.url()).search).toBe("?returnUrl=%2Fapp%2Flinks%2Flinks");
  await fill(page);
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/app/links/links");
});

test("sign-in works the same without scripts [AUTH-07]", async () => {
  const page = await open({ javaScript: false });
  await page.goto("/login");
  await fillByHand(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app/home");
});

test("a new captcha keeps the typed username, with scripts too [AUTH-02]", async () => {
  const page = await open();
  await withoutProof(page);
  await page.goto("/login");
  const picture = () => page.getByRole("img", { name: "Characters in the picture" }).getAttribute("src");
  const first = await picture();
  await page.getByLabel("Username").fill("somebody");
  await page.getByRole("button", { name: "New picture" }).click();
  await expect.poll(picture).not.toBe(first);
  expect(await page.getByLabel("Username").inputValue()).toBe("somebody");
});

test("after a wrong password the focus is in Password, with scripts too, and its characters can be shown [AUTH-08, AUTH-26]", async () => {
  const { page: opened, expected } = await aBrowser({ baseURL: server.url });
  expected(/422/);
  const page = await opened();
  await page.goto("/login");
  await fill(page);
  const password = page.getByLabel("Password");
  await password.fill("wrong");
  const eye = page.getByRole("button", { name: "Show characters" });
  const before = await password.boundingBox();
  await eye.click();
  expect(await password.getAttribute("type")).toBe("text");
  expect(await password.boundingBox()).toEqual(before);
  expect(await eye.getAttribute("aria-pressed")).toBe("true");
  const [sent] = await Promise.all([page.waitForRequest("**/login"), password.press("Enter")]);
  expect(sent.postData()).toContain("password=wrong");
  await page.getByText("Wrong username, password or captcha").first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
  expect(await password.getAttribute("type")).toBe("password");
  const plain = await open({ javaScript: false });
  await plain.goto("/login");
  expect(await plain.getByRole("button", { name: "Show characters" }).isVisible()).toBe(false);
});

test("while the browser computes, the captcha can be filled in by hand, and stays once it is", async () => {
  const page = await open();
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  await page.route("**/assets/proof-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/login");
  await fillByHand(page);
  release();
  await expect.poll(() => page.locator("[name=captchaProof]").inputValue()).not.toBe("");
  expect(await page.getByLabel("Characters in the picture").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app/home");
});

test("the proof takes the place of the captcha, and nothing moves [AUTH-33]", async () => {
  const page = await open();
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Log in" });
  const card = page.locator(".card");
  const places = () => Promise.all([button.boundingBox(), card.boundingBox()]);
  const before = await places();
  await page.getByLabel("Username").fill("somebody");
  await page.getByText("Your browser was checked.").waitFor();
  expect(await places()).toEqual(before);
  // Nothing empty is left where the captcha's buttons were.
  const [end, edge] = (await places()).map((box) => box!.y + box!.height);
  expect(edge! - end!).toBeLessThanOrEqual(32);
  expect(await page.getByRole("img").isVisible()).toBe(false);
  expect(await page.getByLabel("Characters in the picture").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "New picture" }).isVisible()).toBe(false);
});

test("the captcha is drawn, not only its frame", async () => {
  const page = await open();
  await withoutProof(page);
  await page.goto("/login");
  const size = await page
    .getByRole("img", { name: "Characters in the picture" })
    .evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, image.naturalHeight]);
  // 1.5 pixels per unit of its size on the page.
  expect(size).toEqual([true, 200, 60]);
});

test("a double click signs in once", async () => {
  const other = await aPerson("agent");
  const page = await open();
  await page.goto("/login");
  await fill(page, other);
  await page.getByRole("button", { name: "Log in" }).dblclick();
  await page.waitForURL("**/app/home");
  const opened = await db.rows`SELECT 1 FROM sessions WHERE account_id = ${other.accountId}`;
  expect(opened).toHaveLength(1);
});

test("after signing out, Back shows nothing of the session [AUTH-19]", async () => {
  const page = await open();
  await signIn(page);
  await page.goto("/app/links/links");
  await page.goto("/logout");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  for (let i = 0; i < 2; i++) {
    await page.goBack();
    await page.waitForLoadState();
  }
  await expect.poll(() => page.url()).toContain("/login");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Log in");
  expect(await page.content()).not.toContain(person.username);
});

test("the sign-in page takes at most 15 KB in 4 requests, cold", async () => {
  const page = await open();
  const network = await page.context().newCDPSession(page);
  const weight = await weigh(network, () => page.goto("/login", { waitUntil: "networkidle" }));
  expect(weight.requests).toBeLessThanOrEqual(4);
  expect(weight.bytes).toBeLessThanOrEqual(15_000);
});

async function weigh(network: CDPSession, act: () => Promise<unknown>) {
  const weight = { requests: 0, bytes: 0 };
  const local = new Set<string>();
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("data:")) local.add(requestId);
    else weight.requests += 1;
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!local.has(requestId)) weight.bytes += encodedDataLength;
  });
  await act();
  return weight;
}

test("sign-in, forgotten, new and own password, a required second step and sign-out pass axe and fit into 320 pixels", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const { accountId } = await aPerson("agent");
  await db.run`
      INSERT INTO password_resets (account_id, hash, expires_at)
      VALUES (${accountId}, ${tokenHash("mailed")}, now() + interval '1 hour')`;
  const page = await open({ width: 320 });
  const measure = async (path: string, opened = page) => {
    const violations = await opened.evaluate(
      `${axe}; axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
    );
    expect(violations, path).toEqual([]);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    expect(await opened.evaluate(undrawnIcons), path).toEqual([]);
  };
  for (const path of ["/login", "/forgot", "/reset?token=mailed", "/reset?token=dead", "/logout", "/no-such-page"]) {
    await page.goto(path);
    await measure(path);
  }
  const given = await aPerson("agent");
  await db.run`UPDATE accounts SET password_set_by_other = true WHERE id = ${given.accountId}`;
  await page.goto("/login");
  await fill(page, given);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/password?returnUrl=%2Fapp%2Fhome");
  await measure("/password");
  const late = await aPerson("agent");
  await db.run`UPDATE accounts SET two_step_required_at = now() - interval '9 days' WHERE id = ${late.accountId}`;
  const other = await open({ width: 320 });
  await other.goto("/login");
  await fill(other, late);
  await other.getByRole("button", { name: "Log in" }).click();
  await other.waitForURL("**/two-step?returnUrl=%2Fapp%2Fhome");
  await measure("/two-step", other);
  await other.getByRole("button", { name: "Set up" }).click();
  await other.getByRole("img", { name: "QR code of the key" }).waitFor();
  await measure("/two-step with a key", other);
});

test("over HTTPS, too, Back reloads a page from before the sign-out [TRUST-16]", async () => {
  const origin = "https://office.example.org";
  const secure = await aServer({ workers: 0, env: { APP_URL: origin }, database: server.database });
  const { context, page: opened } = await aBrowser();
  // A proxy that terminates TLS.
  await context.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: secure.url + pathname + search }) });
  });
  await context.addCookies([{ name: "__Host-mark", value: "before", url: origin, secure: true }]);
  const page = await opened();
  await page.goto(`${origin}/login`);
  const back = (persisted: boolean) =>
    page.evaluate((kept) => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: kept })), persisted);
  await back(true);
  expect(await page.evaluate(() => document.documentElement.hidden)).toBe(false);
  await context.addCookies([{ name: "__Host-mark", value: "after", url: origin, secure: true }]);
  await Promise.all([page.waitForEvent("load"), back(true)]);
});

test("signing in shows the current alerts, and signing out stops the badge's polling [AUTH-15, AUTH-20]", async () => {
  const root = await aPerson("superadmin");
  const give = { enable: true, html: "<p>Read this first</p>" };
  await perform(alerts.save, { ...system, accountId: root.accountId }, give, from("program"));
  const page = await open();
  await stopClock(page);
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/unapproved/count") && asked.push(request.url()));
  await page.goto("/login");
  expect(await page.getByText("Read this first").count()).toBe(0);
  await fill(page, root);
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/app/home");
  await page.getByRole("dialog").getByText("Read this first").waitFor();
  await page.clock.runFor(11_000);
  await expect.poll(() => asked.length).toBe(2);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  const before = asked.length;
  await page.clock.runFor(60_000);
  expect(asked).toHaveLength(before);
});
