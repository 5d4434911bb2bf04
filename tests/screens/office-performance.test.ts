import { beforeAll, expect, test } from "vitest";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { payoutHints, previous } from "../../server/trade/periods";
import { aSale } from "../world/builders";
import { pageOf } from "../world/page";
import { csvIn, rowsUnder, tableIn } from "../world/table";
import { type OpenedWeek, openedWeek } from "./opened-week";

const PATH = "/app/stats/office-performance";
const WEEKS = "start1=2026-03-06&end1=2026-03-07&start2=2026-03-08&end2=2026-03-09";
let people: OpenedWeek["people"];
let week: OpenedWeek;

beforeAll(async () => {
  week = await openedWeek(({ cid, slow }) => aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" }));
  ({ people } = week);
});

const open = (query = "", name = "adm"): Promise<string> => week.open(PATH + query, name);

const days = (html: string) => ["start1", "end1", "start2", "end2"].map((name) => pageOf(html).value(name));

test("the screen opens with the last complete half-month and the one before, and says if there are no sales [PERF-10, ERR-26]", async () => {
  const html = await open();
  const hints = payoutHints(dayOf(now()));
  const [, two, one] = hints;
  expect(days(html)).toEqual([one?.start, one?.end, two?.start, two?.end]);
  expect(pageOf(html).value("hint")).toBe(`${two?.start},${two?.end},beWeek`);
  expect(pageOf(html).choices("hint")).toEqual(["Custom", ...hints.map(({ label }) => label)]);
  expect(pageOf(html).one("h1")?.text).toBe("Office Performance");
  expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time/);
  expect(tableIn(html).empty).toBe("No statistics for selected period");
});

const HEADINGS = [
  ...["Office", "Period 1 sales 2026-03-06 ~ 2026-03-07", "Period 2 sales 2026-03-08 ~ 2026-03-09", "Progress"],
];
const TOTALS = { Total: rowsUnder(HEADINGS.slice(1), ["2", "3", "+50.00%"])[0] };

test("it shows office, both sales and a signed growth, green if positive and otherwise red [PERF-02, PERF-03, FORMAT-05]", async () => {
  const html = await open(`?${WEEKS}`);
  expect(tableIn(html).headings).toEqual(HEADINGS);
  expect(tableIn(html).rows).toEqual(
    rowsUnder(HEADINGS, ["North", "1", "3", "+200.00%"], ["South", "1", "0", "\u2212100.00%"]),
  );
  expect(html).toContain('<span class="good">+200.00%</span>');
  expect(html).toContain('<span class="bad">\u2212100.00%</span>');
  expect(tableIn(html).totals).toEqual(TOTALS);
  const sorted = await open(`?${WEEKS}&sortField=progress&sortAsc=true`);
  expect(tableIn(sorted).column("Office")).toEqual(["South", "North"]);
  expect(pageOf(sorted).value("sortField")).toBe("progress");
});

test("a changed payout period replaces the days sent with it and sets both periods [PERF-07]", async () => {
  const [, , , chosen] = payoutHints(dayOf(now()));
  const before = previous(chosen!, "beWeek");
  const value = `${chosen!.start},${chosen!.end},beWeek`;
  const html = await open(`?hint=${value}&hintWas=&${WEEKS}`);
  expect(days(html)).toEqual([before.start, before.end, chosen!.start, chosen!.end]);
  expect([pageOf(html).value("hint"), pageOf(html).value("hintWas")]).toEqual([value, value]);
});

test("chosen days are kept; they select their payout period, or the placeholder of the list [PERF-08, PERF-09]", async () => {
  const [, last, one] = payoutHints(dayOf(now()));
  const value = `${last!.start},${last!.end},beWeek`;
  const custom = await open(`?hint=${value}&hintWas=${value}&${WEEKS}`);
  expect(days(custom)).toEqual(["2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09"]);
  expect(pageOf(custom).value("hint")).toBe("");
  const found = await open(
    `?hint=&hintWas=&start1=${one!.start}&end1=${one!.end}&start2=${last!.start}&end2=${last!.end}`,
  );
  expect(pageOf(found).value("hint")).toBe(value);
});

