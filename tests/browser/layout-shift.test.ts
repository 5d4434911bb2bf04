import { createCookie } from "@remix-run/node";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser, type TestBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { accounts, type Screen, screens, visitorOf } from "./screens";

const { server } = aScreenWorld({ demo: true });

/** The most that a page may move while it loads, as Chromium counts it (cumulative layout shift). */
const MOST = 0.01;
const WIDTHS = [390, 1280];

type Shifts = { total: number; moved: string[] };
/** Beside the shifts, the paths of scripts that the HTML of the page did not name. */
type Load = Shifts & { unnamed: string[] };
declare global {
  interface Window {
    shifts: Shifts;
    /** Resolves two frames after the page was painted without its scripts, with the paths of those that it names. */
    painted(): Promise<string[]>;
    /** Resolves two frames after everything has been loaded. */
    loaded(hasIsland: boolean): Promise<Shifts>;
    twoFrames(): Promise<void>;
  }
}

/** Runs in the page before its own scripts. Also counts shifts right after an input, unlike Chromium's own sum. */
function watch(): void {
  type Shift = PerformanceEntry & {
    value: number;
    sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  window.shifts = { total: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      window.shifts.total += value;
      for (const { node, previousRect, currentRect } of sources) {
        const name = node ? `${node.nodeName} ${node.className ?? ""}` : "gone";
        window.shifts.moved.push(
          `${name} ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y} (${value.toFixed(4)})`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });

  const frame = () => new Promise(requestAnimationFrame);
  const until = async (condition: () => boolean) => {
    while (!condition()) await frame();
  };
  // After these what has been laid out is painted, and its shifts are reported.
  window.twoFrames = async () => {
    await frame();
    await frame();
    await new Promise((done) => setTimeout(done));
  };
  window.painted = async () => {
    const paints = () => performance.getEntriesByName("first-contentful-paint").length;
    await until(() => document.readyState !== "loading" && paints() > 0);
    await window.twoFrames();
    const scripts = document.querySelectorAll<HTMLScriptElement>("script[src]");
    return [...scripts].map(({ src }) => new URL(src).pathname);
  };
  window.loaded = async (hasIsland) => {
    const isReady = () => !hasIsland || document.querySelector("[data-state=ready]") !== null;
    await until(() => document.readyState === "complete" && isReady());
    await window.twoFrames();
    return window.shifts;
  };
}

type SlowLine = (screen: Pick<Screen, "path" | "island">) => Promise<Load>;

/** Opens pages on a line that delivers scripts only when the page has been painted without them. */
async function aSlowLine(tab: Page): Promise<SlowLine> {
  const session = await tab.context().newCDPSession(tab);
  let painted = Promise.resolve();
  let requested: string[] = [];
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    requested.push(new URL(request.url).pathname);
    void painted.then(() => session.send("Fetch.continueRequest", { requestId }));
  });
  // A script in the cache would not be requested, so it could not be delayed.
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/assets/*.js" }] });
  return async ({ path, island }) => {
    let release = () => {};
    painted = new Promise((done) => (release = done));
    requested = [];
    await tab.goto(path, { waitUntil: "commit" });
    const named = await tab.evaluate(() => window.painted());
    await expect.poll(() => requested, { message: path }).toEqual(named);
    release();
    const shifts = await tab.evaluate((hasIsland) => window.loaded(hasIsland), island !== undefined);
    return { ...shifts, unnamed: requested.filter((one) => !named.includes(one)) };
  };
}

async function opened(options: Parameters<typeof aBrowser>[0]): Promise<TestBrowser & { tab: Page }> {
  const browser = await aBrowser({ ...options, baseURL: server.url });
  await browser.context.addInitScript(watch);
  return { ...browser, tab: await browser.page() };
}

test("a page 390 or 1280 px wide does not move when its script comes late, so that an early tap hits what it was meant for, and loads no script that it does not name", async () => {
  const wrong: string[] = [];
  for (const account of accounts) {
    const visitor = await visitorOf(server.url, account);
    await Promise.all(
      WIDTHS.map(async (width) => {
        const { tab, expected } = await opened({ ...visitor, width });
        const open = await aSlowLine(tab);
        // Each screen once: for the first account that may open it.
        for (const screen of screens.filter(({ accounts: [first] }) => first === account)) {
          if (screen.status) expected(new RegExp(String(screen.status)));
          const { total, moved, unnamed } = await open(screen);
          if (total >= MOST) wrong.push(`${screen.path} at ${width} px: ${total.toFixed(4)}\n  ${moved.join("\n  ")}`);
          if (!screen.island && unnamed.length > 0) wrong.push(`${screen.path} loads ${unnamed.join()}`);
        }
        await tab.close();
      }),
    );
  }
  expect(wrong.join("\n")).toBe("");
}, 3_600_000);

test("a wide table that arrives in pieces is painted when it is whole, so that its columns do not move", async () => {
  const { tab, context } = await opened({ ...(await visitorOf(server.url, "super")), width: 1280 });
  await tab.goto("/app/home");
  const line = await context.newCDPSession(tab);
  const thin = { offline: false, latency: 100, downloadThroughput: 3_000, uploadThroughput: 50_000 };
  await line.send("Network.emulateNetworkConditions", thin);
  await tab.goto("/app/stats/sites-payout?groupBy=agent");
  await tab.evaluate(() => window.twoFrames());
  const { total, moved } = await tab.evaluate(() => window.shifts);
  expect(await tab.locator("tbody tr").count()).toBeGreaterThan(10);
  expect(total, moved.join("\n")).toBeLessThan(MOST);
});

test.each(WIDTHS)("a notice does not move the page that it comes with, %i px wide [WIDGET-19]", async (width) => {
  const { tab, context } = await opened({ ...(await visitorOf(server.url, "manager")), width });
  const line = await createCookie("toast").serialize({
    type: "success",
    heading: "Success",
    body: "Operation Complete",
  });
  await context.addCookies([
    { name: "toast", value: line.slice("toast=".length).split(";")[0] ?? "", url: server.url },
  ]);
  const open = await aSlowLine(tab);
  const { total, moved } = await open({ path: "/app/agents" });
  expect(await tab.locator(".toast.success").count()).toBe(1);
  expect(total, moved.join("\n")).toBeLessThan(MOST);
});

/** On phones the filters of a report are collapsed until a press on the line that sums them up. */
async function unfold(tab: Page): Promise<void> {
  const closed = tab.locator(".filters:not([open]) > summary");
  if (await closed.isVisible()) await closed.click();
}

/** The painted positions of everything that can be pressed. */
const places = (page: Page) =>
  page.locator("main :is(a, button)").evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width];
    }),
  );

