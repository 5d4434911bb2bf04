import { beforeAll, expect, test } from "vitest";
import { aClick, aSale, aSite } from "../world/builders";
import { pageOf } from "../world/page";
import { csvIn, tableIn } from "../world/table";
import { type OpenedWeek, openedWeek } from "./opened-week";

const WEEK = "start=2026-03-03&end=2026-03-09";
const NEXT_WEEK = "start=2026-03-16&end=2026-03-18";
let people: OpenedWeek["people"];
let week: OpenedWeek;
/** A site with too many links for each figure to open by itself. */
let broad: number;

beforeAll(async () => {
  week = await openedWeek(async ({ north, south, ada, cid }) => {
    const types = Array.from({ length: 10 }, (_, index) => ({
      typename: `link ${index}`,
      bonus: true,
      showNoSalesStat: true,
    }));
    const site = await aSite({ sitename: "Broad", enabledFor: [north, south], types });
    const [first, second] = site.types;
    if (!first || !second) throw new Error("The site has no links.");
    broad = site.id;
    for (const [agent, type] of [
      [ada, first],
      [ada, second],
      [cid, first],
    ] as const) {
      const click = await aClick({ agent, type, at: "2026-03-16T15:00Z" });
      await aSale({ agent, type, click, at: "2026-03-16T16:00Z" });
    }
    await aSale({ agent: ada, type: first, at: "2026-03-17T16:00Z", event: "bonus" });
  });
  ({ people } = week);
});

const open = (path: string, name: string): Promise<string> => week.open(path, name);

/** Follows the link of the figure or row with this key, or submits its form, as a browser does. */
async function press(html: string, value: string, name: string): Promise<string> {
  const href = pageOf(html).one(`a[href$="&of=${value}"]`)?.attr("href");
  if (href) return open(href, name);
  const form = pageOf(html).one("form#figures");
  const query = new URLSearchParams(form?.hidden);
  expect(pageOf(html).has(`[name=of][value="${value}"]`), value).toBe(true);
  query.append("of", value);
  return open(`${form?.attr("action")}?${query}`, name);
}

const summed = (html: string) =>
  pageOf(html)
    .all("strong")
    .find((sum) => sum.within("p")?.text.includes("add up to"))?.text;

test("a figure of the Sites report opens its rows, for a day, an agent or all, by the rights of the reader [LEDGER-09]", async () => {
  const byAgent = await open(`/app/stats/sites?groupBy=agent&${WEEK}`, "adm");
  const { of: value = "" } = figures(byAgent).find(({ of }) => /^~~\d+~sales$/.test(of)) ?? {};
  const ofAgent = await press(byAgent, value, "adm");
  expect(summed(ofAgent)).toBe(String(tableIn(ofAgent).rows.length));
  expect(ofAgent).toMatch(/Agent: ada/);
  const all = await press(byAgent, "~~~sales", "adm");
  expect(tableIn(all).rows.length).toBeGreaterThan(tableIn(ofAgent).rows.length);
  expect(tableIn(all).headings).toEqual(expect.arrayContaining(["Office", "Agent", "Price", "Payout", "Counts"]));
  const own = await open(`/app/stats/sites?groupBy=date&${WEEK}`, "ada");
  const opened = await press(own, "~~~sales", "ada");
  expect(tableIn(opened).rows).toHaveLength(tableIn(ofAgent).rows.length);
  for (const hidden of ["Office", "Agent", "Earning"]) expect(tableIn(opened).headings).not.toContain(hidden);
  const clicks = await press(own, "~~~raws", "ada");
  expect(summed(clicks)).toBe(String(tableIn(clicks).rows.length));
  expect(tableIn(clicks).headings).toContain("Click Id");
});

