import type { Page } from "playwright";
import { expect, test } from "vitest";
import { charts as texts } from "~/components/charts/texts";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { theWeek } from "../reports/the-week";
import { aSale } from "../world/builders";
import { aBrowser } from "../world/browser";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { sideways, violations } from "./violations";

const DAYS = "/app/stats/office-performance-chart?period=2026-03-05,2026-03-10,day";
/** Maximum width of a column, in pixels. */
const WIDEST = 39;

const { server, as } = aScreenWorld({ people: ["man"] }, async () => {
  const { ada, quick } = await theWeek({ password: PASSWORD });
  for (let sold = 0; sold < 2; sold++) await aSale({ agent: ada, type: quick, at: now() });
});
const manager = as("man");

async function opened(options: { javaScript?: boolean; width?: number; path?: string } = {}) {
  const browser = await aBrowser({ as: manager, baseURL: server.url, ...options });
  const page = await browser.page();
  const sent: { url: URL; bytes: number }[] = [];
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url?.startsWith("http")) sent.push({ url: new URL(url), bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  await page.goto(options.path ?? DAYS);
  return { ...browser, page, sent };
}

const press = (page: Page, name: RegExp | string) => page.getByRole("button", { name }).press("Enter");
const widths = (page: Page, columns: string) =>
  page.locator(columns).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
const PLOTTED = ".interactive .bars .point path";

test("the interactive chart loads only on its button, has the size that the button states, and contacts no other host [CHART-03, CHART-06]", async () => {
  const { page, sent } = await opened();
  const scripts = () => sent.filter(({ url }) => url.pathname.endsWith(".js"));
  expect(scripts()).toHaveLength(1);
  const before = sent.length;
  const button = page.getByRole("button", { name: `${texts.interactive} (${texts.size})` });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(PLOTTED, { state: "attached" });
  await expect.poll(() => scripts().length).toBe(3);
  // On a first visit the browser may request the page's icon at any time.
  const loaded = sent.slice(before).filter(({ url }) => url.pathname !== "/favicon.svg");
  expect(loaded.map(({ url }) => url.pathname.replace(/-[^-]*$/, "")).sort()).toEqual([
    "/assets/chart",
    "/assets/react",
  ]);
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0);
  expect(texts.size).toBe(`${Math.round(bytes / 1024 / 10) * 10} KB`);
  expect(bytes).toBeLessThanOrEqual(360 * 1024);
  expect(new Set(sent.map(({ url }) => url.origin))).toEqual(new Set([server.url]));
  await expect.poll(() => page.locator(".interactive .scatterlayer .point").count()).toBe(5);
  expect(await page.locator(".drawing").first().isVisible()).toBe(false);
  expect(await page.locator(".interactive .g-y2title").textContent()).toBe("Progress");
  expect(await page.locator(".interactive .g-xtitle").textContent()).toBe("Daily");
  expect(await violations(page)).toEqual([]);
});

test("a column of a period still running is marked by pattern and by text, and compared with the same days [CHART-03]", async () => {
  const { page } = await opened({
    path: `/app/stats/office-performance-chart?period=2026-03-01,${dayOf(now())},month`,
  });
  await press(page, /^Interactive chart/);
  await page.waitForSelector(PLOTTED, { state: "attached" });
  const legend = page.locator(".interactive .legendtext");
  expect(await legend.allTextContents()).toEqual([texts.sales, texts.incomplete, texts.progress]);
  // March has four sales and today two; days without sales have no column.
  const columns = await page.locator(".interactive .barlayer .trace.bars").all();
  const drawn = async (trace = columns[0]!) =>
    trace
      .locator(".point path")
      .evaluateAll((all) => all.filter((one) => (one as SVGPathElement).getBBox().height > 0).length);
  expect([columns.length, await drawn(columns[0]), await drawn(columns[1])]).toEqual([2, 1, 1]);
  // March rose, April fell, and the running month rose over the same days of the month before.
  await expect.poll(() => page.locator(".interactive .scatterlayer .point").count()).toBe(3);
  expect(await violations(page)).toEqual([]);
});

