import pg from "pg";
import { expect, test } from "vitest";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { dateHints, payoutHints } from "../../server/trade/periods";
import { HALF, thePool } from "../reports/the-pool";
import { pageOf } from "../world/page";
import { cell, csvIn, tableIn } from "../world/table";
import { aVisitor, signedIn } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const [AVP, PAYROLL, PAYROLL_AVP] = ["sites-avp", "sites-payout", "sites-payout-avp"].map(
  (name) => `/app/stats/${name}`,
) as [string, string, string];
const MARCH = `start=${HALF.start}&end=${HALF.end}`;
const HINT = `hint=${HALF.start},${HALF.end},beWeek`;
let pool: Awaited<ReturnType<typeof thePool>>;

const { server, as, open } = aScreenWorld({ people: ["adm", "man", "ada"] }, async () => {
  pool = await thePool({ password: PASSWORD });
  await pool.sale(pool.bob, pool.plain, "2026-03-20T15:00Z");
});
const head = (html: string) => tableIn(html).headings;
const hints = () => payoutHints(dayOf(now()));

test("the payrolls and their tabs are for admins and above [STAT-04, PAYROLL-01, PAYROLL-AVP-01]", async () => {
  const tabs = (html: string) => [PAYROLL, PAYROLL_AVP].map((path) => html.includes(`href="${path}"`));
  expect(tabs(await open("/app/stats/sites"))).toEqual([true, true]);
  for (const name of ["man", "ada"]) {
    expect(tabs(await open(AVP, name))).toEqual([false, false]);
    for (const path of [PAYROLL, PAYROLL_AVP]) {
      const { status, html } = await as(name).get(path);
      expect([path, status]).toEqual([path, 403]);
      expect(html).toContain("You may not open this page.");
    }
    expect((await as(name).get(`${PAYROLL}/export.csv?${MARCH}`)).status).toBe(403);
  }
  const { path } = await aVisitor(server.url).open(PAYROLL);
  expect(path).toBe(`/login?returnUrl=${encodeURIComponent(PAYROLL)}`);
});

test("each opens by Date with the current half-month; AVP reports offer 52 of them [REP-AVP-01, REP-AVP-03, STAT-06, STAT-16]", async () => {
  const [running] = hints();
  for (const [path, title] of [
    [AVP, "Sites AVP"],
    [PAYROLL_AVP, "Payroll AVP"],
  ] as const) {
    const html = await open(path);
    expect(pageOf(html).one("h1")?.text).toBe(title);
    expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time/);
    expect(pageOf(html).choices("hint")).toEqual(hints().map(({ label }) => label));
    expect(pageOf(html).value("hint")).toBe(`${running?.start},${running?.end},beWeek`);
    expect(pageOf(html).value("groupBy")).toBe("date");
    const dated = pageOf(html).all(":is([name=start], [name=end], [name=geo])");
    expect(dated.filter((field) => !field.within("form#figures"))).toEqual([]);
    expect(html).toContain("Load statistics");
  }
  const payroll = await open(PAYROLL);
  expect([pageOf(payroll).value("start"), pageOf(payroll).value("end")]).toEqual([running?.start, running?.end]);
  // The initial period is selected by name, not as "Custom".
  expect(pageOf(payroll).choices("hint")).toEqual([
    ...["Custom", "This half-month", "Last half-month"],
    ...hints()
      .slice(2, 12)
      .map(({ label }) => label),
    ...dateHints(dayOf(now())).map(({ label }) => label),
  ]);
  const last = hints()[1];
  const lastHalf = await open(`${PAYROLL}?start=${last?.start}&end=${last?.end}`);
  expect(pageOf(lastHalf).value("hint")).toBe(`${last?.start},${last?.end},beWeek`);
  expect(pageOf(payroll).value("hint")).toBe(`${running?.start},${running?.end},beWeek`);
  expect(pageOf(await open("/app/stats/sites")).value("hint")).toMatch(/,day$/);
  expect(pageOf(await open("/app/stats/sites")).choices("hint")).not.toContain(running?.label);
  const chosen = await open(`${PAYROLL}?${MARCH}&hintWas=&hint=${running?.start},${running?.end},beWeek`);
  expect([pageOf(chosen).value("start"), pageOf(chosen).value("end")]).toEqual([running?.start, running?.end]);
  expect(pageOf(payroll).has("[name=geo], [name=avp]")).toBe(false);
  expect(pageOf(payroll).one("td > .nothing > p")?.text).toBe("No data for period");
});