test("a figure of sales shows click, customer and amount, under the tab of its report, and is exported [LEDGER-09]", async () => {
  const query = `report=sites&groupBy=agent&${WEEK}&of=~~~`;
  const html = await open(`/app/stats/explain?${query}sales`, "adm");
  const { headings, rows } = tableIn(html);
  expect(headings).toEqual(expect.arrayContaining(["Click Id", "Email", "Counts"]));
  // As in the log of postbacks, transactions are for superadmins.
  expect(headings).not.toContain("Transaction");
  expect(pageOf(html).one('nav[aria-label="Statistics"] [aria-current]')?.text).toBe("Sites");
  expect(pageOf(html).link("Sites AVP")).not.toMatch(/[?&](of|report)=/);
  const csv = csvIn((await people.adm!.get(pageOf(html).link("Export") ?? "")).html);
  expect(csv.rows).toHaveLength(rows.length);
  expect(csv.headings).toEqual(expect.arrayContaining(["Site", "Click Id", "Email"]));
  const [date = ""] = csv.headings.filter((heading) => heading.startsWith("Date"));
  expect(csv.column(date).every((time) => /^2026-03-0\d \d\d:\d\d:\d\d$/.test(time))).toBe(true);
  // Dollars are not counts: the column that adds up to the figure says so.
  const dollars = tableIn(await open(`/app/stats/explain?${query}earn`, "adm"));
  expect(dollars.headings).toContain("Amount");
  expect(dollars.headings).not.toContain("Counts");
  const ofAda = `/app/stats/explain/export.csv?report=sites&groupBy=date&${WEEK}&of=~~~`;
  const own = csvIn((await people.ada!.get(`${ofAda}sales`)).html);
  expect(own.headings).toContain("Click Id");
  for (const hidden of ["Office", "Agent", "Earning", "Transaction"]) expect(own.headings).not.toContain(hidden);
  const clicks = csvIn((await people.ada!.get(`${ofAda}raws`)).html);
  expect(clicks.headings).toEqual(expect.arrayContaining(["Unique", "Click Id"]));
  expect((await people.ada!.get(`/app/stats/explain/export.csv?report=sites-payout&${WEEK}&of=~~~sales`)).status).toBe(
    403,
  );
});

test("unknown rows and invalid criteria are reported without figures, and the link back keeps the criteria [LEDGER-09]", async () => {
  const html = await open(`/app/stats/explain?groupBy=agent&${WEEK}&of=~~999999~sales`, "adm");
  expect(tableIn(html).empty).toBe("No statistics for selected period");
  expect(summed(html)).toBe("0");
  expect(html).toContain(`href="/app/stats/sites?groupBy=agent&amp;${WEEK.replace("&", "&amp;")}"`);
  const wrong = await open(`/app/stats/explain?start=2026-03-09&end=2026-03-03&of=x~y~z~nonsense`, "adm");
  expect(wrong).toContain("Date Range is not valid");
  const measure = await open(`/app/stats/explain?${WEEK}&of=~~~nonsense`, "adm");
  const printed = await open(`/app/stats/explain?${WEEK}&siteId=x&of=~~~sales&print=1`, "adm");
  for (const page of [wrong, measure, printed]) {
    expect(page).toContain('role="alert"');
    expect(pageOf(page).has("table")).toBe(false);
    expect(page).not.toMatch(/Period: |These rows|Print version/);
  }
  expect((await people.ada!.get(`/app/stats/explain?report=sites-payout&${WEEK}&of=~~~sales`)).status).toBe(403);
});

test("rankings and comparisons open the sales of their rows [LEDGER-09]", async () => {
  const top = await open(`/app/stats/top-agents?${WEEK}`, "adm");
  const { of: value = "" } = figures(top).find(({ of }) => /^~~\d+~sales$/.test(of)) ?? {};
  expect(tableIn(await press(top, value, "adm")).rows).toHaveLength(3);
  const offices = await open(`/app/stats/top-agents?start=2026-03-01&end=2026-03-09&groupBy=company`, "adm");
  const { of: office = "" } = figures(offices).find(({ of }) => /^~\d+~~sales$/.test(of)) ?? {};
  expect(summed(await press(offices, office, "adm"))).toBe("4");
  const compared = await open(
    `/app/stats/office-performance?start1=2026-02-24&end1=2026-03-02&start2=2026-03-03&end2=2026-03-09`,
    "adm",
  );
  const links = pageOf(compared).all('a[href^="/app/stats/explain"]');
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(summed(await open(link.attr("href") ?? "", "adm"))).toBe(link.text);
});

/** The keys of the figures and rows that open, from their addresses or values. */
const figures = (html: string) =>
  pageOf(html)
    .all(".figure")
    .map((figure) => ({
      of: new URLSearchParams(figure.attr("href")).get("of") ?? figure.attr("value") ?? "",
      text: figure.text,
    }));

test("every figure and row has an address of its own, so that it opens in a new tab and can be copied [LEDGER-09]", async () => {
  const html = await open(`/app/stats/sites?groupBy=agent&${WEEK}`, "adm");
  expect(pageOf(html).has("button.figure, form#figures")).toBe(false);
  const cells = pageOf(html).all('a.figure[href^="/app/stats/explain?report=sites&groupBy=agent&"]');
  const { rows } = tableIn(html);
  expect(cells.length).toBeGreaterThan(rows.length);
  // Every row has its number and the total its name, also where every figure has a link.
  const opened = pageOf(html).all('a.figure[href^="/app/stats/figures?"]');
  expect(opened.map(({ text }) => text)).toEqual([...tableIn(html).column("#"), "Overall Total"]);
});