test.each(WIDTHS)(
  "a form that is sent says so without moving its buttons, %i px wide: a second tap hits no other [WIDGET-31, STAT-10]",
  async (width) => {
    const { tab } = await opened({ ...(await visitorOf(server.url, "super")), width });
    for (const path of ["/app/agents/edit/1", "/app/stats/sites"]) {
      await tab.goto(path);
      await unfold(tab);
      // Without content as its answer the page stays, and waits.
      await tab.route("**/app/**", (route) => route.fulfill({ status: 204 }));
      const before = await places(tab);
      await tab
        .locator("main form:has(.loading) .primary")
        .first()
        .evaluate((button: HTMLButtonElement) => button.click());
      await tab.locator(".loading").waitFor({ state: "visible" });
      expect(await places(tab), path).toEqual(before);
      await tab.unroute("**/app/**");
    }
  },
);

/** In reports the message of the server appears under its field, in the line reserved for it. */
test.each(WIDTHS)("a filter in error leaves the button where it was, %i px wide [STAT-08, ERR-05]", async (width) => {
  const { tab, allowed } = await opened({ ...(await visitorOf(server.url, "super")), width });
  allowed(/status of 4\d\d/);
  const report = "/app/stats/sites?groupBy=date&start=2026-11-01&end=2026-11-02";
  const button = () => tab.locator(".criteria .primary").boundingBox();
  await tab.goto(report);
  await unfold(tab);
  const before = await button();
  for (const wrong of ["&agentId=nobody-of-that-name", "&end=2026-10-01"]) {
    await tab.goto(report + wrong);
    expect(await tab.locator(".criteria .error:not(:empty)").count(), wrong).toBeGreaterThan(0);
    expect(await button(), wrong).toEqual(before);
  }
});