test.each([
  ["start1=2026-03-09&end1=2026-03-06&start2=2026-03-08&end2=2026-03-09", "start1", "Date Range is not valid"],
  ["start1=2026-03-06&end1=2026-03-07&start2=2026-02-30&end2=2026-03-09", "start2", "Date Range is not valid"],
  ["start1=2026-03-06&end1=2026-03-07&start2=2026-03-08", "start2", "Date Range is not valid"],
  ["start1=2001-03-06&end1=2026-03-07&start2=2026-03-08&end2=2026-03-09", "start1", "Please choose at most 10 years."],
])(
  "%s is refused at its field with what was typed, and nothing is compared [STAT-08]",
  async (query, field, message) => {
    const html = await open(`?${query}`);
    expect(pageOf(html).message(field)).toContain(message);
    expect(pageOf(html).value(field)).toBe(new URLSearchParams(query).get(field));
    const printed = await open(`?${query}&print=1`);
    for (const page of [html, printed]) {
      expect(pageOf(page).one("[role=alert]")?.text).toContain(message);
      expect(pageOf(page).has("table")).toBe(false);
      expect(page).not.toMatch(/Period 1: |Export|Print version/);
    }
    const file = await people.adm!.get(`${PATH}/export.csv?${query}`);
    expect([file.status, file.html]).toEqual([422, message]);
  },
);

test("sorting by an unknown column shows a message and the figures", async () => {
  const html = await open(`?${WEEKS}&sortField=password`);
  expect(pageOf(html).one("[role=alert]")?.text).toContain("This column cannot be sorted.");
  expect(tableIn(html).rows).toHaveLength(2);
});

test("a manager sees their own office as one row, an agent neither screen nor tab [STAT-03, ROLE-22]", async () => {
  expect(tableIn(await open(`?${WEEKS}`, "man")).rows).toEqual(rowsUnder(HEADINGS, ["North", "1", "3", "+200.00%"]));
  expect((await people.ada!.get(PATH)).status).toBe(403);
  expect((await people.ada!.get("/app/stats/sites")).html).not.toContain(PATH);
  expect((await people.man!.get("/app/stats/sites")).html).toContain(`href="${PATH}"`);
});

const BY_AGENT = rowsUnder(
  ["Agent", ...HEADINGS.slice(1)],
  ["ada Ada Berg", "1", "2", "+100.00%"],
  ["bob Bob Dahl", "0", "1", "+100.00%"],
);

test("one press compares agents, and the account sees them first from then on [PERF-01]", async () => {
  const query = `?${WEEKS}&sortAsc=true`;
  const press = async (html: string, label: string) => {
    const buttons = pageOf(html).all('form[aria-label="Group by"] button');
    const button = buttons.find(({ text }) => text === label);
    const back = pageOf(html).value("back") ?? "";
    const { headers } = await people.man!.post(PATH, { back, groupBy: button?.attr("value") ?? "none" });
    expect(headers.get("location")).toBe(PATH + query);
    return open(query, "man");
  };
  const agents = await press(await open(query, "man"), "By agent");
  expect(tableIn(agents).rows).toEqual(BY_AGENT);
  expect(tableIn(await open("", "man")).headings[0]).toBe("Agent");
  expect(tableIn(await open(`?${WEEKS}&print=1`, "man")).rows).toEqual(BY_AGENT);
  // Another account is not affected.
  expect(tableIn(await open(`?${WEEKS}`)).headings[0]).toBe("Office");
  const offices = await press(agents, "By office");
  expect(tableIn(offices).rows).toEqual(rowsUnder(HEADINGS, ["North", "1", "3", "+200.00%"]));
  expect(tableIn(await open("", "man")).headings[0]).toBe("Office");
  const [refused, foreign] = [{ groupBy: "site" }, { groupBy: "agent" }];
  expect((await people.man!.post(PATH, refused)).status).toBe(422);
  expect((await people.ada!.post(PATH, foreign)).status).toBe(403);
});

