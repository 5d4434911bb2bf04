import { expect, test } from "vitest";
import { columnChoice, chooseColumns } from "../../server/reports";
import { ask, refused } from "../reports/ask";
import { theWeek } from "../reports/the-week";
import { pageOf } from "../world/page";
import { csvIn, tableIn } from "../world/table";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

/** The columns that a person leaves out of a report. */

const WEEK = "start=2026-03-06&end=2026-03-09";
const REPORT = `/app/stats/sites?groupBy=agent&${WEEK}`;
let week: Awaited<ReturnType<typeof theWeek>>;

const { as, open } = aScreenWorld({ people: ["adm", "man"] }, async () => {
  week = await theWeek({ password: PASSWORD });
});
const headings = async (path = REPORT, name = "adm") => tableIn(await open(path, name)).headings;

/** Posts the form of the report's columns with only these labels ticked, and follows to the report. */
async function tick(labels: readonly string[] | "all", report = REPORT, name = "adm") {
  const visitor = as(name);
  const html = await open(report, name);
  const address = pageOf(html).all('a[href^="/app/stats/columns?"]')[0]?.attr("href") ?? "";
  const form = pageOf(await open(address, name)).one("form.form")!;
  const boxes = form.all("label").filter((label) => !label.has("input:disabled"));
  const ticked = boxes.filter((label) => labels !== "all" && labels.includes(label.text));
  const {
    status,
    headers,
    html: answer,
  } = await visitor.post(address, [
    ...Object.entries(form.hidden),
    ...ticked.map((label): [string, string] => ["columns", label.one("input")?.attr("value") ?? ""]),
    ...(labels === "all" ? [["all", "true"] satisfies [string, string]] : []),
  ]);
  expect(status, pageOf(answer).one("main")?.words).toBe(302);
  return { form, to: headers.get("location") ?? "" };
}

test("unticked columns are gone from the report and its print version for this person alone, and stay in the export", async () => {
  const before = await headings();
  const others = await headings(REPORT, "man");
  const { to } = await tick(["Name", "Raws", "quick"]);
  expect(to).toBe(REPORT);
  const kept = ["#", "Office", "Agent", "Name", "Raws", "Uniques", "quick", "quick Bonus", "Sales"];
  const html = await open(to);
  expect(tableIn(html).headings).toEqual(kept);
  expect(pageOf(html).link("Columns (7 hidden)")).toContain("report=sites");
  expect(tableIn(html).total("Overall Total")).toMatchObject({ Raws: "11", Uniques: "9", Sales: "4" });
  const printed = await open(`${REPORT}&print=1`);
  expect(tableIn(printed).headings).toEqual(kept);
  expect(printed).toContain("7 columns left out by choice.");
  const file = csvIn(await open(pageOf(html).link("Export") ?? ""));
  expect(file.headings).toEqual(expect.arrayContaining(["LPP", "Earning", "Lantern slow"]));
  expect(await headings(REPORT, "man")).toEqual(others);
  expect(await headings(`/app/stats/sites-payout?groupBy=agent&${WEEK}`)).toContain("LPP");
  await tick("all", to);
  expect(await headings()).toEqual(before);
});

test("the names of rows and the figures that a report is about cannot be left out", async () => {
  const { form } = await tick([]);
  expect(form.all("label").flatMap((label) => (label.has("input:disabled:checked") ? label.text : []))).toEqual([
    ...["Office", "Agent", "Uniques", "Sales"],
  ]);
  expect(await headings()).toEqual(["#", "Office", "Agent", "Uniques", "Sales"]);
  await tick("all");
  const payroll = `/app/stats/sites-payout?groupBy=date&${WEEK}`;
  await tick([], payroll);
  expect(await headings(payroll)).toEqual(["#", "Date", "Sales", "Pay PHP", "Pay USD"]);
  await tick("all", payroll);
  const always = { status: 422, data: { hide: ["This column is always shown."] } };
  const { admin, north } = week;
  expect(await refused(chooseColumns, admin.actor, { report: "sites", hide: ["uniques"] })).toEqual(always);
  expect(await refused(chooseColumns, admin.actor, { report: "sites-payout", hide: ["payoutPhp"] })).toEqual(always);
  expect(await refused(chooseColumns, admin.actor, { report: "sites", hide: ["nothing"] })).toMatchObject({
    status: 422,
  });
  for (const operation of [columnChoice, chooseColumns])
    expect(await refused(operation, north.actor, { report: "sites-payout" })).toMatchObject({ status: 403 });
  expect((await as("man").get(`/app/stats/columns?report=sites-payout&${WEEK}`)).status).toBe(403);
  expect((await as("adm").get(`/app/stats/columns?report=clicks&${WEEK}`)).status).toBe(404);
});

test("a choice made in one grouping keeps the columns that only another grouping has", async () => {
  const { admin } = week;
  await tick(["Raws", "quick", "slow", "Bonus", "Bonus Ratio", "LPP", "Previous LPP", "Earning", "Bonus Earning"]);
  const dates = `/app/stats/sites?groupBy=date&${WEEK}`;
  await tick(["quick", "slow", "Bonus", "Bonus Ratio", "Earning", "Bonus Earning"], dates);
  expect((await ask(columnChoice, admin.actor, { report: "sites" })).hidden).toEqual(["agentFullName", "raws"]);
  expect(await ask(chooseColumns, admin.actor, { report: "sites", show: ["raws"] })).toEqual({
    hidden: ["agentFullName"],
    shown: [],
  });
  expect(await headings()).not.toContain("Name");
  await tick("all");
  expect((await ask(columnChoice, admin.actor, { report: "sites" })).hidden).toEqual([]);
});
