import { beforeAll, expect, test } from "vitest";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { chartHints } from "../../server/trade/periods";
import { anOffice, aSale } from "../world/builders";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { type OpenedWeek, openedWeek } from "./opened-week";

const PATH = "/app/stats/office-performance-chart";
const DAYS = "period=2026-03-05,2026-03-10,day";
const MONTHS = "period=2026-02-01,2026-04-30,month";
let people: OpenedWeek["people"];
let week: OpenedWeek;

beforeAll(async () => {
  week = await openedWeek(async ({ cid, slow }) => {
    await aSale({ agent: cid, type: slow, at: "2026-03-10T15:00Z" });
    await aSale({ agent: cid, type: slow, at: now() });
  });
  ({ people } = week);
});

const open = (query = "", name = "adm"): Promise<string> => week.open(`${PATH}?${query}`, name);

const charts = (html: string) =>
  pageOf(html)
    .all("section.chart:not([aria-labelledby=chart-all])")
    .map((chart) => chart.html);
const titles = (html: string) => pageOf(html).texts("h2");
const sumOf = (html: string) => pageOf(html).one("section[aria-labelledby=chart-all]")?.html ?? "";
/** Left, top, width and height of each column, in units of the drawing, which is 600 wide and 200 high. */
const columns = (chart: string) =>
  pageOf(chart)
    .all("path.columns, path.part")
    .flatMap((path) => (path.attr("d") ?? "").split("z").filter(Boolean))
    .map((column) => {
      const [, left, bottom, to] = /^M(\S+) (\d+)V(\d+)/.exec(column) ?? [];
      const [, across] = /h([\d.]+)/.exec(column) ?? [];
      const round = column.includes("q") ? 3 : 0;
      const top = Number(to) - round;
      return [Number(left), top, Number(across) + 2 * round, Number(bottom) - top];
    });
const pathOf = (chart: string, name: string) => pageOf(chart).one(`path.${name}`)?.attr("d");
const splineOf = (chart: string) => pathOf(chart, "spline") ?? "";
const pointsOf = (chart: string) => (pathOf(chart, "points") ?? "").split("h0").length;

/** The positions of the points, in tenths of a pixel. */
const dotsOf = (chart: string) =>
  [...(pathOf(chart, "points") ?? "").matchAll(/M(\S+) (\S+)h0/g)].map(([, ...at]) =>
    at.map((length) => Math.round(Number(length) * 10)),
  );
/** The end points of the spline's curves, each relative to the one before. */
function cornersOf(chart: string): number[][] {
  const [, ...parts] = splineOf(chart).split(/[Mcs]/);
  const steps = parts.map((part) =>
    part
      .split(" ")
      .slice(-2)
      .map((length) => Math.round(Number(length) * 10)),
  );
  return steps.reduce<number[][]>((corners, [x = 0, y = 0]) => {
    const [fromX = 0, fromY = 0] = corners.at(-1) ?? [];
    return [...corners, [fromX + x, fromY + y]];
  }, []);
}

test("the screen has one select of seven periods and opens with this year by month [CHART-01, CHART-05, CHART-07, CHART-08]", async () => {
  const html = await open();
  const hints = chartHints(dayOf(now()));
  expect(pageOf(html).texts("label[for=q-period]")).toEqual(["Choose chart period"]);
  expect(pageOf(html).choices("period")).toEqual([
    ...["Last 12 days", "This week", "Last week", "This month", "Last month", "This year", "Last year"],
  ]);
  const { start, end } = hints[5]!;
  expect(pageOf(html).value("period")).toBe(`${start},${end},month`);
  expect(pageOf(html).all("select")).toHaveLength(1);
  expect(pageOf(html).one("details.filters")?.text).toBe(`Filters: ${start} ~ ${end}`);
  expect(pageOf(html).one("p.line")?.text).toContain(`Period: ${start} ~ ${end} · Points: Monthly`);
  for (const { start: from, end: to, unit } of hints) {
    const value = `${from},${to},${unit}`;
    const chosen = await open(`period=${value}`);
    expect(pageOf(chosen).value("period")).toBe(value);
    expect(pageOf(chosen).choices("period")).toHaveLength(7);
    expect(chosen).toContain(unit === "month" ? "Points: Monthly" : "Points: Daily");
  }
});

