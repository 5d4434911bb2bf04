import { expect, test } from "vitest";
import { now } from "../../server/kernel/time/now";
import { addDays, dayOf } from "../../server/kernel/time";
import { topAgentsHints } from "../../server/trade/periods";
import { theWeek } from "../reports/the-week";
import { aSale, aSite } from "../world/builders";
import { pageOf } from "../world/page";
import { csvIn, rowsUnder, tableIn } from "../world/table";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/stats/top-agents";
const WEEK = "start=2026-03-03&end=2026-03-09";
const SENT = WEEK.replace("&", "&amp;");
let week: Awaited<ReturnType<typeof theWeek>>;
let zinc: Awaited<ReturnType<typeof aSite>>;

const { as, open } = aScreenWorld({ people: ["adm", "man", "ada"], path: PATH }, async () => {
  week = await theWeek({ password: PASSWORD });
  zinc = await aSite({ sitename: "Zinc", types: [{ typename: "z" }] });
  await aSale({ agent: week.cid, type: zinc.types[0]!, at: "2026-03-06T15:00Z" });
});

test("the screen opens with the last 28 days, by office, and offers 50 hints [TOP-01, TOP-04]", async () => {
  const html = await open();
  const today = dayOf(now());
  expect([pageOf(html).value("start"), pageOf(html).value("end")]).toEqual([addDays(today, -27), today]);
  expect(pageOf(html).choices("hint")).toEqual(["Custom", ...topAgentsHints(today).map(({ label }) => label)]);
  expect(pageOf(html).choices("hint")).toHaveLength(51);
  expect(pageOf(html).value("hint")).toBe(`${addDays(today, -27)},${today},day`);
  expect(tableIn(html).headings).toEqual(["#", "Office", "Sales"]);
  expect(tableIn(html).empty).toBe("No data for period");
});

test("a week is shown by agent, with the office for admins only, and a longer range by office for managers too [TOP-05]", async () => {
  const html = await open(`?${WEEK}`);
  expect(tableIn(html).headings).toEqual(["#", "Office", "Agent", "Sales"]);
  expect(tableIn(html).rows).toEqual(
    rowsUnder(
      ["#", "Office", "Agent", "Sales"],
      ["1", "North", "ada Ada Berg", "3"],
      ["2", "North", "bob Bob Dahl", "1"],
      ["3", "South", "cid Cid Ek", "1"],
    ),
  );
  expect(tableIn(html).totals).toEqual({ Total: { Sales: "5" } });
  const managers = await open(`?${WEEK}`, "man");
  expect(tableIn(managers).headings).toEqual(["#", "Agent", "Sales"]);
  expect(tableIn(managers).rows).toHaveLength(2);
  const LONGER = "?start=2026-03-01&end=2026-03-09";
  const byOffice = [{ "#": "1", Office: "North", Sales: "4" }];
  expect(tableIn(await open(LONGER, "man")).rows).toEqual(byOffice);
  // The choice of the account holds for any range, until it chooses the usual grouping again.
  await as("man").post(PATH, { groupBy: "agent" });
  expect(tableIn(await open(LONGER, "man")).rows).toEqual(tableIn(managers).rows);
  await as("man").post(PATH, { groupBy: "company" });
  expect(tableIn(await open(`?${WEEK}`, "man")).rows).toEqual(byOffice);
  await as("man").post(PATH, { groupBy: "" });
  expect(tableIn(await open(`?${WEEK}`, "man")).rows).toEqual(tableIn(managers).rows);
  const agents = await open("?start=2026-03-01&end=2026-03-09&groupBy=agent");
  expect(tableIn(agents).rows).toEqual(tableIn(html).rows);
  expect(pageOf(agents).link("ada")).toBe(`/app/agents/edit/${week.ada.id}`);
});

test("a site filters it; Custom sums the ticked sites, which stay ticked [TOP-02]", async () => {
  expect(pageOf(await open()).choices("siteId")).toEqual(["All", "Lantern", "Zinc", "Custom"]);
  const inZinc = [{ "#": "1", Office: "South", Agent: "cid Cid Ek", Sales: "1" }];
  expect(tableIn(await open(`?${WEEK}&siteId=${zinc.id}`)).rows).toEqual(inZinc);
  const custom = await open(`?${WEEK}&siteId=custom&siteIds=&siteIds=${zinc.id}&siteIds=${week.site.id}`);
  expect(tableIn(custom).rows).toHaveLength(3);
  expect(pageOf(custom).all("[name=siteIds][checked]")).toHaveLength(2);
  expect(custom).toContain("Sites: Lantern, Zinc");
  expect(pageOf(custom).one("details.filters")?.text).toBe("Filters: 2026-03-03 ~ 2026-03-09 · 1 more filter");
  const drop = pageOf(custom).one(".criteria > .drop");
  expect([drop?.one("summary")?.text, drop?.all("[type=checkbox]").length]).toEqual(["Sites2", 2]);
  const one = await open(`?${WEEK}&siteId=custom&siteIds=&siteIds=${zinc.id}`);
  expect(tableIn(one).rows).toEqual(inZinc);
  // Earlier ticks count only while Custom is chosen.
  expect(tableIn(await open(`?${WEEK}&siteIds=&siteIds=${zinc.id}`)).rows).toHaveLength(3);
});

