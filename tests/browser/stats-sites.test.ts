import type { Page } from "playwright";
import { expect, test } from "vitest";
import { theWeek } from "../reports/the-week";
import { aSite } from "../world/builders";
import { aBrowser } from "../world/browser";
import { tableIn } from "../world/table";
import { signedIn } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const WEEK = "start=2026-03-06&end=2026-03-09";
let week: Awaited<ReturnType<typeof theWeek>>;

const { server } = aScreenWorld({}, async () => {
  week = await theWeek({ password: PASSWORD });
  await aSite({ sitename: "Zinc", types: [{ typename: "z2" }, { typename: "z1" }] });
});

async function opened(query: string, width?: number): Promise<Page> {
  const visitor = await signedIn(server.url, "adm");
  const { page } = await aBrowser({ as: visitor, baseURL: server.url, ...(width === undefined ? {} : { width }) });
  const sheet = await page();
  await sheet.goto(`/app/stats/sites?${query}`);
  return sheet;
}

const dates = async (page: Page) => [await page.inputValue("#q-start"), await page.inputValue("#q-end")];

test("a chosen hint sets both dates, and chosen dates select their hint or none [STAT-31]", async () => {
  const page = await opened(WEEK);
  await page.selectOption("#q-hint", { label: "Last month" });
  const chosen = await page.inputValue("#q-hint");
  expect(await dates(page)).toEqual(chosen.split(",").slice(0, 2));
  await page.fill("#q-start", "2026-03-06");
  await page.dispatchEvent("#q-start", "change");
  expect(await page.inputValue("#q-hint")).toBe("");
  const [start = "", end = ""] = chosen.split(",");
  await page.fill("#q-start", start);
  await page.fill("#q-end", end);
  await page.dispatchEvent("#q-end", "change");
  expect(await page.inputValue("#q-hint")).toBe(chosen);
  await page.getByRole("button", { name: "Load statistics" }).click();
  await page.waitForURL(/hint=/);
  expect([await dates(page), await page.inputValue("#q-hint")]).toEqual([[start, end], chosen]);
});

test("dates in the wrong order can be sent, and the response explains the error [STAT-08, WIDGET-27]", async () => {
  const page = await opened(WEEK);
  await page.fill("#q-start", "2026-03-10");
  const load = page.getByRole("button", { name: "Load statistics" });
  expect(await load.isEnabled()).toBe(true);
  await load.click();
  await page.waitForURL(/start=2026-03-10/);
  expect(await page.textContent("#q-start-error")).toBe("Date Range is not valid");
  expect(await dates(page)).toEqual(["2026-03-10", "2026-03-09"]);
});

