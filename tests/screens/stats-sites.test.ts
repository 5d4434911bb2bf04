import { expect, test } from "vitest";
import { addDays, dayOf } from "../../server/kernel/time";
import { dateHints, periodOf, previous } from "../../server/trade/periods";
import { now } from "../../server/kernel/time/now";
import { theWeek } from "../reports/the-week";
import { aSale, aSite } from "../world/builders";
import { pageOf } from "../world/page";
import { cell, csvIn, rowsUnder, tableIn } from "../world/table";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/stats/sites";
const WEEK = "start=2026-03-06&end=2026-03-09";
let week: Awaited<ReturnType<typeof theWeek>>;
let approve: Awaited<ReturnType<typeof aSite>>;

const { server, as, open } = aScreenWorld({ people: ["adm", "man", "ada"], path: PATH }, async () => {
  week = await theWeek({ password: PASSWORD });
  approve = await aSite({ sitename: "Approve", useApproveSale: true, types: [{ typename: "card", bonus: true }] });
  const [card] = approve.types;
  if (!card) throw new Error("The site has no link.");
  await aSale({ agent: week.cid, type: card, at: "2026-03-02T12:00Z" });
  await db.run`UPDATE agents SET first_name = '=HYPERLINK("x")' WHERE id = ${week.cid.id}`;
});

/** The page that the criteria form opens without scripts, with some of its fields changed. */
async function send(html: string, changed: Record<string, string>, name = "adm") {
  const form = pageOf(html).one("form.criteria");
  const names = new Set(form?.fields.flatMap((field) => field.attr("name") || []));
  const fields = [...names].map((field) => [field, changed[field] ?? form?.value(field) ?? ""]);
  const query = `?${new URLSearchParams(fields)}`;
  return { query, html: await open(query, name) };
}

const dates = (html: string) => [pageOf(html).value("start"), pageOf(html).value("end")];

test("the report opens with today, by date, and states its title and time zone [REP-SITES-01, STAT-05, STAT-07, STAT-16]", async () => {
  const visitor = await signedIn(server.url, "adm");
  const { html, path } = await visitor.open("/app/stats");
  expect(path).toBe(PATH);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  expect(dates(html)).toEqual([today, today]);
  expect(pageOf(html).value("groupBy")).toBe("date");
  expect(pageOf(html).one("h1")?.text).toBe("Sites");
  expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time \(E[SD]T\)$/);
  expect(html).toContain(`<a href="${PATH}" aria-current="page">Sites</a>`);
  expect(pageOf(html).button("Load statistics")?.is(".primary[formnovalidate]")).toBe(true);
  expect(pageOf(html).one("td > .nothing > p")?.text).toBe("No data for period");
});

test("a report without data leads to other periods with the same criteria, and half-months follow the specified ranges", async () => {
  const day = dayOf(now());
  const half = periodOf(day, "beWeek");
  for (const name of ["adm", "man", "ada"]) {
    const html = await open("?groupBy=detail", name);
    expect(pageOf(html).choices("hint")).toEqual([
      ...["Custom", "This half-month", "Last half-month", ...dateHints(day).map(({ label }) => label)],
    ]);
    const link = pageOf(html).link("This half-month") ?? "";
    expect(link).toContain(`groupBy=detail&start=${half.start}&end=${half.end}`);
    expect(pageOf(html).link("Yesterday")).toContain(`start=${addDays(day, -1)}&end=${addDays(day, -1)}`);
    const visit = await as(name).get(link);
    expect([visit.status, pageOf(visit.html).link("This half-month"), dates(visit.html)]).toEqual([
      ...[200, undefined, [half.start, half.end]],
    ]);
    expect(pageOf(visit.html).link("This week")).toBeDefined();
    expect(pageOf(await open(`?${WEEK}`, name)).link("This week")).toBeUndefined();
  }
  const avp = await as("ada").get(`/app/stats/sites-avp?start=${half.start}&end=${half.end}`);
  const before = previous(half, "beWeek");
  expect(pageOf(avp.html).link(`${before.start} ~ ${before.end}`)).toContain(`start=${before.start}&end=${before.end}`);
});

