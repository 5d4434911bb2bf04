import type { Page } from "playwright";
import { expect, test } from "vitest";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { payoutHints } from "../../server/trade/periods";
import { theWeek } from "../reports/the-week";
import { aBrowser } from "../world/browser";
import { signedIn } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/stats/office-performance";
const WEEKS = "start1=2026-03-06&end1=2026-03-07&start2=2026-03-08&end2=2026-03-09";

const { server } = aScreenWorld({}, async () => {
  await theWeek({ password: PASSWORD });
});

async function opened(query = "", width = 1280): Promise<Page> {
  const { page } = await aBrowser({ as: await signedIn(server.url, "adm"), baseURL: server.url, width });
  const sheet = await page();
  await sheet.goto(`${PATH}?${query}`);
  if (width < 720) await sheet.locator(".filters > summary").click();
  await sheet.getByText("More filters").click();
  await sheet.focus("#q-start1");
  await sheet.waitForSelector("x-periods[data-state=ready]");
  return sheet;
}

const days = (page: Page) =>
  Promise.all(["start1", "end1", "start2", "end2"].map((name) => page.inputValue(`#q-${name}`)));

test("a payout period sets both ranges, and picked ranges select their period or none [PERF-07, PERF-08, PERF-09, WIDGET-24]", async () => {
  const page = await opened();
  const [running, last, one] = payoutHints(dayOf(now()));
  await page.selectOption("#q-hint", { label: running!.label });
  expect(await days(page)).toEqual([last!.start, last!.end, running!.start, running!.end]);
  await page.fill("#q-start1", one!.start);
  expect(await page.inputValue("#q-hint")).toBe("");
  await page.fill("#q-end1", one!.end);
  await page.fill("#q-start2", last!.start);
  await page.fill("#q-end2", last!.end);
  await page.locator("#q-end2").blur();
  expect(await page.inputValue("#q-hint")).toBe(`${last!.start},${last!.end},beWeek`);
  await page.fill("#q-end2", "2001-01-01");
  await page.locator("#q-end2").blur();
  expect(await page.locator("#q-end2-error").textContent()).toBe("Date Range is not valid");
});

test.each([
  ["with other days", (page: Page) => page.fill("#q-start1", "2026-03-05"), /start1=2026-03-05/],
  ["without a touched field", () => Promise.resolve(), /start1=.*end2=/],
])("a new search %s removes the previous table [PERF-06]", async (_, change, address) => {
  const page = await opened(WEEKS);
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.evaluate(() =>
    window.addEventListener("pagehide", () => {
      const table = document.querySelector<HTMLElement>("[data-result]");
      sessionStorage.setItem("tall", String(table?.offsetHeight));
    }),
  );
  await change(page);
  await page.getByRole("button", { name: "Load statistics" }).click();
  await page.waitForURL(address);
  expect(await page.evaluate(() => sessionStorage.getItem("tall"))).toBe("0");
  await page.goBack();
  await expect.poll(() => page.locator("[data-result]").isVisible()).toBe(true);
});

test.each([390, 320])(
  "on a phone of %i px the filters are one line, and the periods have the same frame",
  async (width) => {
    const page = await opened(WEEKS, width);
    const frames = page.locator("x-periods fieldset");
    const [one, two] = [await frames.nth(0).boundingBox(), await frames.nth(1).boundingBox()];
    expect([one?.x, one?.width, one?.height]).toEqual([two?.x, two?.width, two?.height]);
    const days = await Promise.all(
      ["start1", "end1", "start2", "end2"].map((name) => page.locator(`#q-${name}`).boundingBox()),
    );
    expect([days[0]?.x, days[1]?.x]).toEqual([days[2]?.x, days[3]?.x]);
    await page.getByText("More filters").click();
    await page.locator(".filters > summary").click();
    const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height;
    expect(await heightOf(".filters > summary")).toBe(await heightOf(".head .acts > :first-child"));
  },
);
