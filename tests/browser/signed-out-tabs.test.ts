import type { Page } from "playwright";
import { expect, test } from "vitest";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aBrowser, signInAs } from "../world/browser";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { PASSWORD } from "../world/shared";
import { signedIn } from "../world/visitor";

const { server } = aScreenWorld({}, async () => {
  await aSuperadmin({ username: "boss" });
  await anAgent({ username: "ann", office: await anOffice({ username: "man", officeName: "North" }) });
});

/** Two tabs of one browser in which the boss is signed in. */
async function twoTabs(path: string): Promise<[Page, Page]> {
  const { context, page, allowed } = await aBrowser({ baseURL: server.url });
  // A poll between the sign-out and the next page.
  allowed(/401/);
  await signInAs(context, await signedIn(server.url, "boss"), server.url);
  const [one, other] = [await page(), await page()];
  await other.goto(path);
  await one.goto("/app/home");
  return [one, other];
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
}

test("after a sign-out another tab shows the sign-in, and comes back to its page [AUTH-19, AUTH-34, TRUST-16]", async () => {
  const [one, other] = await twoTabs("/app/agents?q=ann");
  await expect.poll(() => other.content()).toContain("North");
  await signOut(one);
  await other.waitForURL(/\/login\?/);
  expect(new URL(other.url()).searchParams.get("returnUrl")).toBe("/app/agents?q=ann");
  expect(await other.content()).not.toContain("North");
});

test("what was typed in another tab is kept for its owner, and not saved [AUTH-34]", async () => {
  const [one, other] = await twoTabs("/app/admins/create");
  await other.getByLabel("Username").fill("newcomer");
  await signOut(one);
  await other.waitForURL(/\/login\?.*kept/);
  await other.getByLabel("Username").fill("boss");
  await other.getByLabel("Password").fill(PASSWORD);
  await other.getByRole("button", { name: "Log in" }).click();
  await other.waitForURL(/\/app\/admins\/create\?kept=/);
  expect(await other.getByLabel("Username").inputValue()).toBe("newcomer");
  expect(await db.rows`SELECT 1 FROM accounts WHERE username = 'newcomer'`).toEqual([]);
});

test("a form that its page posts by itself is never saved, if there is a session after all", async () => {
  const boss = await signedIn(server.url, "boss");
  const fields = { username: "newcomer", email: "n@example.org", password: "a-good-password" };
  const sent = { ...fields, passwordConfirm: fields.password, leaving: "" };
  const visit = await boss.post("/app/admins/create", sent);
  expect([visit.status, visit.headers.get("location")]).toEqual([302, "/app/admins/create"]);
  expect(await db.rows`SELECT 1 FROM accounts WHERE username = 'newcomer'`).toEqual([]);
});

test("a sign-in in another tab leaves the others as they are", async () => {
  const [one, other] = await twoTabs("/app/admins/create");
  await other.getByLabel("Username").fill("newcomer");
  await one.goto("/app/agents");
  expect(await other.getByLabel("Username").inputValue()).toBe("newcomer");
});