test("groupings, filters and columns depend on the role [STAT-11, STAT-12, STAT-13, STAT-15, ROLE-22]", async () => {
  const [admin, manager, agent] = [await open(), await open("", "man"), await open("", "ada")];
  expect(pageOf(admin).choices("groupBy")).toEqual(["Date", "Office", "Agent", "Detail"]);
  expect(pageOf(manager).choices("groupBy")).toEqual(["Date", "Agent", "Detail"]);
  expect(pageOf(agent).choices("groupBy")).toEqual(["Date", "Detail"]);
  expect(pageOf(admin).choices("companyId")).toEqual(["All", "North", "South"]);
  for (const html of [manager, agent]) expect(html).not.toContain('name="companyId"');
  expect([admin, manager].map((html) => html.includes('name="agentId"'))).toEqual([true, true]);
  expect(pageOf(agent).has("[name=agentId], datalist")).toBe(false);
  expect(admin).toContain('<option value="cid"');
  expect(manager).not.toContain('<option value="cid"');
  const heads = async (name: string) => tableIn(await open(`?${WEEK}&groupBy=detail`, name)).headings;
  const counts = [
    "Raws",
    "Uniques",
    "quick",
    "quick Bonus",
    "slow",
    "Sales",
    "Bonus",
    "Bonus Ratio",
    "LPP",
    "Previous LPP",
  ];
  expect(await heads("adm")).toEqual(["#", "Date", "Office", "Agent", "Name", ...counts, "Earning", "Bonus Earning"]);
  expect(await heads("man")).toEqual(["#", "Date", "Agent", "Name", ...counts]);
  expect(await heads("ada")).toEqual(["#", "Date", ...counts]);
});

test("site, type and country are chosen from lists, and the types depend on the site [STAT-14, STAT-29, REP-SITES-02]", async () => {
  const none = await open();
  expect(pageOf(none).choices("siteId")).toEqual(["All", "Approve", "Lantern"]);
  expect(pageOf(none).choices("typeId")).toEqual(["All"]);
  expect(pageOf(none).choices("geo")).toEqual(["All", "DE", "FR", "US"]);
  const lantern = `?${WEEK}&siteId=${week.site.id}&typeId=${week.slow.id}`;
  const chosen = await open(lantern);
  expect(pageOf(chosen).choices("typeId")).toEqual(["All", "quick", "slow"]);
  expect(pageOf(chosen).value("typeId")).toBe(`${week.slow.id}`);
  expect(tableIn(chosen).total("Overall Total")).toMatchObject({ Raws: "7" });
  const other = await open(`?${WEEK}&siteId=${approve.id}&siteWas=${week.site.id}&typeId=${week.slow.id}`);
  expect([pageOf(other).choices("typeId"), pageOf(other).value("typeId")]).toEqual([["All", "card"], ""]);
  expect(pageOf(other).message("typeId")).toBe("");
});

test("on a phone one line sums up the filters, and the form opens where a filter is refused", async () => {
  const line = (html: string) => pageOf(html).one("details.filters");
  const all = line(await open(`?${WEEK}`));
  expect([all?.text, all?.is("[open]")]).toEqual(["Filters: Date · 2026-03-06 ~ 2026-03-09 · all", false]);
  const day = `?start=2026-03-06&end=2026-03-06&groupBy=agent&siteId=${week.site.id}&geo=US&sortField=raws&pageSize=5`;
  expect(line(await open(day))?.text).toBe("Filters: Agent · 2026-03-06 · 2 more filters");
  expect(line(await open(`?${WEEK}&agentId=nobody`))?.is("[open]")).toBe(true);
});