test("each office has a chart with columns, a spline through every point, and its numbers in a table [CHART-02, CHART-03, CHART-04, CHART-05, PERIOD-07]", async () => {
  const html = await open(DAYS);
  expect(titles(html)).toEqual(["All offices together", "By office North", "By office South"]);
  const [north = "", south = ""] = charts(html);
  const drawing = pageOf(north).one("figure[role=group]");
  expect(drawing?.one("svg")?.attr("viewBox")).toBe("0 0 600 200");
  expect(drawing?.attr("aria-label")).toMatch(
    /^Columns show sales by day from 2026-03-05 to 2026-03-10: 4 in all, at most 2 on 2026-03-08\./,
  );
  expect(pageOf(north).one("header p b")?.text).toBe("4 sales");
  expect(pageOf(north).one("header p small")?.text).toBe("2026-03-10 \u2212100.00%");
  expect(pageOf(south).one("header p b")?.text).toBe("1 sale");
  expect(drawing?.all(".at li").map(({ words }) => words)).toContain("2026-03-08 Sales 2 Progress +100.00%");
  expect(columns(north)).toHaveLength(3);
  expect(pointsOf(north) - 1).toBe(5);
  expect(splineOf(north).match(/[cs]/g)).toHaveLength(4);
  expect(cornersOf(north)).toEqual(dotsOf(north));
  expect([columns(south).length, pointsOf(south) - 1, splineOf(south).match(/[cs]/g)]).toEqual([1, 1, null]);
  expect(pageOf(north).one(".axis")?.text).toBe("Daily");
  expect(pageOf(north).texts("details:not([open]) > summary")).toEqual(["Numbers"]);
  expect(tableIn(north).headings).toEqual(["Date", "Sales", "Progress"]);
  expect(tableIn(north).rows).toEqual(
    rowsUnder(
      ["Date", "Sales", "Progress"],
      ["2026-03-05", "0", ""],
      ["2026-03-06", "1", "+100.00%"],
      ["2026-03-07", "0", "\u2212100.00%"],
      ["2026-03-08", "2", "+100.00%"],
      ["2026-03-09", "1", "\u221250.00%"],
      ["2026-03-10", "0", "\u2212100.00%"],
    ),
  );
  expect(tableIn(north).totals).toEqual({ Total: { Sales: "4", Progress: "" } });
  const [monthly = ""] = charts(await open(MONTHS));
  expect(pageOf(monthly).one(".axis")?.text).toBe("Monthly");
  expect(tableIn(monthly).columns("Month", "Sales")).toEqual([
    { Month: "2026-02", Sales: "0" },
    { Month: "2026-03", Sales: "4" },
    { Month: "2026-04", Sales: "0" },
  ]);
});

