import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { type DemoAccount, screens, visitorOf } from "./screens";

const { server } = aScreenWorld({ demo: true });

const PHONE = 390;
/** Height of a phone's window above the entries under the thumb. */
const FOLD = 844 - 56;

async function opened(path: string, as: DemoAccount | undefined, width = 1280): Promise<Page> {
  const { page } = await aBrowser({ ...(await visitorOf(server.url, as)), baseURL: server.url, width });
  const sheet = await page();
  await sheet.goto(path);
  const alert = sheet.locator("dialog[open] button");
  if ((await alert.count()) > 0) await alert.first().click();
  return sheet;
}

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;
const addressOf = (route: string) => screens.find((screen) => screen.route === route)!.path;

test("on a phone an agent can copy their best link without scrolling", async () => {
  const page = await opened("/app/home", "agent", PHONE);
  const { y, height } = await boxOf(page, "[aria-labelledby=best-links] copy-button");
  expect(y + height).toBeLessThan(FOLD);
});

test("on a phone the button that copies a link takes most of its line", async () => {
  const page = await opened("/app/links/all", "agent", PHONE);
  expect((await boxOf(page, ".copy .primary")).width).toBeGreaterThan(0.7 * (PHONE - 32));
});

test("on a phone the payout of each sale is at the right edge of its card, above the other figures", async () => {
  const page = await opened("/app/logs/sale-logs?recordType=0", "super", PHONE);
  const cards = await page.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const payout = row.querySelector("td[data-l=Payout]")!.getBoundingClientRect();
      const labelled = [...row.querySelectorAll("td[data-l]")].map((cell) => cell.getBoundingClientRect());
      const shown = labelled.filter(({ width }) => width > 0);
      const highest = Math.min(...shown.map(({ top }) => top));
      const toEdge = row.getBoundingClientRect().right - payout.right;
      return { isAtEdge: toEdge < 20, below: payout.top - highest, hasOthers: shown.length > 3 };
    }),
  );
  expect(cards.length).toBeGreaterThan(2);
  expect(new Set(cards.map((card) => JSON.stringify(card)))).toEqual(
    new Set([JSON.stringify({ isAtEdge: true, below: 0, hasOthers: true })]),
  );
});