test("rare filters have a button that counts those in force, and the line of criteria can take each of them back", async () => {
  const more = (html: string) => pageOf(html).one(".criteria > .drop");
  expect(pageOf(await open(`?${WEEK}`)).one(".criteria > .drop > summary")?.text).toBe("More filters");
  const query = `?${WEEK}&siteId=${week.site.id}&typeId=${week.quick.id}&agentId=ada&geo=US`;
  const html = await open(query);
  expect([pageOf(html).one(".criteria > .drop > summary")?.text, more(html)?.is("[open]")]).toEqual([
    ...["More filters4", false],
  ]);
  expect(
    pageOf(html)
      .all(".line > .chip")
      .map(({ text }) => text),
  ).toEqual([...["Site: Lantern, remove", "Type: quick, remove", "Agent: ada, remove", "Geo: US, remove"]]);
  expect(pageOf(html).one("p.line")?.text).toMatch(/^Group by: Date · Period: 2026-03-06 ~ 2026-03-09 Site: Lantern/);
  // Each is named once, and a link goes with its site.
  expect(pageOf(html).has(".chips")).toBe(false);
  expect(pageOf(html).one(".line > .chip")?.attr("href")).toBe(`?${WEEK}&agentId=ada&geo=US`);
  expect(more(await open(`?${WEEK}&agentId=nobody`))?.is("[open]")).toBe(true);
});

test("another office proposes its agents and clears an agent who does not belong to it [STAT-30, STAT-33]", async () => {
  const north = await open(`?${WEEK}&companyId=${week.north.id}&companyWas=all&agentId=ada`);
  expect(pageOf(north).value("agentId")).toBe("ada");
  const proposed = pageOf(north).all("option[value][label]");
  expect(proposed.map((option) => option.attr("value"))).toEqual(["ada", "bob"]);
  const south = await open(`?${WEEK}&companyId=${week.south.id}&companyWas=${week.north.id}&agentId=ada`);
  expect(pageOf(south).value("agentId")).toBe("");
  expect(tableIn(south).total("Overall Total")).toMatchObject({ Raws: "4" });
});

test("an agent is found by id, username or the only fitting part of one; others are reported or 404", async () => {
  for (const agent of ["ada", "ADA", week.ada.id]) {
    const html = await open(`?${WEEK}&agentId=${agent}`);
    expect(pageOf(html).value("agentId")).toBe("ada");
    expect(tableIn(html).total("Overall Total")).toMatchObject({ Raws: "6" });
  }
  const unknown = await open(`?${WEEK}&agentId=a%25`);
  expect(pageOf(unknown).message("agentId")).toBe("There is no such agent.");
  const part = await open(`?${WEEK}&agentId=CI`);
  expect([pageOf(part).message("agentId"), pageOf(part).value("agentId")]).toEqual(["", "cid"]);
  // To a manager, agents of other offices do not exist.
  expect(pageOf(await open(`?${WEEK}&agentId=CI`, "man")).message("agentId")).toBe("There is no such agent.");
  expect(pageOf(unknown).value("agentId")).toBe("a%");
  expect(pageOf(await open(`?${WEEK}&agentId=cid`, "man")).message("agentId")).toBe("There is no such agent.");
  for (const query of [`agentId=${week.cid.id}`, "agentId=99999999", "siteId=99999999"]) {
    const { status, html } = await as("man").get(`${PATH}?${WEEK}&${query}`);
    expect([query, status]).toEqual([query, 404]);
    expect(html).toContain("This page does not exist or is not yours to see.");
    expect(pageOf(html).has('nav[aria-label="Main"]')).toBe(true);
  }
});

