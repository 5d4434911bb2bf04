import { expect, test } from "vitest";
import { chooseColumns } from "../../server/reports";
import { ask } from "../reports/ask";
import { theWeek } from "../reports/the-week";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { csvIn, tableIn } from "../world/table";

const PATH = "/app/stats/sites";
const WEEK = "start=2026-03-08&end=2026-03-09";
let week: Awaited<ReturnType<typeof theWeek>>;

const { as, open } = aScreenWorld({ people: ["adm", "man", "ada"], path: PATH }, async () => {
  week = await theWeek({ password: PASSWORD });
  await db.run`UPDATE clicks SET subs = '{"sub1": "summer"}' WHERE agent_id = ${week.ada.id} AND geo = 'DE'`;
});

/** The addresses behind the names of the rows. */
const openers = (html: string) =>
  pageOf(html)
    .all("tbody th a")
    .flatMap((link) => link.attr("href") ?? []);

test("a report by type opens the dates of a link, and its figures open their clicks and sales [STAT-38]", async () => {
  const html = await open(`?${WEEK}&groupBy=type`);
  expect(tableIn(html).headings.slice(0, 5)).toEqual(["#", "Type", "Site", "Raws", "Uniques"]);
  expect(tableIn(html).row({ Type: "slow" })).toMatchObject({ Site: "Lantern", Raws: "7", Sales: "2" });
  const dates = openers(html).find((href) => href.includes(`typeId=${week.slow.id}`)) ?? "none";
  expect(dates).toMatch(/groupBy=date&.*typeId=\d+/);
  const opened = await as("adm").get(dates);
  expect(tableIn(opened.html).row({ Date: "2026-03-09" })).toMatchObject({ Raws: "4" });
  const [figure] = pageOf(html)
    .all("a.figure")
    .flatMap((link) => link.attr("href") ?? [])
    .filter((href) => href.includes(`typeId=${week.slow.id}&of=~~~raws`));
  const rows = await as("adm").get(figure ?? "none");
  expect(tableIn(rows.html).rows).toHaveLength(7);
});

test("two groupings have the names of both, and a second one is kept in links, print and file [STAT-38]", async () => {
  const html = await open(`?${WEEK}&groupBy=company&then=country`);
  expect(tableIn(html).headings.slice(0, 4)).toEqual(["#", "Office", "Country", "Raws"]);
  expect(pageOf(html).one("p.line")?.text).toMatch(/^Group by: Office, then country/);
  expect(pageOf(html).value("then")).toBe("country");
  const agents = openers(html).find((href) => href.includes("geo=DE"));
  expect(agents).toMatch(/groupBy=agent&.*companyId=\d+/);
  expect(agents).not.toContain("then=");
  const { html: csv } = await as("adm").get(pageOf(html).link("Export") ?? "none");
  expect(csvIn(csv).headings.slice(0, 4)).toEqual(["No.", "Office", "Country", "Raws"]);
  const printed = await open(`?${WEEK}&groupBy=company&then=country&print=1`);
  expect(tableIn(printed).rows).toHaveLength(tableIn(html).rows.length);
});

test("a compared report has differences under its figures, in percent where there is something to compare with [STAT-40, STAT-41]", async () => {
  const html = await open(`?${WEEK}&groupBy=agent&compare=previous`);
  expect(pageOf(html).one("p.line")?.text).toContain("Compared with: 2026-03-06 ~ 2026-03-07");
  // 3 clicks in place of 3; 4 in place of none.
  expect(tableIn(html).row({ Agent: "ada" }).Raws).toBe("3 0, 0%");
  expect(tableIn(html).row({ Agent: "cid" }).Raws).toBe("4 +4");
  expect(tableIn(html).row({ Agent: "ada" }).Sales).toBe("2 +1, +100.00%");
  const { html: csv } = await as("adm").get(pageOf(html).link("Export") ?? "none");
  expect(csvIn(csv).row({ Agent: "ada" })).toMatchObject({
    ...{ "Sales before": "1", "Sales difference": "1", "Sales difference %": "100.00" },
  });
  expect(csvIn(csv).row({ Agent: "cid" })).toMatchObject({ "Raws before": "0", "Raws difference %": "" });
});

test("a grouping that needs an agent is refused with what to choose, and agents have their own [STAT-39]", async () => {
  const refused = await open(`?${WEEK}&groupBy=sub1`);
  expect(refused).toContain("Grouping by sub1 needs one agent. Please choose the agent.");
  expect(pageOf(refused).has("table")).toBe(false);
  const own = await open(`?${WEEK}&groupBy=sub1`, "ada");
  expect(tableIn(own).column("Sub 1")).toEqual(expect.arrayContaining(["summer", "none"]));
  expect(own).not.toContain("Margin");
});

test("further groupings and the comparison are one link away from the specified ones [STAT-38, STAT-40]", async () => {
  const html = await open(`?${WEEK}`);
  expect(pageOf(html).choices("groupBy")).toEqual(["Date", "Office", "Agent", "Detail"]);
  const { html: panel } = await as("adm").get(PATH + pageOf(html).link("More groupings"));
  const subs = [1, 2, 3, 4, 5].map((n) => `Sub ${n}`);
  const further = ["Type", "Country", ...subs, "Hour", "Referrer", "Device"];
  expect(pageOf(panel).choices("groupBy")).toEqual(["Date", "Office", "Agent", "Detail", ...further]);
  expect(pageOf(panel).choices("compare")).toEqual(["None", "Period before", "Year before"]);
  expect(pageOf(panel).has("table")).toBe(false);
  expect(pageOf(await open(`?${WEEK}&groupBy=device`)).choices("groupBy")).toContain("Referrer");
});

test("margin and earnings per click are shown to those who choose them, on screen and in the file [STAT-42]", async () => {
  const own = ["Margin PHP", "EPC", "PHP per Unique"];
  const shown = async () => {
    const html = await open(`?${WEEK}&groupBy=agent`);
    const { html: csv } = await as("adm").get(pageOf(html).link("Export") ?? "none");
    return [tableIn(html).headings, csvIn(csv).headings].map((heads) => heads.filter((head) => own.includes(head)));
  };
  expect(await shown()).toEqual([[], []]);
  const choice = { report: "sites", show: ["margin", "epc"] };
  expect(await ask(chooseColumns, week.admin.actor, choice)).toEqual({ hidden: [], shown: ["margin", "epc"] });
  expect(await shown()).toEqual([own.slice(0, 2), own.slice(0, 2)]);
  expect(await ask(chooseColumns, week.admin.actor, { report: "sites", hide: ["epc"] })).toEqual({
    ...{ hidden: [], shown: ["margin"] },
  });
  await ask(chooseColumns, week.admin.actor, { report: "sites", all: true });
  expect(await shown()).toEqual([[], []]);
});