test.each([PHONE, 1280])("at %i px a command to copy is shown to its end", async (width) => {
  const page = await opened("/app/sites/1/secrets", "super", width);
  const cut = await page
    .locator("[aria-labelledby=postback] .copy > :first-child")
    .evaluateAll((fields) =>
      fields.map((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight),
    );
  expect(cut).toEqual([false, false, false, false, false, false]);
});

test.each([
  ["/app/profile", "manager"],
  ["/app/offices/create", "super"],
] as const)("Must Read on %s is a field of a few lines, as high as its editor", async (path, as) => {
  const page = await opened(path, as);
  const before = (await boxOf(page, "x-editor")).height;
  expect(before).toBeLessThan(250);
  await page.focus("x-editor textarea");
  await page.waitForSelector(".ql-editor");
  expect(Math.abs((await boxOf(page, "x-editor")).height - before)).toBeLessThanOrEqual(2);
});

test.each([1280, 390])(
  "the total to pay is in sight from the start; while an account is ticked, what holds it back takes its place (%s px)",
  async (width) => {
    const page = await opened(addressOf("app.stats.pay-periods_.pay.$id"), "super", width);
    const [pay, reason] = [page.locator(".pay-bar .primary"), page.getByLabel("Reason")];
    const boxes = async () => [
      await boxOf(page, ".pay-bar"),
      await boxOf(page, "tbody tr:first-child"),
      await page.evaluate(() => document.documentElement.scrollHeight),
    ];
    const before = await boxes();
    expect((await boxOf(page, ".pay-bar")).y).toBeLessThan(page.viewportSize()!.height);
    expect([await pay.isVisible(), await reason.isVisible()]).toEqual([true, false]);
    const tick = page.locator("tbody .pick input").first();
    await tick.check();
    expect([await pay.isVisible(), await reason.isVisible()]).toEqual([false, true]);
    expect(await boxes()).toEqual(before);
    await reason.fill("No documents");
    await reason.press("Enter");
    await page.getByText("The payments are held back.").waitFor();
    expect([await pay.isVisible(), await reason.isVisible()]).toEqual([true, false]);
    await page.getByRole("button", { name: /^Release/ }).click();
    await page.getByText("The payments are released.").waitFor();
  },
);

test("closing is in sight with its total, and ticking all rows counts each once", async () => {
  const page = await opened(addressOf("app.stats.pay-periods_.close.$id"), "super");
  expect(await page.locator(".pay-bar .primary").isVisible()).toBe(true);
  await page.goto("/app/unapprove");
  await page.locator("thead .pick input").check();
  const rows = await page.locator("tbody .pick :checked").count();
  // A number that the style sheet counts is known to the browser's tree for screen readers only.
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const nameOf = (id?: string) => String(nodes.find(({ nodeId }) => nodeId === id)?.name?.value ?? "");
  const lines = nodes.map(({ childIds = [] }) => childIds.map(nameOf).join(""));
  expect(lines.filter((line) => /^\d+ selected/.test(line)).map((line) => parseInt(line, 10))).toContain(rows);
});

test("a message under a tick keeps its line once the tick is set, so that no button moves from under the pointer", async () => {
  const browser = await aBrowser({ ...(await visitorOf(server.url, "super")), baseURL: server.url, width: 1280 });
  browser.expected(/422/);
  const page = await browser.page();
  await page.goto("/app/settings/black-list-ip/create");
  await page.locator("textarea").first().fill("12.0.0.0/8");
  await page.getByRole("button", { name: "Confirm" }).click();
  const tick = page.locator("form :is(.tick, fieldset):has(.error:not(:empty)) input[type=checkbox]").first();
  await tick.check();
  const top = () => page.locator("form .primary").evaluate((one) => one.getBoundingClientRect().y + scrollY);
  const before = await top();
  await tick.blur();
  expect(await page.locator("form .error:not(:empty)").count()).toBe(0);
  expect(await top()).toBe(before);
});

test("the menu of the only row of a list is inside its frame", async () => {
  const page = await opened("/app/agents?search=agent&active=1", "super");
  await page.locator("tbody tr:last-child .drop > summary").click();
  const menu = await boxOf(page, "tbody tr:last-child .menu");
  const frame = await boxOf(page, ".frame");
  expect(menu.y + menu.height).toBeLessThan(frame.y + frame.height);
});

test.each(["/app/agents", "/app/offices/offices", "/app/unapprove"])(
  "on a tablet the acts of a row of %s are on one line, and cover no state beside them",
  async (path) => {
    const page = await opened(path, "super", 820);
    const rows = await page.locator("tbody tr").evaluateAll((all) =>
      all.map((row) => {
        const acts = row.querySelector(".row-acts")!;
        const tops = [...acts.querySelectorAll(".act, .quiet > button")].map((one) => one.getBoundingClientRect().y);
        const state = row.querySelector("td > .pill, td > [data-status]")?.getBoundingClientRect().right ?? 0;
        return { lines: new Set(tops.map(Math.round)).size, covered: state > acts.getBoundingClientRect().x };
      }),
    );
    expect(new Set(rows.map(({ lines }) => lines))).toEqual(new Set([1]));
    if (path === "/app/agents") expect(rows.filter(({ covered }) => covered)).toEqual([]);
  },
);

test("the filters of Office Performance are one row, and its days open over the page", async () => {
  const page = await opened("/app/stats/office-performance", "super");
  const before = await boxOf(page, ".criteria");
  expect(before.height).toBeLessThan(60);
  await page.getByText("More filters").click();
  expect(await page.locator("#q-start1").isVisible()).toBe(true);
  expect(await page.getByText("Period 2", { exact: true }).isVisible()).toBe(true);
  expect(await boxOf(page, ".criteria")).toEqual(before);
});

test.each([PHONE, 820, 1280])("at %i px the menu of the search page is where it is on other pages", async (width) => {
  const page = await opened("/app/home", "super", width);
  const places = () =>
    page
      .locator(".bar :is(.brand, .fold, .menus a)")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const before = await places();
  await page.goto("/app/search");
  expect(await places()).toEqual(before);
});

test("on a narrow phone the figures of a ranking are 11 px high at least", async () => {
  const page = await opened("/app/home", "super", 320);
  const sizes = await page.locator(".rank .num").evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
  expect(new Set(sizes)).toEqual(new Set(["11px"]));
});

test("the payments of a site's offices have one row of tabs", async () => {
  const page = await opened("/app/sites/company-fees?siteId=1&typeId=1", "super");
  expect(await page.locator("main nav.tabs").count()).toBe(1);
});

test("prices to try are one form with a heading for each kind", async () => {
  const page = await opened("/app/sites/1/types/1/what-if", "super");
  expect(await page.locator("main form[role=search] legend.caption").allTextContents()).toEqual([
    ...["Usual price", "Countries", "Offices"],
  ]);
});

test("the button of the sign-in has the colour of its act before anything is typed", async () => {
  const page = await opened("/login", undefined);
  const colour = () => page.locator(".primary").evaluate((one) => getComputedStyle(one).backgroundColor);
  const before = await colour();
  expect(await page.locator(".primary").isDisabled()).toBe(true);
  await page.locator(".primary").evaluate((one) => one.removeAttribute("disabled"));
  expect(await colour()).toBe(before);
});

test.each([
  ["/app/profile", false],
  ["/app/profile/payout", true],
  ["/app/profile/two-step", false],
  ["/app/profile/sessions", true],
])("%s names the time zone if it shows times: %s", async (path, expected) => {
  const page = await opened(path, "agent");
  expect((await page.locator("main").innerText()).includes("Times are in")).toBe(expected);
});