test("rows are numbered across pages; there are totals of the page and of all [STAT-17, STAT-18]", async () => {
  const first = await open(`?${WEEK}&pageSize=3`);
  const second = await open(`?${WEEK}&pageSize=3&page=2`);
  expect(tableIn(first).columns("#", "Date", "Raws")).toEqual([
    { "#": "1", Date: "2026-03-09", Raws: "5" },
    { "#": "2", Date: "2026-03-08", Raws: "3" },
    { "#": "3", Date: "2026-03-07", Raws: "1" },
  ]);
  expect(tableIn(second).columns("#", "Date", "Raws")).toEqual([{ "#": "4", Date: "2026-03-06", Raws: "2" }]);
  const { totals } = tableIn(first);
  expect(Object.keys(totals)).toEqual(["Page Total", "Overall Total", "Unique to Sale Ratio"]);
  expect(totals).toMatchObject({
    "Page Total": { Raws: "9", Earning: "$20.20" },
    "Overall Total": { Raws: "11", Earning: "$40.20" },
    "Unique to Sale Ratio": { Raws: "1:2.25", Earning: "" },
  });
  expect(tableIn(second).total("Page Total")).toMatchObject({ Raws: "2", Earning: "$20.00" });
  expect([pageOf(first).link("Next"), pageOf(second).link("Prev")]).toEqual([
    `?${WEEK}&pageSize=3&page=2`,
    `?${WEEK}&pageSize=3&page=1`,
  ]);
  expect(second).toContain("2 of 2");
});

test("the totals show visitors per sale, and 0.00 without sales [STAT-19]", async () => {
  const ratio = async (query: string) => cell(tableIn(await open(`?${query}`)).total("Unique to Sale Ratio"), "Raws");
  expect(await ratio(`${WEEK}&agentId=ada`)).toBe("1:1.33");
  expect(await ratio(`${WEEK}&agentId=cid`)).toBe("1:0.00");
});

test("a date opens its offices, an office its agents, an agent their days [STAT-21, STAT-22, STAT-23]", async () => {
  const follow = async (html: string, label: string, name = "adm") => {
    const to = pageOf(html).link(label);
    expect(to, label).toBeDefined();
    return open(to?.slice(PATH.length), name);
  };
  const all = await open(`?${WEEK}&siteId=${week.site.id}&sortField=raws&sortAsc=true&pageSize=10&page=1`);
  const offices = await follow(all, "2026-03-09");
  expect([pageOf(offices).value("groupBy"), ...dates(offices)]).toEqual(["company", "2026-03-09", "2026-03-09"]);
  expect(pageOf(offices).value("siteId")).toBe(`${week.site.id}`);
  expect(tableIn(offices).column("Office")).toEqual(["North", "South"]);
  const agents = await follow(offices, "North");
  expect([pageOf(agents).value("groupBy"), pageOf(agents).value("companyId")]).toEqual(["agent", `${week.north.id}`]);
  const detail = await follow(agents, "bob");
  expect([pageOf(detail).value("groupBy"), pageOf(detail).value("agentId")]).toEqual(["detail", "bob"]);
  expect(tableIn(detail).columns("Date", "Office", "Agent")).toEqual([
    { Date: "2026-03-09", Office: "North", Agent: "bob" },
  ]);
  expect(pageOf(detail).link("2026-03-09")).toBeUndefined();
  // The way back up is a line of links, with the same days.
  const trail = (html: string) => pageOf(html).one('nav[aria-label="Breadcrumb"]')?.text;
  const days = "2026-03-06 ~ 2026-03-09";
  expect([offices, agents, detail].map(trail)).toEqual([
    `${days} › 2026-03-09`,
    `${days} › All offices › North`,
    `${days} › All offices › North › bob`,
  ]);
  const up = await follow(detail, "North");
  expect([pageOf(up).value("groupBy"), pageOf(up).value("agentId"), ...dates(up)]).toEqual([
    "agent",
    "",
    ...dates(detail),
  ]);
  const top = await follow(up, "All offices");
  expect([pageOf(top).value("groupBy"), pageOf(top).value("companyId")]).toEqual(["company", ""]);
  expect(trail(await open(`?${WEEK}&groupBy=detail&agentId=ada`, "man"))).toBe("All agents › ada");
  expect(trail(await open(`?${WEEK}&groupBy=detail`, "ada"))).toBeUndefined();
  expect(pageOf(await follow(await open(`?${WEEK}`, "man"), "2026-03-08", "man")).value("groupBy")).toBe("agent");
  expect(pageOf(await follow(await open(`?${WEEK}`, "ada"), "2026-03-08", "ada")).value("groupBy")).toBe("detail");
});