test("an office that an admin opens is compared by agent [PERF-01]", async () => {
  const own = await open(`?${WEEKS}&groupBy=agent`, "man");
  expect([tableIn(own).rows, pageOf(own).has("[name=companyId]")]).toEqual([BY_AGENT, false]);
  const offices = await open(`?${WEEKS}`);
  const north = await open(pageOf(offices).link("North"));
  expect(tableIn(north).rows).toEqual(BY_AGENT);
  expect(pageOf(north).one("p.line")?.text).toMatch(/^Group by: Agent · Period 1: .* Office: North, remove/);
  expect(pageOf(north).link("ada")).toMatch(/^\/app\/agents\/edit\/\d+$/);
  for (const [html, who] of [
    [own, "man"],
    [north, "adm"],
  ] as const) {
    const sales = await people[who]!.get(pageOf(html).link("2") ?? "");
    expect([who, sales.status, tableIn(sales.html).rows.length]).toEqual([who, 200, 2]);
  }
  const south = new URL(pageOf(offices).link("South") ?? "", "http://x").search;
  expect((await people.man!.get(PATH + south)).status).toBe(404);
  const printed = await open(`?${WEEKS}&groupBy=agent&print=1`, "man");
  expect([tableIn(printed).rows, pageOf(printed).link("ada")]).toEqual([BY_AGENT, undefined]);
});

test("the print version has criteria and table, but no tabs or form", async () => {
  const html = await open(`?${WEEKS}&print=1`);
  expect(pageOf(html).one("p.line")?.text).toContain(
    "Period 1: 2026-03-06 ~ 2026-03-07 · Period 2: 2026-03-08 ~ 2026-03-09",
  );
  expect(pageOf(html).has('form.criteria, [aria-label="Statistics"]')).toBe(false);
  expect(tableIn(html).rows).toHaveLength(2);
  expect(tableIn(html).totals).toEqual(TOTALS);
  expect(html).not.toContain("export.csv");
});

test("the export has the rows of the screen in their order, and is refused for invalid criteria", async () => {
  const link = pageOf(await open(`?${WEEKS}&sortField=sales2&sortAsc=true`)).link("Export") ?? "";
  const file = await people.adm!.get(link);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe(
    'attachment; filename="office-performance_all_2026-03-06_2026-03-07_2026-03-08_2026-03-09.csv"',
  );
  const { headings, rows } = csvIn(file.html);
  expect(headings).toEqual(["No.", ...HEADINGS]);
  expect(rows).toEqual(
    rowsUnder(
      headings,
      ["1", "South", "1", "0", "-100.00"],
      ["2", "North", "1", "3", "200.00"],
      ["Total", "", "2", "3", "50.00"],
    ),
  );
  expect(pageOf(await open("?start1=2026-03-09&end1=2026-03-06")).link("Export")).toBeUndefined();
  expect((await people.ada!.get(link)).status).toBe(403);
  const wrong = await people.adm!.get(`${PATH}/export.csv?start1=2026-03-09&end1=2026-03-06`);
  expect([wrong.status, wrong.headers.get("content-type")]).toEqual([422, "text/plain; charset=utf-8"]);
});

test("on a phone one line sums up the filters, and the form opens where a filter is refused", async () => {
  const line = async (query: string) => pageOf(await open(`?${query}`)).one("details.filters");
  const days = "2026-03-06 ~ 2026-03-07 · 2026-03-08 ~ 2026-03-09";
  expect((await line(WEEKS))?.text).toBe(`Filters: ${days} · all`);
  const north = await open(pageOf(await open(`?${WEEKS}`)).link("North"));
  expect(pageOf(north).one("details.filters")?.text).toBe(`Filters: ${days} · 1 more filter`);
  expect((await line(WEEKS))?.is("[open]")).toBe(false);
  expect((await line(WEEKS.replace("end1=2026-03-07", "end1=2026-03-05")))?.is("[open]")).toBe(true);
});
