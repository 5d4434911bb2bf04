import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aBrowser, stopClock } from "../world/browser";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/unapprove";
const COUNT = "/api/accounts/unapproved/count";
const SECOND = 1_000;
const MOST_BYTES = 300;

const { server, as } = aScreenWorld({ people: ["boss"] }, async () => {
  await aSuperadmin({ username: "boss" });
  const office = await anOffice();
  for (const username of ["anna", "bert", "carl"]) await anAgent({ office, username });
});
const visitor = as("boss");

beforeEach(() => approved([]));
const approved = (names: string[]) => db.run`UPDATE accounts SET approved = username = ANY(${names}) WHERE role = 20`;
const waiting = async () => {
  const found = await db.rows<{ username: string }>`SELECT username FROM accounts WHERE NOT approved ORDER BY username`;
  return found.map(({ username }) => username);
};

async function signedInPage(from = visitor): Promise<Page> {
  const { page } = await aBrowser({ as: from, baseURL: server.url });
  return page();
}

/** The requests for the count that have been answered since now. */
function polled(page: Page): number[] {
  const answered: number[] = [];
  page.on("response", (response) => void (response.url().endsWith(COUNT) && answered.push(response.status())));
  return answered;
}

const look = (page: Page, hidden: boolean) =>
  page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("the badge polls every five seconds while the page is visible, at once when it is shown again, and never after sign-out [APPROVE-07, ROLE-08]", async () => {
  const own = await signedIn(server.url, "boss");
  const page = await signedInPage(own);
  await stopClock(page);
  await page.goto("/app/home");
  const answered = polled(page);
  const after = async (seconds: number, times: number) => {
    await page.clock.runFor(seconds * SECOND);
    await expect.poll(() => answered.length).toBe(times);
  };
  await after(4.9, 0);
  await after(0.2, 1);
  await after(5, 2);
  expect(answered).toEqual([304, 304]);
  await look(page, true);
  await after(60, 2);
  await look(page, false);
  await expect.poll(() => answered.length).toBe(3);
  await approved(["anna"]);
  await after(5, 4);
  expect(answered[3]).toBe(200);
  await expect.poll(() => page.textContent("poll-badge")).toBe("2");
  await approved(["anna", "bert", "carl"]);
  await after(5, 5);
  await expect.poll(() => page.textContent("poll-badge")).toBe("");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await page.clock.runFor(60 * SECOND);
  expect(answered).toHaveLength(5);
});

test("a page whose session has ended elsewhere goes to the sign-in at its next poll, and asks no more", async () => {
  const own = await signedIn(server.url, "boss");
  const { page: open, expected } = await aBrowser({ as: own, baseURL: server.url });
  const page = await open();
  await stopClock(page);
  await page.goto("/app/home");
  await own.post("/logout", {});
  const answered = polled(page);
  await page.clock.runFor(5 * SECOND);
  expected(/401/);
  await page.waitForURL(/\/login\?returnUrl=%2Fapp%2Fhome$/);
  await page.clock.runFor(30 * SECOND);
  expect(answered).toEqual([401]);
});

test("a badge response takes at most 300 bytes with headers, even when the count has changed [APPROVE-07]", async () => {
  const page = await signedInPage();
  await stopClock(page);
  await page.goto("/app/home");
  const session = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  const weights = new Map<string, number>();
  const weigh = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    if (asked.has(requestId)) weights.set(requestId, (weights.get(requestId) ?? 0) + encodedDataLength);
  };
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.endsWith(COUNT)) asked.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => weigh({ requestId, ...response }));
  session.on("Network.dataReceived", weigh);
  await session.send("Network.enable");
  await page.clock.runFor(5 * SECOND);
  await expect.poll(() => weights.size).toBe(1);
  await approved(["anna"]);
  await page.clock.runFor(5 * SECOND);
  await expect.poll(() => page.textContent("poll-badge")).toBe("2");
  await expect.poll(() => weights.size).toBe(2);
  for (const weight of weights.values()) {
    expect(weight).toBeGreaterThan(100);
    expect(weight).toBeLessThanOrEqual(MOST_BYTES);
  }
});

test("the keyboard alone approves an agent in a dialog, and Escape cancels [APPROVE-04, ERR-38]", async () => {
  const page = await signedInPage();
  await page.goto(`${PATH}?sortField=username`);
  const act = page.getByRole("button", { name: "Approve bert" });
  await act.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Are you sure to approve agent?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await act.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await waiting()).toEqual(["anna", "bert", "carl"]);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Confirm");
  await page.keyboard.press("Enter");
  await page.getByText("Operation Complete").waitFor();
  await page.waitForLoadState();
  expect(new URL(page.url()).search).toBe("?sortField=username");
  expect(await waiting()).toEqual(["anna", "carl"]);
  expect(await page.getByRole("rowheader").getByRole("link").allTextContents()).toEqual(["anna", "carl"]);
  expect(await page.textContent("poll-badge")).toBe("2");
});

test("all agents of the page can be selected and approved together [APPROVE-04, ERR-39, WIDGET-09]", async () => {
  const page = await signedInPage();
  await page.goto(PATH);
  await page.getByLabel("Select all").check();
  await page.getByLabel("carl").uncheck();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page
    .getByRole("dialog", { name: "Are you sure to approve selected agents?" })
    .getByRole("button", { name: "Confirm" })
    .click();
  await page.getByText("Operation Complete").waitFor();
  await page.waitForLoadState();
  expect(await waiting()).toEqual(["carl"]);
});