test("another site or grouping resets the order, other criteria keep it [STAT-27, STAT-28, WIDGET-08]", async () => {
  const order = (html: string) => {
    const head = pageOf(html).one("th[aria-sort]");
    return `${head?.one("a")?.text} ${head?.attr("aria-sort")}`;
  };
  const follow = (html: string, head: string) => open(pageOf(html).link(head)!);
  const byRaws = await follow(await follow(await open(`?${WEEK}&groupBy=agent`), "Raws"), "Raws");
  expect(order(byRaws)).toBe("Raws descending");
  const office = await send(byRaws, { groupBy: "company" });
  expect(office.query).not.toContain("sortField");
  expect(order(office.html)).toBe("Office ascending");
  expect(order((await send(byRaws, { groupBy: "date" })).html)).toBe("Date descending");
  expect(order((await send(byRaws, { siteId: `${week.site.id}` })).html)).toBe("Agent ascending");
  const narrowed = await send(byRaws, { companyId: `${week.north.id}`, end: "2026-03-08" });
  expect(order(narrowed.html)).toBe("Raws descending");
  // Sent again, with the order that the address kept.
  expect(order((await send(narrowed.html, { geo: "US" })).html)).toBe("Raws descending");
  expect(order((await send(narrowed.html, { groupBy: "detail" })).html)).toBe("Date descending");
  // After another grouping its own columns sort, and that order is kept.
  const bySales = await follow(office.html, "Sales");
  expect(order(bySales)).toBe("Sales ascending");
  expect(order((await send(bySales, { end: "2026-03-08" })).html)).toBe("Sales ascending");
  expect(pageOf(byRaws).link("Raws")).toContain("sortAsc=true&sortField=raws");
  expect(pageOf(byRaws).link("Uniques")).toContain("sortAsc=true&sortField=uniques");
});

test("sorting by a column that no longer exists ends without a message and keeps the criteria [STAT-27]", async () => {
  const site = { siteId: `${week.site.id}` };
  const quick = await open(pageOf(await open(`?${WEEK}&siteId=${site.siteId}&groupBy=agent`)).link("quick")!);
  expect(pageOf(quick).one('[aria-sort="ascending"] > a')?.text).toBe("quick");
  const { html } = await send(quick, { typeId: `${week.slow.id}` });
  expect(pageOf(html).one('[aria-sort="ascending"] > a')?.text).toBe("Agent");
  expect([pageOf(html).value("typeId"), html.includes('role="alert"')]).toEqual([`${week.slow.id}`, false]);
  expect(tableIn(html).column("Agent")).toEqual(["ada", "cid"]);
  for (const was of ["agent~all~password~true", "agent~all", "~", "agent~all~lpp~true", "date~all~lpp~true"])
    expect((await open(`?${WEEK}&groupBy=agent&sortWas=${was}`)).includes('role="alert"'), was).toBe(false);
});

test("an agent's day in detail opens its figures by site and link, and one by date its detail", async () => {
  const detail = await open(`?groupBy=detail&${WEEK}`, "ada");
  const [day = ""] = tableIn(detail).column("Date");
  const to = pageOf(detail).link(day) ?? "";
  expect(to).toContain("/app/stats/figures?");
  const { status, html } = await as("ada").get(to);
  expect([status, pageOf(html).one("h1")?.text]).toEqual([200, "Figures of a row"]);
  expect(tableIn(html).column("Figure").length).toBeGreaterThan(2);
  expect(pageOf(await open(`?groupBy=date&${WEEK}`, "ada")).link(day)).toContain("groupBy=detail");
});