test("the sales of a row are a link to the rows behind them, for the same sites, so that they open in a new tab", async () => {
  const html = await open(`?${WEEK}&siteId=${zinc.id}`);
  const address = pageOf(html).one("a.figure")?.attr("href") ?? "";
  expect(address).toContain("/app/stats/explain?report=top-agents&");
  const behind = await as("adm").get(address);
  expect([behind.status, tableIn(behind.html).column("Site")]).toEqual([200, ["Zinc"]]);
  expect(pageOf(await open(`?${WEEK}&print=1`)).has(".figure")).toBe(false);
});

test("the print version has only criteria and table, and a link back [TOP-03]", async () => {
  const html = await open(`?${WEEK}&siteId=${zinc.id}&print=1`);
  expect(pageOf(html).one("p.line")?.text).toContain("Group by: Agent · Period: 2026-03-03 ~ 2026-03-09 · Site: Zinc");
  expect(pageOf(html).has('form.criteria, [aria-label="Statistics"], [href*="export.csv"]')).toBe(false);
  expect(tableIn(html).totals).toEqual({ Total: { Sales: "1" } });
  expect(html).toContain(`href="?${SENT}&amp;siteId=${zinc.id}"`);
  expect(await open(`?${WEEK}`)).toContain(`href="?${SENT}&amp;print=1"`);
});

test("the export has the rows of the screen, for the ticked sites", async () => {
  const custom = await open(`?${WEEK}&siteId=custom&siteIds=&siteIds=${zinc.id}&siteIds=${week.site.id}`);
  const file = await as("adm").get(pageOf(custom).link("Export") ?? "");
  expect(file.headers.get("content-disposition")).toBe(
    'attachment; filename="top-agents_2-sites_all_2026-03-03_2026-03-09.csv"',
  );
  const { headings, rows } = csvIn(file.html);
  expect(headings).toEqual(["No.", "Office", "Agent", "Name", "Sales"]);
  expect(rows).toEqual(
    rowsUnder(
      headings,
      ["1", "North", "ada", "Ada Berg", "3"],
      ["2", "North", "bob", "Bob Dahl", "1"],
      ["3", "South", "cid", "Cid Ek", "1"],
      ["Total", "", "", "", "5"],
    ),
  );
  const one = await as("adm").get(pageOf(await open(`?${WEEK}&siteId=${zinc.id}`)).link("Export") ?? "");
  expect(csvIn(one.html).rows).toEqual(
    rowsUnder(headings, ["1", "South", "cid", "Cid Ek", "1"], ["Total", "", "", "", "1"]),
  );
  const managers = pageOf(await open(`?${WEEK}`, "man")).link("Export") ?? "";
  expect((await as("man").get(managers)).html).not.toContain("North");
  expect((await as("ada").get(managers)).status).toBe(403);
  expect((await as("adm").get(`${PATH}/export.csv?start=2026-03-09&end=2026-03-03`)).status).toBe(422);
});

test("an invalid criterion is refused at its field, what was typed stays, and no ranking is shown [STAT-08]", async () => {
  const html = await open("?start=2026-03-09&end=2026-03-03");
  expect(pageOf(html).message("start")).toContain("Date Range is not valid");
  expect([pageOf(html).value("start"), pageOf(html).value("end")]).toEqual(["2026-03-09", "2026-03-03"]);
  const none = "Please choose one from the list.";
  const all = await open(`?${WEEK}&siteId=all`);
  expect(pageOf(all).message("siteId")).toContain(none);
  const ticked = await open(`?${WEEK}&siteId=custom&siteIds=x`);
  const printed = await open(`?${WEEK}&siteId=all&print=1`);
  for (const page of [html, all, ticked, printed]) {
    expect(page).toContain('role="alert"');
    expect(pageOf(page).has("table, #figures")).toBe(false);
    expect(page).not.toMatch(/Period: |Export|Print version/);
  }
  expect(printed).toContain(none);
  expect(pageOf(printed).link("Screen version")).toBe(`?${WEEK}&siteId=all`);
  const file = await as("adm").get(`${PATH}/export.csv?${WEEK}&siteId=all`);
  expect([file.status, file.html]).toEqual([422, none]);
  expect((await as("adm").get(`${PATH}?${WEEK}&siteId=999999`)).status).toBe(404);
});

test("an agent has neither the screen nor its tab [ROLE-17, STAT-03]", async () => {
  expect((await as("ada").get(PATH)).status).toBe(403);
  expect((await as("ada").get("/app/stats/sites")).html).not.toContain(PATH);
  expect((await as("man").get("/app/stats/sites")).html).toContain(`href="${PATH}"`);
});