test.each([
  ["sites", "agent", "adm", ["Raws", "Uniques", "link 0", "link 0 Bonus", "link 1", "Sales", "Bonus", "Bonus Ratio"]],
  ["sites-payout", "agent", "adm", ["link 0 php-Pay", "Payout", "Pay PHP", "Pay USD"]],
  ["sites", "agent", "man", ["Raws", "Uniques", "link 0", "link 0 Bonus", "link 1", "Sales", "Bonus", "Bonus Ratio"]],
  ["sites", "date", "ada", ["Raws", "Uniques", "link 0", "link 1", "Sales"]],
])(
  "a wide report, %s by %s, opens its rows and the rows behind each figure, for %s [LEDGER-09]",
  async (report, groupBy, name, expected) => {
    const asked = `/app/stats/${report}?groupBy=${groupBy}&${NEXT_WEEK}&siteId=${broad}&empty=show`;
    const html = await open(asked, name);
    const rows = figures(html);
    // A link with its number for each row, and one for the total.
    expect(rows.map(({ text }) => text)).toEqual([...tableIn(html).column("#"), "Overall Total"]);
    expect(html).toContain("Select a row number to see its figures by site and link.");
    for (const { of: value } of [rows[0]!, rows.at(-1)!]) {
      const row = await press(html, value, name);
      expect([pageOf(row).one("h1")?.text, row]).toEqual(["Figures of a row", expect.stringContaining("Site: Broad")]);
      const shown = tableIn(row);
      if (value === "~~~")
        expect(shown.column("Figure").map((figure) => figure.replace(/^Broad /, ""))).toEqual(
          expect.arrayContaining(expected),
        );
      expect(shown.column("Amount")).not.toContain("0");
      const each = figures(row);
      expect(each.map(({ text }) => text)).toEqual(shown.column("Amount"));
      for (const { of, text } of each) {
        expect([of.slice(0, value.length), summed(await press(row, of, name))]).toEqual([
          value,
          expect.stringContaining(text),
        ]);
      }
      const sheet = await open(
        `/app/stats/figures?report=${report}&groupBy=${groupBy}&${NEXT_WEEK}&siteId=${broad}&of=${value}&print=1`,
        name,
      );
      expect(tableIn(sheet).rows).toEqual(shown.rows);
      expect(pageOf(sheet).has(":not(print-page) > button, form, nav")).toBe(false);
    }
    expect(figures(await open(`${asked}&print=1`, name))).toEqual([]);
  },
);

test("an unknown row shows no figures, and invalid criteria are refused at their fields [LEDGER-09]", async () => {
  const path = "/app/stats/figures";
  for (const [name, of] of [
    ["adm", "~~999999~"],
    ["man", "~~999999~"],
    ["ada", "2026-03-04~~~"],
  ] as const) {
    const html = await open(`${path}?groupBy=${name === "ada" ? "date" : "agent"}&${WEEK}&of=${of}`, name);
    expect(tableIn(html).empty).toBe("No statistics for selected period");
    expect(html).toContain(`Back to the report`);
  }
  const wrong = await open(`${path}?start=2026-03-09&end=2026-03-03&of=x~y~z~nonsense`, "adm");
  expect(wrong).toContain("Date Range is not valid");
  const grouping = await open(`${path}?groupBy=company&${WEEK}`, "man");
  expect(grouping).toContain("Please choose one from the list.");
  for (const page of [wrong, grouping]) {
    expect(pageOf(page).has("table, #figures")).toBe(false);
    expect(page).not.toContain("Period: ");
  }
  for (const name of ["man", "ada"]) {
    expect((await people[name]!.get(`${path}?report=sites-payout&${WEEK}`)).status).toBe(403);
  }
});

test("rows and figures of an unknown report are 404", async () => {
  for (const screen of ["explain", "figures"]) {
    const answer = await people.adm!.get(`/app/stats/${screen}?report=nonsense&${WEEK}&of=~~~sales`);
    expect([screen, answer.status]).toEqual([screen, 404]);
  }
  // Top Agents opens single figures, but not a whole row.
  expect((await people.adm!.get(`/app/stats/figures?report=top-agents&${WEEK}`)).status).toBe(404);
});

test("the link back goes from a figure to its row, and from the row to the unchanged report", async () => {
  const report = `/app/stats/sites?groupBy=agent&${NEXT_WEEK}&siteId=${broad}&sortField=raws&sortAsc=false`;
  const row = `/app/stats/figures?groupBy=agent&${NEXT_WEEK}&siteId=${broad}&of=~~~`;
  const from = async (path: string, referer: string) =>
    (await people.adm!.get(path, { Referer: `http://${new URL(week.url).host}${referer}` })).html;
  expect(pageOf(await from(row, report)).link("Back to the report")).toBe(report);
  expect(pageOf(await from(row.replace("figures", "explain"), row)).link("Back to the row")).toBe(row);
  expect(pageOf(await open(row, "adm")).link("Back to the report")).toBe(
    `/app/stats/sites?groupBy=agent&${NEXT_WEEK}&siteId=${broad}`,
  );
});