test("a changed hint replaces the dates sent with it, an unchanged one does not [STAT-31]", async () => {
  const today = await open("?hint=&hintWas=");
  const options = pageOf(today).all("select[name=hint] option");
  const lastMonth = options.find(({ text }) => text.startsWith("Last month"))?.attr("value") ?? "";
  const [start, end] = lastMonth.split(",");
  const changed = await open(`?${WEEK}&hint=${lastMonth}&hintWas=`);
  expect(dates(changed)).toEqual([start, end]);
  expect(pageOf(changed).value("hint")).toBe(lastMonth);
  const kept = await open(`?${WEEK}&hint=${lastMonth}&hintWas=${lastMonth}`);
  expect(dates(kept)).toEqual(["2026-03-06", "2026-03-09"]);
  expect([pageOf(kept).value("hint"), pageOf(kept).value("hintWas")]).toEqual(["", ""]);
});

test("the dates are kept for the screen until another one is opened [SHELL-29, SHELL-30, WIDGET-36]", async () => {
  const visitor = await signedIn(server.url, "adm");
  const now = async (query = "") => dates((await visitor.get(PATH + query)).html);
  const today = await now();
  expect(await now(`?${WEEK}`)).toEqual(["2026-03-06", "2026-03-09"]);
  expect(await now()).toEqual(["2026-03-06", "2026-03-09"]);
  await visitor.get("/app/home");
  expect(await now()).toEqual(today);
  const range = encodeURIComponent(JSON.stringify({ start: "2026-03-01", end: "2026-03-15" }));
  expect(await now(`?dateRange=${range}`)).toEqual(["2026-03-01", "2026-03-15"]);
  await visitor.get(`/app/home?dateRange=${range}`);
  expect(await now()).toEqual(["2026-03-01", "2026-03-15"]);
});

test("an invalid criterion is refused at its field with what was typed, and no figures are shown [STAT-08, WIDGET-27]", async () => {
  const choose = "Please choose one from the list.";
  const bad = [
    ["groupBy", "week", choose],
    ["siteId", "x", choose],
    ["typeId", "-1", choose],
    ["companyId", "1.5", choose],
    ["geo", "USA", choose],
    ["start", "2026-02-30", "Date Range is not valid"],
    ["start", "2026-03-10", "Date Range is not valid"],
    ["start", "2006-03-10", "Please choose at most 10 years."],
    ["agentId", "nobody", "There is no such agent."],
  ] as const;
  for (const [name, typed, message] of bad) {
    const query = new URLSearchParams(WEEK);
    query.set(name, typed);
    const html = await open(`?${query}`);
    expect([name, typed, pageOf(html).message(name)]).toEqual([name, typed, message]);
    if (name === "start") expect(dates(html)).toEqual([typed, "2026-03-09"]);
    expect(pageOf(html).one("[role=alert]")?.text).toContain(message);
    expect(pageOf(html).has("table, #figures"), name).toBe(false);
    expect(html, name).not.toMatch(/Period: |Print version|Export/);
    const printed = await open(`?${query}&print=1`);
    expect(printed).toContain(message);
    expect(pageOf(printed).has("table, form"), name).toBe(false);
    expect(printed, name).not.toContain("Period: ");
    expect(pageOf(printed).link("Screen version")).toBe(`?${query}`);
    const { status, html: csv } = await as("adm").get(`${PATH}/export.csv?${query}`);
    expect([name, status, csv]).toEqual([name, 422, message]);
  }
  const other = await open(`?${WEEK}&avp=1`);
  expect(pageOf(other).one("[role=alert]")?.text).toContain("The Sites report has no AVP filter.");
  expect(other).not.toContain("<table");
  // Order and page are not filters: the figures are still those requested.
  for (const query of ["sortField=password", "page=0", "pageSize=501", "sortAsc=x"]) {
    const html = await open(`?${WEEK}&${query}`);
    expect(tableIn(html).rows).toHaveLength(4);
    expect(html, query).toContain('role="alert"');
  }
  expect(pageOf(await open(`?${WEEK}&groupBy=company`, "man")).value("groupBy")).toBe("date");
  expect(pageOf(await open(`?${WEEK}&groupBy=company`, "man")).message("groupBy")).toBe(choose);
});