test("the AVP filter lists the tiers of the half-month, for admins only [REP-AVP-02, REP-AVP-05, PAYROLL-AVP-02]", async () => {
  for (const path of [AVP, PAYROLL_AVP]) {
    const html = await open(`${path}?${HINT}&groupBy=agent&avp=2`);
    expect(pageOf(html).choices("avp")).toEqual(["All", "0 sales", "1-2 sales", "3-4 sales", "5+ sales"]);
    expect(pageOf(html).value("avp")).toBe("2");
    expect(tableIn(html).column("Agent")).toEqual(["ada"]);
    expect(pageOf(html).one("p.line")?.text).toContain(`Group by: Agent · Period: ${HALF.start} ~ ${HALF.end}`);
    expect(pageOf(html).texts(".chip")).toEqual(["AVP period: 3-4 sales, remove"]);
  }
  expect(tableIn(await open(`${AVP}?${HINT}&groupBy=agent&avp=0`)).column("Agent")).toEqual(["cid", "dan"]);
  for (const name of ["man", "ada"]) expect(await open(`${AVP}?${HINT}`, name)).not.toContain('name="avp"');
});

test("an agent's row shows their tier and sales, and sorts by both [REP-AVP-06, REP-AVP-07]", async () => {
  const rows = async (more = "") =>
    tableIn(await open(`${AVP}?${HINT}&groupBy=agent${more}`)).columns("Agent", "AVP", "AVP Sales");
  expect(await rows()).toEqual([
    { Agent: "ada", AVP: "3 - 4", "AVP Sales": "3" },
    { Agent: "bob", AVP: "NO", "AVP Sales": "1" },
    { Agent: "cid", AVP: "NO", "AVP Sales": "0" },
    { Agent: "dan", AVP: "NO", "AVP Sales": "0" },
  ]);
  const html = await open(`${AVP}?${HINT}&groupBy=agent`);
  expect(head(html).slice(1, 6)).toEqual(["Office", "Agent", "Name", "AVP", "AVP Sales"]);
  expect(pageOf(html).link("AVP Sales")).toContain("sortAsc=true&sortField=agent_avp_sales_count");
  expect((await rows("&sortField=agent_avp_sales_count&sortAsc=true"))[3]).toMatchObject({ Agent: "ada" });
  expect(head(await open(`${AVP}?${HINT}`))).not.toContain("AVP");
});

test("in Payroll a link has a value and a php-Pay column, and the footer pesos and dollars [PAYROLL-02, PAYROLL-04, STAT-18]", async () => {
  const html = await open(`${PAYROLL}?${MARCH}&groupBy=company`);
  const heads = head(html);
  expect(heads.slice(4, 11)).toEqual([
    ...["card", "card php-Pay", "card Bonus", "card Bonus php-Pay", "deep", "deep php-Pay", "pool"],
  ]);
  expect(heads.slice(-4)).toEqual(["Payout", "Bonus Payout", "Pay PHP", "Pay USD"]);
  const table = tableIn(html);
  expect(table.columns("Payout", "Bonus Payout", "Pay PHP", "Pay USD")).toEqual([
    { Payout: "₱3,000.00", "Bonus Payout": "₱500.00", "Pay PHP": "₱1,550.00", "Pay USD": "$29.90" },
    { Payout: "₱150.00", "Bonus Payout": "₱0.00", "Pay PHP": "₱150.00", "Pay USD": "$3.00" },
  ]);
  const total = { Payout: "₱2,850.00", "Bonus Payout": "₱500.00", "Pay PHP": "₱1,400.00", "Pay USD": "$26.90" };
  expect(table.totals).toMatchObject({ "Page Total": total, "Overall Total": total });
  expect(Object.keys(table.totals)).toEqual(["Page Total", "Overall Total", "Unique to Sale Ratio"]);
  const second = await open(`${PAYROLL}?${MARCH}&groupBy=company&pageSize=1&page=2`);
  expect(tableIn(second).totals).toMatchObject({
    "Page Total": { "Pay PHP": "₱150.00", "Pay USD": "$3.00" },
    "Overall Total": { "Pay PHP": "₱1,400.00", "Pay USD": "$26.90" },
    "Unique to Sale Ratio": { "Pay PHP": "", "Pay USD": "" },
  });
  expect(tableIn(second).rows[0]).toMatchObject({ "#": "2", Office: "South" });
});

