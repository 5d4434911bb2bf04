import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { visitorOf } from "./screens";

const { server } = aScreenWorld({ demo: true });

test("/ moves the cursor to the search, except while a text is typed, and Enter searches", async () => {
  const browser = await aBrowser({ baseURL: server.url, ...(await visitorOf(server.url, "admin")) });
  const page = await browser.page();
  await page.goto("/app/agents/create");
  const field = page.locator("[name=firstName]");
  await field.focus();
  await page.keyboard.type("a/b");
  expect(await field.inputValue()).toBe("a/b");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await search.inputValue()).toBe("");
  await page.keyboard.type("agent");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Search" }).waitFor();
  await page.getByRole("link", { name: "agent", exact: true }).waitFor();
});