test("the print version has only the table: brand, date of print, one line of criteria, all rows, a link back [STAT-20, WIDGET-30]", async () => {
  const screen = await open(`?${WEEK}&companyId=${week.north.id}&pageSize=1`);
  const sheet = await open(pageOf(screen).link("Print version"));
  const line = "Group by: Date · Period: 2026-03-06 ~ 2026-03-09 · Office: North";
  expect(pageOf(sheet).one("p.line")?.text).toMatch(new RegExp(`^${line} `));
  expect(pageOf(sheet).has(".chip")).toBe(false);
  expect(tableIn(sheet).rows).toHaveLength(4);
  expect(Object.keys(tableIn(sheet).totals)).toEqual(["Page Total", "Overall Total", "Unique to Sale Ratio"]);
  expect(pageOf(sheet).has("nav, form, header.bar")).toBe(false);
  expect(pageOf(sheet).one("p.printed")?.text).toMatch(/^Harbor · Printed \d{4}-\d\d-\d\d \(\d\d:\d\d\) by \w+$/);
  expect(sheet).not.toContain("Export");
  expect(pageOf(sheet).link("Screen version")).toBe(`?${WEEK}&companyId=${week.north.id}&pageSize=1`);
});

test("the export has what the role is shown, without formulas, and the same header for every period", async () => {
  for (const name of ["adm", "man", "ada"]) {
    const html = await open(`?${WEEK}&groupBy=detail&pageSize=2`, name);
    const { html: csv, status, headers } = await as(name).get(pageOf(html).link("Export") ?? "");
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const scope = { adm: "all", man: "north", ada: "ada" }[name];
    const named = `sites-by-detail_${scope}_2026-03-06_2026-03-09.csv`;
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${named}"`);
    const file = csvIn(csv);
    const [number = "", ...headings] = file.headings;
    expect(number).toBe("No.");
    // In the file a link's column is named by its site and link.
    expect(headings.map((heading) => heading.replace(/^Lantern /, ""))).toEqual(tableIn(html).headings.slice(1));
    expect(headings).toEqual(expect.arrayContaining(["Lantern quick", "Lantern quick Bonus", "Lantern slow"]));
    expect(pageOf(html).one("tr.groups")?.text).toBe("Lantern");
    expect(file.rows).toHaveLength(1 + { adm: 5, man: 4, ada: 3 }[name as "adm"]);
    expect(file.column(number).at(-1)).toBe("Overall Total");
    if (name !== "adm") expect(csv).not.toMatch(/North|Earning/);
  }
  const { html: csv } = await as("adm").get(`${PATH}/export.csv?${WEEK}&groupBy=agent`);
  expect(csv).toContain(`cid,"'=HYPERLINK(""x"") Ek",4,4`);
  const { headings, rows } = csvIn(csv);
  expect(rows[1]).toEqual(
    rowsUnder(
      [
        ...[headings[0] ?? "", "Office", "Agent", "Name", "Raws", "Uniques"],
        ...["Lantern quick", "Lantern quick Bonus", "Lantern slow", "Sales"],
        ...["Bonus", "Bonus Ratio", "LPP", "Previous LPP", "Earning", "Bonus Earning"],
      ],
      ["2", "North", "bob", "Bob Dahl", "1", "1", "1", "0", "0", "1", "0", "0.00", "1", "0", "20.00", "0.00"],
    )[0],
  );
  const { status } = await as("man").get(`${PATH}/export.csv?${WEEK}&groupBy=company`);
  expect(status).toBe(422);
});

test("a site that sells in two steps has its own column names [STAT-26, STAT-24]", async () => {
  const html = await open(`?start=2026-03-01&end=2026-03-04&siteId=${approve.id}`);
  expect(tableIn(html).headings.slice(4, 9)).toEqual([
    ...["card Day#1", "card Day#2", "Approved Day#1", "Paid sale Day#2", "Convert Ratio"],
  ]);
  expect(tableIn(await open("?start=2026-03-01&end=2026-03-04")).headings.slice(6, 9)).toEqual([
    "Sales",
    "Bonus",
    "Bonus Ratio",
  ]);
});