test("an amount without a rate is a dash with a note; a row without sales has a bonus ratio of 100 [PAYROLL-05, PRICE-09]", async () => {
  const unpaid = await open(`${PAYROLL}?start=2026-03-16&end=2026-03-31`);
  expect(tableIn(unpaid).rows[0]).toMatchObject({ "Pay PHP": "₱500.00", "Pay USD": "–" });
  expect(tableIn(unpaid).totals).toMatchObject({
    "Page Total": { "Pay USD": "–" },
    "Overall Total": { "Pay USD": "–" },
    "Unique to Sale Ratio": { "Pay USD": "" },
  });
  expect(unpaid).toContain("Dollar amounts appear once the pay period is closed");
  const ratioOf = async (path: string) => {
    const table = tableIn(await open(`${path}?${MARCH}`));
    return cell(table.row({ Date: "2026-03-12" }), "Bonus Ratio");
  };
  expect([await ratioOf(PAYROLL), await ratioOf(PAYROLL_AVP), await ratioOf(AVP)]).toEqual([
    "100.00%",
    "100.00%",
    "0%",
  ]);
  const clicksAlone = await open(`${PAYROLL}?start=2026-03-12&end=2026-03-12`);
  expect(clicksAlone).not.toContain("Dollar amounts appear once");
});

test("a site that sells in two steps pays pesos for the second one only [PAYROLL-03, STAT-26]", async () => {
  const html = await open(`${PAYROLL}?${MARCH}&siteId=${pool.card.id}`);
  expect(head(html).slice(4)).toEqual([
    ...[
      "card Day#1",
      "card Day#2",
      "card Day#2 php-Pay",
      "Approved Day#1",
      "Paid sale Day#2",
      "Convert Ratio",
      "Earning",
    ],
    ...["Bonus Earning", "Payout", "Bonus Payout", "Pay PHP", "Pay USD"],
  ]);
  expect(tableIn(html).rows[0]).toMatchObject({
    ...{ "card Day#1": "1", "card Day#2": "1", "card Day#2 php-Pay": "₱250.00" },
  });
});

test("a date opens the offices of its payout period, an office its agents, an agent their days [STAT-21, STAT-22, STAT-23]", async () => {
  for (const path of [AVP, PAYROLL_AVP]) {
    const follow = async (html: string, label: string) => {
      const to = pageOf(html).link(label);
      expect(to, label).toBeDefined();
      return open(to ?? "");
    };
    const offices = await follow(await open(`${path}?${HINT}&siteId=${pool.avp.id}`), "2026-03-09");
    expect([pageOf(offices).value("groupBy"), pageOf(offices).value("hint")]).toEqual([
      "company",
      HINT.slice("hint=".length),
    ]);
    expect(pageOf(offices).value("siteId")).toBe(`${pool.avp.id}`);
    const agents = await follow(offices, "North");
    expect([pageOf(agents).value("groupBy"), pageOf(agents).value("companyId")]).toEqual(["agent", `${pool.north.id}`]);
    const detail = await follow(agents, "ada");
    expect([pageOf(detail).value("groupBy"), pageOf(detail).value("agentId")]).toEqual(["detail", "ada"]);
    expect(tableIn(detail).column("Date")).toEqual(["2026-03-08", "2026-03-02"]);
  }
  const day = pageOf(await open(`${PAYROLL}?${MARCH}`)).link("2026-03-09") ?? "";
  expect(day).toContain("start=2026-03-09&end=2026-03-09");
});

test("a payout period is chosen by its select only, kept, and shared by the AVP reports [STAT-31, SHELL-31, WIDGET-36]", async () => {
  const visitor = await signedIn(server.url, "adm");
  const hint = async (path: string) => pageOf((await visitor.get(path)).html).value("hint");
  const [running, , third] = hints().map(({ start, end }) => `${start},${end},beWeek`);
  expect(await hint(AVP)).toBe(running);
  expect(await hint(`${AVP}?hint=${third}`)).toBe(third);
  expect(await hint(AVP)).toBe(third);
  expect(await hint(PAYROLL_AVP)).toBe(third);
  expect(await hint(AVP)).toBe(third);
  const [start = "", end] = (third ?? "").split(",");
  const back = `${PAYROLL_AVP}?${new URLSearchParams({ dateRange: JSON.stringify({ start, end }) })}`;
  await visitor.get("/app/home");
  expect(await hint(AVP)).toBe(running);
  expect(await hint(back)).toBe(third);
  // A half-month of Payroll is used by the AVP report, another range is not.
  await visitor.get(`${PAYROLL}?${MARCH}`);
  expect(await hint(AVP)).toBe(`${HALF.start},${HALF.end},beWeek`);
  await visitor.get(`${PAYROLL}?start=2026-03-02&end=2026-03-15`);
  expect(await hint(AVP)).toBe(running);
});

