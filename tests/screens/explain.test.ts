import { beforeAll, expect, test } from "vitest";
import { type OpenedWeek, openedWeek } from "./opened-week";
import { cells } from "./page-of";

const WEEK = "start=2026-03-03&end=2026-03-09";
let people: OpenedWeek["people"];
let week: OpenedWeek;

beforeAll(async () => {
  week = await openedWeek();
  ({ people } = week);
});

const open = (path: string, name: string): Promise<string> => week.open(path, name);

/** Presses the figure of a page that has this value, as the browser sends its form. */
async function press(html: string, value: string, name: string): Promise<string> {
  const form = /<form id="figures"[^>]*>(.*?)<\/form>/s.exec(html)?.[1] ?? "";
  const query = new URLSearchParams();
  for (const [, field = "", sent = ""] of form.matchAll(/name="([^"]+)" value="([^"]*)"/g)) query.append(field, sent);
  expect(html, value).toContain(`name="of" value="${value}"`);
  query.append("of", value);
  return open(`/app/stats/explain?${query}`, name);
}

const summed = (html: string) => /add up to[^<]*(?:<!-- -->[^<]*)*<strong>([^<]*)/.exec(html)?.[1];
const rowsOf = (html: string) => cells(html, "tbody");

test("a figure of the Sites report opens its rows, of a day, an agent and all, by the rights of who asks [LEDGER-09]", async () => {
  const byAgent = await open(`/app/stats/sites?groupBy=agent&${WEEK}`, "adm");
  const [, value = ""] = /name="of" value="(~~\d+~sales)"/.exec(byAgent) ?? [];
  const ofAgent = await press(byAgent, value, "adm");
  expect(summed(ofAgent)).toBe(String(rowsOf(ofAgent).length));
  expect(ofAgent).toMatch(/Agent: ada/);
  const all = await press(byAgent, "~~~sales", "adm");
  expect(rowsOf(all).length).toBeGreaterThan(rowsOf(ofAgent).length);
  expect(cells(all, "thead")[0]).toEqual(expect.arrayContaining(["Office", "Agent", "Price", "Payout", "Counts"]));
  const own = await open(`/app/stats/sites?groupBy=date&${WEEK}`, "ada");
  const opened = await press(own, "~~~sales", "ada");
  expect(rowsOf(opened)).toHaveLength(rowsOf(ofAgent).length);
  for (const hidden of ["Office", "Agent", "Earning"]) expect(cells(opened, "thead")[0]).not.toContain(hidden);
  const clicks = await press(own, "~~~raws", "ada");
  expect(summed(clicks)).toBe(String(rowsOf(clicks).length));
  expect(cells(clicks, "thead")[0]).toContain("Click Id");
});

test("what is not opened from a report is refused at its place, and the way back keeps the criteria [LEDGER-09]", async () => {
  const html = await open(`/app/stats/explain?groupBy=agent&${WEEK}&of=~~999999~sales`, "adm");
  expect(rowsOf(html)).toEqual([["No statistics for selected period"]]);
  expect(summed(html)).toBe("0");
  expect(html).toContain(`href="/app/stats/sites?groupBy=agent&amp;${WEEK.replace("&", "&amp;")}"`);
  const wrong = await open(`/app/stats/explain?start=2026-03-09&end=2026-03-03&of=x~y~z~nonsense`, "adm");
  expect(wrong).toContain("Date Range is not valid");
  expect((await people.ada!.get(`/app/stats/explain?report=sites-payout&${WEEK}&of=~~~sales`)).status).toBe(403);
});

test("rankings and comparisons open the sales of their rows [LEDGER-09]", async () => {
  const top = await open(`/app/stats/top-agents?${WEEK}`, "adm");
  const [, value = ""] = /name="of" value="(~~\d+~sales)"/.exec(top) ?? [];
  expect(rowsOf(await press(top, value, "adm"))).toHaveLength(3);
  const offices = await open(`/app/stats/top-agents?start=2026-03-01&end=2026-03-09`, "man");
  const [, office = ""] = /name="of" value="(~\d+~~sales)"/.exec(offices) ?? [];
  expect(summed(await press(offices, office, "man"))).toBe("4");
  const compared = await open(
    `/app/stats/office-performance?start1=2026-02-24&end1=2026-03-02&start2=2026-03-03&end2=2026-03-09`,
    "adm",
  );
  const links = [...compared.matchAll(/href="(\/app\/stats\/explain[^"]*)">(\d+)</g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, href = "", count] of links) {
    expect(summed(await open(href.replaceAll("&amp;", "&"), "adm"))).toBe(count);
  }
});