test("columns stay within 39 pixels at every zoom, and the same button closes the chart [CHART-06]", async () => {
  const { page } = await opened();
  await press(page, /^Interactive chart/);
  await page.waitForSelector(PLOTTED, { state: "attached" });
  for (let times = 0; times < 2; times++) {
    await page.locator('.interactive [data-attr="zoom"][data-val="in"]').dispatchEvent("click");
    await expect.poll(async () => Math.max(...(await widths(page, PLOTTED)))).toBeLessThanOrEqual(WIDEST + 1);
  }
  const button = page.getByRole("button", { name: "Plain chart" });
  await button.focus();
  await page.keyboard.press("Enter");
  expect(await page.locator(".interactive").count()).toBe(0);
  expect(await page.locator(".drawing").first().isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Interactive chart");
  await page.keyboard.press("Enter");
  await page.waitForSelector(PLOTTED, { state: "attached" });
});

test("a chart that fails to load keeps the drawing, reports the failure and can be retried", async () => {
  const { page, context, expected } = await opened();
  await context.route(/\/assets\/chart-/, (route) => route.abort());
  await press(page, /^Interactive chart/);
  await page.waitForSelector("x-chart[data-state=failed]");
  expect(await page.locator("toast-stack").textContent()).toContain("The server did not answer.");
  expect(await page.locator(".drawing").first().isVisible()).toBe(true);
  expect(await page.locator("x-chart .loading").first().isVisible()).toBe(false);
  expected(/ERR_FAILED/);
  await context.unroute(/\/assets\/chart-/);
  await press(page, /^Interactive chart/);
  await page.waitForSelector(PLOTTED, { state: "attached" });
});

test.each([320, 1280])(
  "at %i px the figures of a point have a line of their own below the title and move nothing",
  async (width) => {
    const { page } = await opened({ javaScript: false, width });
    const chart = page.locator(".chart").first();
    const points = chart.locator(".at li");
    await points.first().scrollIntoViewIfNeeded();
    const area = await chart.locator(".area").boundingBox();
    const header = (await chart.locator("header").boundingBox())!;
    for (const point of [points.first(), points.nth(3), points.last()]) {
      await point.hover();
      const box = (await point.locator("p").boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
      expect(box.y + box.height).toBeLessThanOrEqual(area!.y);
      expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
      expect(await chart.locator(".area").boundingBox()).toEqual(area);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    }
  },
);

test("beside a tall list, and in a wide card, the chart of Home keeps its height and is above its legend", async () => {
  const { page } = await opened({ javaScript: false, width: 1280, path: "/app/home" });
  const chart = page.locator(".chart");
  const heightOf = async (selector: string) => (await chart.locator(selector).boundingBox())!.height;
  await chart.evaluate((card: HTMLElement) => (card.style.minHeight = "60rem"));
  const card = (await chart.boundingBox())!;
  expect(card.height).toBeGreaterThan(900);
  expect(await heightOf(".plot")).toBe(320);
  const footer = (await chart.locator("footer").boundingBox())!;
  expect(footer.y + footer.height - card.y).toBeLessThan(440);
  await chart.evaluate((one: HTMLElement) => (one.style.width = "64rem"));
  expect(await heightOf(".plot")).toBe(320);
  const area = (await chart.locator(".area").boundingBox())!;
  expect(area.y + area.height).toBeLessThan((await chart.locator("footer").boundingBox())!.y);
});

test("without scripts there is only the drawing, with columns of at most 39 pixels, and a table of the numbers [CHART-06]", async () => {
  const { page } = await opened({ javaScript: false, width: 1440 });
  expect(await page.getByRole("button", { name: /Interactive/ }).isVisible()).toBe(false);
  expect(await page.locator(".drawing [role=group]").first().isVisible()).toBe(true);
  for (const width of [320, 720, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    const drawn = await page.locator(".drawing").first().boundingBox();
    expect(drawn?.width).toBeLessThanOrEqual(768);
    const drawings = await page.locator(".drawing svg").evaluateAll((all) =>
      all.map((svg) => ({
        paths: [...svg.querySelectorAll(".columns, .part")].map((path) => path.getAttribute("d") ?? ""),
        scale: svg.getBoundingClientRect().width / 600,
      })),
    );
    for (const { paths, scale } of drawings)
      for (const column of paths.flatMap((path) => path.split("z").filter(Boolean))) {
        const round = column.includes("q") ? 3 : 0;
        expect((Number(/h([\d.]+)/.exec(column)?.[1]) + 2 * round) * scale).toBeLessThanOrEqual(WIDEST);
      }
  }
  await page.locator("x-chart summary").click();
  expect(await page.locator("x-chart tbody tr").count()).toBe(6);
});
