import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { DEMO_PASSWORD, visitorOf } from "./screens";

/** The places of notices, summaries and the focus after a form was sent. */

const { server } = aScreenWorld({ demo: true });

async function opened(path: string, options: { width?: number; javaScript?: boolean } = {}) {
  const browser = await aBrowser({ ...(await visitorOf(server.url, "super")), baseURL: server.url, ...options });
  const page = await browser.page();
  await page.goto(path);
  return { ...browser, sheet: page };
}

/** Presses a button that posts, and gives the password if the page asks for it. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  const asked = page.locator("dialog[open] button.primary");
  if ((await asked.count()) > 0) await asked.click();
  await page.waitForLoadState();
  if ((await page.locator("[name=carried]").count()) === 0) return;
  await page.fill("[name=password]", DEMO_PASSWORD);
  await page.locator("main form .primary").click();
  await page.waitForLoadState();
}

test.each([390, 1280])(
  "without scripts, the notice of a saved row is in sight although the page begins further down, %i px wide",
  async (width) => {
    const { sheet } = await opened("/app/agents?pageSize=100", { width, javaScript: false });
    await sheet.getByRole("link", { name: "Edit" }).nth(60).click();
    await sheet.locator("main form .acts .primary").click();
    await sheet.waitForURL(/#r\d+$/);
    const places = await sheet.evaluate(() => {
      const { top, bottom } = document.querySelector(".toast")!.getBoundingClientRect();
      return { scrolled: scrollY > innerHeight, inSight: top > 0 && bottom < innerHeight };
    });
    expect(places).toEqual({ scrolled: true, inSight: true });
  },
);

test.each([
  [390, "/app/sites/1/secrets", "Create link"],
  [1280, "/app/sites/1/secrets", "Create link"],
  [1280, "/app/profile/tokens", "Create token"],
])("at %i px on %s the notice of '%s' covers no button that copies what was made", async (width, path, name) => {
  const { sheet, allowed } = await opened(path, { width });
  allowed(/403/);
  const again = sheet.getByRole("button", { name: "Replace link", exact: true });
  await press(sheet, (await again.count()) > 0 ? "Replace link" : name);
  await sheet.locator(".toast").waitFor();
  const covered = await sheet.evaluate(() => {
    const notice = document.querySelector(".toast")!.getBoundingClientRect();
    return [...document.querySelectorAll("main .notice copy-button")].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top;
    });
  });
  expect(covered).toEqual([false]);
});

test.each([true, false])(
  "a refused form is read from its summary, although the address led to one of its fields; scripts: %s",
  async (javaScript) => {
    const { sheet, expected } = await opened("/app/agents/create#form-email", { javaScript });
    expected(/422/);
    const primary = sheet.locator("main form .acts .primary");
    const send = async () => {
      const answer = sheet.waitForResponse((one) => one.request().method() === "POST");
      // Scripts keep the button disabled while the browser finds the form invalid, and check it again after a moment.
      if (javaScript) await primary.evaluate((button: HTMLButtonElement) => button.form!.requestSubmit());
      else await primary.click();
      await answer;
      await sheet.waitForLoadState();
    };
    await send();
    await sheet.locator(".failure a").last().click();
    await send();
    const summary = sheet.locator(".failure");
    if (javaScript) await expect.poll(() => summary.evaluate((one) => one === document.activeElement)).toBe(true);
    const { y, height } = (await summary.boundingBox())!;
    expect([y > 0, y + height < 800, new URL(sheet.url()).hash]).toEqual([true, true, ""]);
  },
);