test("the current day or month is marked by a word and a pale column, and ends the chart; only a month is compared, with the same days [CHART-02, CHART-04]", async () => {
  const today = dayOf(now());
  const thisMonth = chartHints(today)[3]!;
  const [, south = ""] = charts(await open(`period=2026-03-05,${today},month`));
  const [byDay = ""] = charts(await open(`period=${thisMonth.start},${thisMonth.end},day`));
  for (const [chart, heading, point, growth, without] of [
    [south, "Month", today.slice(0, 7), "+100.00% same days: 0", "compared with the same days of the month before"],
    [byDay, "Date", today, "incomplete", "without progress"],
  ] as const) {
    expect(tableIn(chart).rows.at(-1)).toEqual({ [heading]: point, Sales: "1", Progress: growth });
    const drawing = pageOf(chart);
    expect(drawing.has("path.part")).toBe(true);
    const incomplete = new RegExp(`^incomplete: (\\S+, )?${point}$`);
    expect(drawing.one(".key-part")?.text).toMatch(incomplete);
    expect(drawing.one("figure")?.attr("aria-label")).toMatch(
      new RegExp(` Incomplete, and ${without}: (\\S+, )?${point}\\.$`),
    );
  }
  expect(tableIn(byDay).rows).toHaveLength(Number(today.slice(8)));
  // Today's sale is the only one of the month, and a point without a comparison is not drawn.
  expect(pointsOf(byDay) - 1).toBe(0);
  const complete = charts(await open(DAYS)).join("");
  expect(complete).not.toMatch(/incomplete|same days/i);
  expect(pageOf(complete).has(".part")).toBe(false);
});

test("a month that is only partly in the period is marked, opens the sales of that part, and is compared with the same days [CHART-09]", async () => {
  const html = await open("period=2026-03-07,2026-06-30,month");
  expect(pageOf(html).value("period")).toBe("2026-03-07,2026-06-30,month");
  expect(pageOf(html).choices("period").at(-1)).toBe("2026-03-07 ~ 2026-06-30");
  const [north = ""] = charts(html);
  expect(tableIn(north).rows).toEqual(
    rowsUnder(
      ["Month", "Sales", "Progress"],
      ["2026-03", "3", "+100.00% same days: 0"],
      ["2026-04", "0", ""],
      ["2026-05", "0", ""],
      ["2026-06", "0", ""],
    ),
  );
  expect(north).toContain("incomplete: 2026-03<");
  expect(pointsOf(north) - 1).toBe(1);
  expect(pageOf(north).link("3")).toMatch(/start=2026-03-07&end=2026-03-31&/);
});

test("columns are at most 39 pixels wide, where the drawing is at its widest, and stay within it [CHART-06]", async () => {
  const WIDEST = 720;
  for (const [query, most] of [
    ["period=2026-03-10,2026-03-10,day", 38],
    [MONTHS, 38],
    ["period=2025-03-11,2026-03-10,day", 2],
  ] as const) {
    const html = await open(query);
    const plane = Number(/viewBox="0 0 (\d+) 200"/.exec(html)?.[1]);
    const all = charts(html).flatMap(columns);
    expect(all.length, query).toBeGreaterThan(0);
    for (const [x = 0, y = 0, width = 0, height = 0] of all) {
      const pixels = (width * WIDEST) / plane;
      // The stroke takes half a pixel on each side.
      expect(pixels + 1).toBeLessThanOrEqual(39.1);
      expect(pixels).toBeLessThanOrEqual(most + 0.1);
      expect([x >= 0, x + width <= plane, y >= 0, y + height <= 200], query).toEqual([true, true, true, true]);
    }
  }
});

