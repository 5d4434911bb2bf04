import { expect, test } from "vitest";
import { aSuperadmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { violations } from "./violations";

const LIST = "/app/offices/domains";
const LAST = "Need at least one active domain";

const { server, as } = aScreenWorld({ people: ["sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  const long = `https://${"a".repeat(60)}.${"b".repeat(60)}.example`;
  await db.run`INSERT INTO domains (domain, hidden) VALUES ('https://a.example', false), (${long}, true)`;
});
const visitor = as("sup");

async function open(path: string, width = 1280) {
  const { page, expected } = await aBrowser({ as: visitor, baseURL: server.url, width });
  const opened = await page();
  await opened.emulateMedia({ reducedMotion: "reduce" });
  await opened.goto(path);
  return { page: opened, expected };
}

test("hiding the last active domain by keyboard opens an info dialog with OK only [DOMAIN-12, ERR-17, WIDGET-13]", async () => {
  const { page } = await open(LIST);
  const act = page.getByRole("button", { name: "Hide https://a.example" });
  await act.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: LAST });
  await dialog.waitFor();
  expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["OK"]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await act.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(page.url()).toBe(server.url + LIST);
});

test("the second of two people who each hide one of two domains gets a dialog in the list, and Escape closes it [DOMAIN-12, DOMAIN-13]", async () => {
  await db.run`UPDATE domains SET hidden = false`;
  const { page, expected } = await open(LIST);
  await page.getByRole("button", { name: "Hide https://a.example" }).click();
  const question = page.getByRole("dialog", { name: "Are you sure to hide domain?" });
  await question.waitFor();
  await db.run`UPDATE domains SET hidden = true WHERE domain <> 'https://a.example'`;
  await question.getByRole("button", { name: "Confirm" }).click();
  const told = page.getByRole("dialog", { name: LAST });
  await told.waitFor();
  // The dialog becomes modal through its script.
  await page.waitForLoadState();
  await page.keyboard.press("Escape");
  await told.waitFor({ state: "hidden" });
  await page.getByRole("row", { name: /https:\/\/a\.example Activated/ }).waitFor();
  const domain = await db.row<{ hidden: boolean }>`SELECT hidden FROM domains WHERE domain = 'https://a.example'`;
  expect(domain?.hidden).toBe(false);
  // The browser itself logs the refusal.
  expected(/422/);
});

test("the list and its form fit 320 pixels with the longest domain names [DOMAIN-02, DOMAIN-04]", async () => {
  for (const path of [LIST, `${LIST}/2`, `${LIST}/create`, `${LIST}/confirm?intent=activate&ids=2`]) {
    const { page } = await open(path, 320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    expect(await violations(page), path).toEqual([]);
  }
});