test("an invalid payout period or tier is refused at its field, and no payroll is shown [STAT-08, WIDGET-27, ERR-16]", async () => {
  const period = "Please choose one payout period, from the 1st to the 15th or from the 16th to the end.";
  const bad = [
    ["hint=2026-03-01", "hint", period],
    ["hint=2026-03-01,2026-03-31,month", "hint", period],
    ["start=2026-03-02&end=2026-03-15", "hint", period],
    ["start=2026-03-15&end=2026-03-01", "hint", "Date Range is not valid"],
    [`${HINT}&avp=7`, "avp", "Please choose one from the list."],
    [`${HINT}&avp=x`, "avp", "Please choose one from the list."],
    [`${HINT}&siteId=x`, "siteId", "Please choose one from the list."],
  ] as const;
  for (const [query, name, message] of bad) {
    const html = await open(`${AVP}?${query}`);
    expect([query, pageOf(html).message(name)]).toEqual([query, message]);
    for (const page of [html, await open(`${AVP}?${query}&print=1`), await open(`${PAYROLL_AVP}?${query}`)]) {
      expect(page).toContain(message);
      expect(pageOf(page).has("table"), query).toBe(false);
      expect(page, query).not.toMatch(/Period: |Export|Print version/);
    }
  }
  for (const path of [PAYROLL, PAYROLL_AVP]) {
    const wrong = `${path}?${path === PAYROLL ? MARCH : HINT}&agentId=nobody`;
    expect(pageOf(await open(wrong)).message("agentId")).toBe("There is no such agent.");
    expect(await open(wrong)).not.toContain("<table");
    expect((await as("adm").get(wrong.replace("?", "/export.csv?"))).status).toBe(422);
  }
  for (const query of ["sortField=payoutPhp", "sortField=avpPeriod", "page=0", "pageSize=501", "geo=XXX"])
    expect(tableIn(await open(`${AVP}?${HINT}&${query}`)).rows).toHaveLength(6);
  expect(pageOf(await open(`${PAYROLL}?start=2026-02-30&end=2026-03-01`)).message("start")).toBe(
    "Date Range is not valid",
  );
  for (const query of ["siteId=999999", "agentId=999999"]) {
    const { status } = await as("adm").get(`${PAYROLL}?${MARCH}&${query}`);
    expect([query, status]).toEqual([query, 404]);
  }
});

test("a refused payroll computes no figures beside its messages: it answers while they cannot be read [STAT-08, ERR-16]", async () => {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE pay_periods IN ACCESS EXCLUSIVE MODE");
  try {
    const html = await open(`${PAYROLL}?${MARCH}&agentId=nobody`);
    expect(pageOf(html).message("agentId")).toBe("There is no such agent.");
    expect(pageOf(html).has("table")).toBe(false);
  } finally {
    await client.end();
  }
});

test("the print version has only the table, and the export the same rows with totals [STAT-20, WIDGET-30]", async () => {
  for (const [path, file] of [
    [AVP, "sites-avp-by-agent"],
    [PAYROLL, "payroll-by-agent"],
    [PAYROLL_AVP, "payroll-avp-by-agent"],
  ] as const) {
    const screen = await open(`${path}?${MARCH}&groupBy=agent&pageSize=1`);
    const sheet = await open(`${path}${pageOf(screen).link("Print version")}`);
    expect(pageOf(sheet).one("p.line")?.text).toContain(`Group by: Agent · Period: ${HALF.start} ~ ${HALF.end}`);
    const tables = pageOf(sheet)
      .all("caption")
      .map(({ text }) => tableIn(sheet, text));
    expect(tables[0]?.rows).toHaveLength(4);
    for (const { rows, totals } of tables) {
      // A sheet of links has the rows with a figure there, under the numbers that they have in the first table.
      const numbers = tables[0]?.rows.map((row) => row["#"]);
      expect(numbers).toEqual(expect.arrayContaining(rows.map((row) => row["#"])));
      expect(Object.keys(totals)).toEqual(["Page Total", "Overall Total", "Unique to Sale Ratio"]);
    }
    expect(pageOf(sheet).has("nav, form, header.bar")).toBe(false);
    expect(sheet).not.toContain("Export");
    const { html: csv, headers } = await as("adm").get(pageOf(screen).link("Export") ?? "");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain(`"${file}_all_${HALF.start}_${HALF.end}.csv"`);
    const { headings, rows } = csvIn(csv);
    expect(rows).toHaveLength(5);
    const printed = new Set(tables.flatMap((table) => table.headings.slice(1)));
    const named = headings.slice(1).map((heading) => heading.replace(/^(Pool|Cards|Depths|Usual) /, ""));
    expect(headings[0]).toBe("No.");
    // The export keeps the headings that programs read.
    expect(named.map((heading) => heading.replace(/^Paid /, "Pay ")).toSorted()).toEqual([...printed].toSorted());
    expect(named).not.toContain("Pay PHP");
    expect(rows.at(-1)?.[headings[0] ?? ""]).toBe("Overall Total");
  }
});