test("with too many points for one page, each office's numbers have a page of their own [CHART-02, CHART-04]", async () => {
  const YEAR = "period=2025-03-11,2026-03-10,day";
  const html = await open(YEAR);
  const [north = "", south = ""] = charts(html);
  for (const chart of [north, south]) {
    expect(pageOf(chart).one("svg")?.attr("viewBox")).toBeDefined();
    // A year of daily growth would be a solid band.
    expect(pageOf(chart).has("path.spline, .y.end, .key-line")).toBe(false);
    expect(pageOf(chart).one("figure")?.attr("aria-label")).not.toContain("The line");
    expect(pageOf(chart).has("table, path.points, button")).toBe(false);
  }
  expect(html.length).toBeLessThan(60_000);
  const alone = await open((pageOf(south).link("Numbers") ?? "").slice(1));
  expect(titles(alone)).toEqual(["By office South", "By agent cid"]);
  expect(pageOf(alone).one("p.line")?.text).toContain(
    "Period: 2025-03-11 ~ 2026-03-10 · Points: Daily · Office: South",
  );
  expect(tableIn(alone).rows).toHaveLength(365);
  expect(tableIn(alone).totals).toEqual({ Total: { Sales: "1", Progress: "" } });
  expect(pageOf(alone).link("All offices")).toBe(`?${new URLSearchParams(YEAR)}`);
  const [own = ""] = charts(await open(YEAR, "man"));
  expect(tableIn(own).rows).toHaveLength(365);
  const south404 = (pageOf(south).link("Numbers") ?? "").slice(1);
  expect((await people.man!.get(`${PATH}?${south404}`)).status).toBe(404);
  expect((await people.adm!.get(`${PATH}?${YEAR}&companyId=999999`)).status).toBe(404);
  const unknown = await open(`${YEAR}&companyId=x`);
  expect(charts(unknown)).toEqual([]);
  expect(pageOf(unknown).one("[role=alert]")?.text).toContain("Please choose one from the list.");
  const printed = await open(`${YEAR}&print=1`);
  expect([pageOf(printed).has("table"), printed.includes("Numbers")]).toEqual([false, false]);
});

test("offices without a sale in the period follow the charts by name, suspended and hidden ones do not [CHART-02]", async () => {
  for (const [officeName, status] of [
    ["Idle & Sons", {}],
    ["Gone", { active: false }],
    ["Unseen", { hidden: true }],
  ] as const)
    await anOffice({ officeName, ...status });
  const line = "No sales in this period: By office Idle & Sons";
  expect(pageOf(await open(DAYS)).text).toContain(line);
  expect(pageOf(await open(DAYS)).text).not.toMatch(/By office (Gone|Unseen)/);
  expect(pageOf(await open(DAYS, "man")).text).not.toContain("No sales in this period");
});

test("a period of a stored address becomes a choice of its own, and the page says if there are no sales [ERR-26]", async () => {
  const html = await open("period=2030-01-01,2030-01-31,day");
  expect(pageOf(html).value("period")).toBe("2030-01-01,2030-01-31,day");
  expect(pageOf(html).choices("period").at(-1)).toBe("2030-01-01 ~ 2030-01-31");
  expect(html).toContain("No statistics for selected period");
  expect(charts(html)).toEqual([]);
});

test.each([
  ["2026-03-10,2026-03-05,day", "Date Range is not valid"],
  ["2026-02-30,2026-03-05,day", "Date Range is not valid"],
  ["2026-03-01,2026-03-31,hour", "Please choose a period."],
  ["nonsense", "Please choose a period."],
  ["<script>alert(1)</script>", "Please choose a period."],
  [`${"9".repeat(4000)}`, "Please choose a period."],
  ["2026-03-01,2026-03-15,beWeek", "Please choose days or months."],
  ["1990-01-01,2026-03-31,month", "Please choose at most 366 days or months."],
  ["2024-01-01,2026-03-31,day", "Please choose at most 366 days or months."],
])("%s is refused at its field, and no chart is shown", async (period, message) => {
  const html = await open(`period=${encodeURIComponent(period)}`);
  expect(pageOf(html).message("period")).toBe(message);
  const usual = chartHints(dayOf(now()))[5]!;
  expect(pageOf(html).value("period")).toBe(`${usual.start},${usual.end},month`);
  expect(html).not.toContain("<script>alert");
  expect(charts(html)).toEqual([]);
  expect(html).not.toMatch(/Period: |Print version|No statistics/);
  const printed = await open(`period=${encodeURIComponent(period)}&print=1`);
  expect(charts(printed)).toEqual([]);
  expect(printed).toContain(message);
});

test("an empty period or one sent twice does not break the page", async () => {
  expect(pageOf(await open("period=")).message("period")).toBe("");
  expect(pageOf(await open(`${DAYS}&${DAYS}`)).message("period")).toBe("Please choose a period.");
});