test("a line announces a search in progress, and a second search is ignored [STAT-09, STAT-10]", async () => {
  const page = await opened(WEEK);
  let asked = 0;
  await page.route(/groupBy=agent/, async (route) => {
    asked += 1;
    await new Promise((later) => setTimeout(later, 500));
    await route.continue();
  });
  expect(await page.isVisible(".loading")).toBe(false);
  await page.check("input[value=agent]");
  // A page that is being unloaded cannot be queried, so it records what it shows.
  await page.evaluate(() => {
    const line = document.querySelector<HTMLElement>(".loading");
    const write = () => {
      const button = document.querySelector<HTMLButtonElement>("form.criteria button.primary");
      const shown = { text: line?.innerText, tall: (line?.offsetHeight ?? 0) > 0, waits: button?.disabled };
      sessionStorage.setItem("shown", JSON.stringify(shown));
    };
    if (line) new MutationObserver(write).observe(line, { attributes: true });
    const form = document.querySelector<HTMLFormElement>("form.criteria");
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await page.waitForURL(/groupBy=agent/);
  const shown = await page.evaluate(() => sessionStorage.getItem("shown"));
  expect(JSON.parse(shown ?? "null")).toEqual({ text: "Loading…", tall: true, waits: true });
  expect(await page.getByRole("link", { name: "bob" }).count()).toBe(1);
  expect(asked).toBe(1);
});

test("another site brings its own types, sorted, and another office its agents [STAT-29, STAT-30]", async () => {
  const page = await opened(`${WEEK}&siteId=${week.site.id}&typeId=${week.slow.id}`);
  const types = () => page.locator("#q-typeId option").allTextContents();
  expect([await types(), await page.inputValue("#q-typeId")]).toEqual([["All", "quick", "slow"], `${week.slow.id}`]);
  await page.locator(".criteria > .drop > summary").press("Enter");
  await page.selectOption("#q-siteId", { label: "Zinc" });
  await expect.poll(types).toEqual(["All", "z1", "z2"]);
  expect(await page.inputValue("#q-typeId")).toBe("");
  await page.selectOption("#q-companyId", { label: "South" });
  await expect
    .poll(() =>
      page.locator("datalist option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    )
    .toEqual(["cid"]);
});

test("a date links to its offices and an agent to their days, and keys turn the pages [STAT-21, STAT-17, WIDGET-06]", async () => {
  const page = await opened(WEEK);
  await page.getByRole("link", { name: "2026-03-08" }).click();
  await page.getByRole("link", { name: "North" }).click();
  await page.getByRole("link", { name: "ada", exact: true }).click();
  await page.waitForURL(/groupBy=detail/);
  expect(tableIn(await page.content()).rows).toEqual([
    expect.objectContaining({ "#": "1", Date: "2026-03-08", Office: "North", Agent: "ada" }),
  ]);
  await page.goto(`/app/stats/sites?${WEEK}&pageSize=1`);
  await page.keyboard.press("Control+ArrowRight");
  await page.waitForURL(/page=2/);
  expect(tableIn(await page.content()).rows).toEqual([expect.objectContaining({ "#": "2", Date: "2026-03-08" })]);
  await page.keyboard.press("Control+ArrowLeft");
  await page.waitForURL(/page=1/);
});

test("the print version fits a sheet: no frame, the whole table, totals at its end [STAT-20]", async () => {
  const page = await opened(`${WEEK}&groupBy=detail&print=1`);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("header.bar, nav, form, footer, .pager").count()).toBe(0);
  expect(await page.locator("tbody tr:not(.sum)").count()).toBe(5);
  const table = await page
    .locator("table")
    .evaluate((one) => ({ wide: one.scrollWidth, room: one.parentElement?.clientWidth }));
  expect(table.wide).toBeLessThanOrEqual(table.room ?? 0);
  expect(await page.getByRole("link", { name: "Screen version" }).isVisible()).toBe(false);
  expect(await page.locator(".end .sum th").allTextContents()).toEqual([
    "Page Total",
    "Overall Total",
    "Unique to Sale Ratio",
  ]);
});

test("on a narrow screen the table scrolls inside its container and the page does not", async () => {
  const page = await opened(`${WEEK}&groupBy=detail`, 320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const scroller = page.locator(".scroll");
  expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
});

test.each(["sites", "sites-avp", "sites-payout", "sites-payout-avp", "top-agents", "office-performance"])(
  "the first figure of %s is within 320 pixels from the top, with a filter in force",
  async (report) => {
    const page = await opened(WEEK, 1280);
    const filter = report === "office-performance" ? `companyId=${week.north.id}` : `siteId=${week.site.id}`;
    await page.goto(`/app/stats/${report}?${report.endsWith("avp") ? "" : `${WEEK}&${filter}`}`);
    const figure = await page.locator("tbody td").first().boundingBox();
    expect(figure?.y).toBeLessThanOrEqual(320);
  },
);

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("the rare filters open over the page and search on a phone, %s", async (_, scripts) => {
  const { page } = await aBrowser({
    ...{ as: await signedIn(server.url, "adm"), baseURL: server.url, width: 390, javaScript: scripts },
  });
  const sheet = await page();
  await sheet.goto(`/app/stats/sites?${WEEK}`);
  await sheet.locator(".filters > summary").click();
  const load = sheet.getByRole("button", { name: "Load statistics" });
  const before = await load.boundingBox();
  await sheet.locator(".criteria > .drop > summary").click();
  expect(await load.boundingBox()).toEqual(before);
  const panel = await sheet.locator(".criteria .criteria").boundingBox();
  expect([(panel?.x ?? -1) >= 0, (panel?.x ?? 0) + (panel?.width ?? 999) <= 390]).toEqual([true, true]);
  await sheet.selectOption("#q-siteId", { label: "Lantern" });
  await sheet.fill("#q-agentId", "ada");
  await sheet.press("#q-agentId", "Enter");
  await sheet.waitForURL(/agentId=ada/);
  expect(await sheet.locator(".chip").allTextContents()).toEqual(["Site: Lantern, remove", "Agent: ada, remove"]);
});

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("sites are ticked in a panel over the page, in the form of Top Agents, %s [TOP-02]", async (_, scripts) => {
  const { page } = await aBrowser({
    ...{ as: await signedIn(server.url, "adm"), baseURL: server.url, javaScript: scripts },
  });
  const sheet = await page();
  await sheet.goto(`/app/stats/top-agents?${WEEK}`);
  const ticks = sheet.locator(".criteria > .drop > summary");
  expect(await ticks.isVisible()).toBe(false);
  await sheet.selectOption("#q-siteId", { label: "Custom" });
  const { y } = (await sheet.locator("tbody td").first().boundingBox()) ?? {};
  await ticks.press("Enter");
  await sheet.getByRole("checkbox", { name: "Zinc" }).press("Space");
  await sheet.getByRole("checkbox", { name: "Lantern" }).check();
  expect((await sheet.locator("tbody td").first().boundingBox())?.y).toBe(y);
  await sheet.getByRole("button", { name: "Load statistics" }).click();
  await sheet.waitForURL(/siteIds=\d/);
  expect(await ticks.innerText()).toMatch(/^Sites\s+2$/);
  expect(await sheet.locator(".chip").allTextContents()).toEqual(["Sites: Lantern, Zinc, remove"]);
});