test("a manager sees their own office, an agent neither screen nor tab [STAT-03, ROLE-22]", async () => {
  expect(titles(await open(DAYS, "man"))).toEqual(["By office North", "By agent ada", "By agent bob"]);
  expect((await people.ada!.get(PATH)).status).toBe(403);
  expect((await people.ada!.get("/app/stats/sites")).html).not.toContain(PATH);
  expect(pageOf((await people.man!.get("/app/stats/sites")).html).link("Charts")).toBe(PATH);
});

test("several offices have a chart of their sum, with its numbers here or on a page of its own [CHART-02]", async () => {
  const html = await open(DAYS);
  const sales = (chart: string) => tableIn(chart).column("Sales").map(Number);
  const [north = "", south = ""] = charts(html);
  expect(sales(sumOf(html))).toEqual(sales(north).map((sold, index) => sold + (sales(south)[index] ?? NaN)));
  expect(tableIn(sumOf(html)).rows.at(-1)).toMatchObject({ Sales: "1", Progress: "0%" });
  const opened = await people.adm!.get(pageOf(sumOf(html)).link("2") ?? "");
  expect([opened.status, tableIn(opened.html).rows.length]).toEqual([200, 2]);
  const YEAR = "period=2025-03-11,2026-03-10,day";
  const year = await open(YEAR);
  expect(pageOf(sumOf(year)).has("table")).toBe(false);
  const alone = await open((pageOf(sumOf(year)).link("Numbers") ?? "").slice(1));
  expect([titles(alone), sales(sumOf(alone)).length]).toEqual([["All offices together"], 365]);
  expect(pageOf(alone).link("All offices")).toBe(`?${new URLSearchParams(YEAR)}`);
});

test("one office has its best agents beside it, each with a page of numbers, for its manager and for admins who open it [ROLE-22]", async () => {
  const own = await open(DAYS, "man");
  const [north = "", ada = "", bob = ""] = charts(own);
  expect([pageOf(north).has("table"), pageOf(ada).has("table"), pageOf(bob).has("svg")]).toEqual([true, false, true]);
  expect(own).toContain("The 2 agents with the most sales, of 2.");
  expect(pageOf(own).link("Compare all agents")).toBe("/app/stats/office-performance?groupBy=agent");
  const numbers = (pageOf(ada).link("Numbers") ?? "").slice(1);
  const alone = await open(numbers, "man");
  expect([titles(alone), tableIn(alone).column("Sales").map(Number)]).toEqual([["By agent ada"], [0, 1, 0, 2, 0, 0]]);
  const sold = await people.man!.get(pageOf(alone).link("1") ?? "");
  expect([sold.status, tableIn(sold.html).rows.length]).toEqual([200, 1]);
  const office = await people.man!.get(pageOf(north).link("2") ?? "");
  expect([office.status, tableIn(office.html).rows.length]).toEqual([200, 2]);
  const companyId = /chart-(\d+)/.exec(north)?.[1];
  expect(titles(await open(`${DAYS}&companyId=${companyId}`))).toEqual(titles(own));
  expect((await people.man!.get(`${PATH}?${DAYS}&agentId=999999`)).status).toBe(404);
});

test("the print version has open tables and no controls; a chart has no export", async () => {
  const html = await open(`${DAYS}&print=1`);
  expect(pageOf(html).one("p.line")?.text).toContain("Period: 2026-03-05 ~ 2026-03-10 · Points: Daily");
  expect(html).toMatch(/Times are in US Eastern time \(E[SD]T\)/);
  expect(pageOf(html).all("details[open]")).toHaveLength(3);
  expect(
    pageOf(html).has('form.criteria, [aria-label="Statistics"], :not(print-page) > button, [href*="export.csv"]'),
  ).toBe(false);
  expect(await open(DAYS)).not.toContain("export.csv");
  expect((await people.adm!.get(`${PATH}/export.csv`)).status).toBe(404);
});
