import { expect, test } from "vitest";
import { toCents } from "../../server/kernel/text/money";
import { dayOf } from "../../server/kernel/time";
import { payPeriod, payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { close, pay } from "../../server/payroll";
import { ask } from "../reports/ask";
import { type Agent, aLedgerLine, anAdmin, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { cell, csvIn, type Row, type Table, tableIn } from "../world/table";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LONG = "L".repeat(255);
const half = periodOf(dayOf(Date.now()), "beWeek");
const [NOW, BEFORE] = [payPeriodId(half.start), payPeriodId(previous(half, "beWeek").start)];
const daysOf = (id: number) => `${payPeriod(id)?.start} ~ ${payPeriod(id)?.end}`;
const PATH = "/app/stats/statements";
let ada: Agent;
let north: { id: number };
let south: { id: number };

const { server, as } = aScreenWorld({ people: ["ada", "man", "adm", "boss"] }, async () => {
  north = await anOffice({ officeName: "North", username: "man" });
  south = await anOffice({ officeName: `South ${LONG}`.slice(0, 255) });
  ada = await anAgent({ office: north as never, username: "ada" });
  const cid = await anAgent({ office: south as never, username: "cid" });
  await anAdmin({ username: "adm" });
  const boss = await aSuperadmin({ username: "boss" });
  const [quick, avp] = [
    first((await aSite({ sitename: "Lantern", types: [{ typename: LONG, bonus: true }] })).types),
    first((await aSite({ sitename: "Pool", avp: true, types: [{ typename: "land" }] })).types),
  ];
  await db.run`INSERT INTO avp_tiers VALUES ('2020-01-01', 0, 0, 0, 0, 0), ('2020-01-01', 1, 1, 1000, 150, 3)`;
  for (const day of [half.start, previous(half, "beWeek").start]) {
    const at = `${day}T17:00:00Z`;
    await aSale({ agent: ada, type: quick, at });
    await aSale({ agent: ada, type: quick, event: "bonus", at });
    for (let n = 0; n < 2; n += 1) await aSale({ agent: ada, type: avp, at });
    await aSale({ agent: cid, type: avp, at });
  }
  await ask(close, boss.actor, { id: BEFORE, phpPerUsd: 56 });
  await ask(pay, boss.actor, { id: BEFORE });
  await aLedgerLine({
    period: NOW,
    agent: ada,
    kind: "advance",
    php: -1300.5,
    reason: `<b>${LONG}`,
    by: boss.accountId,
  });
});

async function open(name: string, path: string): Promise<string> {
  const visit = await as(name).open(path);
  expect(visit.status, visit.html).toBe(200);
  return visit.html;
}

/** The centavos and cents of the amounts of a page or file. */
const money = (text = "") =>
  text === "–" || text === "" ? null : toCents(text.replace("\u2212", "-").replace(/[₱$,]/g, ""));
const sum = (amounts: (bigint | null)[]) => amounts.reduce((all, one) => (all ?? 0n) + (one ?? 0n), 0n);
const amountsOf = (row: Row) => ({ php: money(cell(row, "Pesos")), usd: money(cell(row, "Dollars")) });
/** The account of a statement, its facts, and its balance. */
const headOf = (html: string) => [
  ...pageOf(html).texts(".party > small, .party > h2"),
  ...pageOf(html)
    .all(".party dl > div")
    .map(({ words }) => words),
  ...pageOf(html).texts(".adds li").slice(-1),
];
/** Kind, pesos and dollars of a table's rows. */
const linesOf = ({ rows }: Table) => rows.map((row) => ({ kind: cell(row, "Line"), ...amountsOf(row) }));

async function fileOf(name: string, query = "") {
  const { status, headers, html } = await as(name).get(`${PATH}/${NOW}/export.csv${query}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return linesOf(csvIn(html));
}

test.each([
  ["ada", "", 0],
  ["man", "", 0],
  ["man", "?agentId=ada", 0],
  ["adm", "?agentId=ada", 0],
  ["boss", "?companyId=", "north"],
] as const)(
  "opening and lines add up to the total for %s%s, on screen, in print and in the file [LEDGER-06, LEDGER-07]",
  async (name, of, office) => {
    const query = office ? `${of}${north.id}` : of;
    const screen = await open(name, `${PATH}/${NOW}${query}`);
    const print = await open(name, `${PATH}/${NOW}${query}${query ? "&" : "?"}print=1`);
    const file = await fileOf(name, query);
    const total = { php: -25_050n, usd: null };
    for (const html of [screen, print]) {
      const table = tableIn(html, "Statement");
      const rows = linesOf(table);
      expect(rows.map(({ kind }) => kind)).toEqual(["Opening balance", "Bonus", "Sale", "Sale", "Advance", "Payment"]);
      expect(sum(rows.map(({ php }) => php))).toBe(total.php);
      expect(Object.keys(table.totals).at(-1)).toBe("Total");
      expect(amountsOf(table.total("Total"))).toEqual(total);
      const others = Object.values(table.totals).slice(0, -1);
      expect(sum(others.map((row) => amountsOf(row).php))).toBe(total.php - 105_000n);
    }
    expect(file.map(({ kind }) => kind)).toEqual([
      "Opening balance",
      "Bonus",
      "Sale",
      "Sale",
      "Advance",
      "Payment",
      "Total",
    ]);
    expect(sum(file.slice(0, -1).map(({ php }) => php))).toBe(total.php);
    expect(file.at(-1)).toEqual({ kind: "Total", ...total });
  },
);

test("a closed period has its rate, and adds up in dollars too [LEDGER-06]", async () => {
  const html = await open("ada", `${PATH}/${BEFORE}`);
  expect(headOf(html)).toEqual([
    ...["Agent", "ada (Ada ada)", `Pay period ${daysOf(BEFORE)}`, "State Paid", "Pesos per dollar 56.00"],
    "= ₱1,050.00 Balance at closing",
  ]);
  const rows = linesOf(tableIn(html, "Statement"));
  // 500 ÷ 56, 250 ÷ 56, and twice the tier's dollars
  expect(rows.map(({ usd }) => usd)).toEqual([0n, 446n, 893n, 600n]);
  expect(Object.keys(tableIn(html, "Statement").totals).at(-1)).toBe("Total");
  expect(amountsOf(tableIn(html, "Statement").total("Total"))).toEqual({ php: 105_000n, usd: 1939n });
  expect(html).not.toContain("The period is open");
});

test("a line has site and link, basis, tier, and what it refers to [LEDGER-06, LEDGER-08]", async () => {
  expect(tableIn(await open("ada", `${PATH}/${NOW}`), "Statement").columns("Link", "Basis")).toEqual([
    { Link: "", Basis: "" },
    { Link: `Lantern: ${LONG}`, Basis: "Bonus at ₱250.00 (default)" },
    { Link: `Lantern: ${LONG}`, Basis: "Sale at ₱500.00 (default)" },
    { Link: "Pool: land", Basis: "Sale at the AVP tier of 1+ sales" },
    { Link: "", Basis: `<b>${LONG} (boss)` },
    { Link: "", Basis: `for ${daysOf(BEFORE)} (R1-1)` },
  ]);
});

test("an office's statement has the columns of the reader's role: offices for admins, agents for managers [LEDGER-07]", async () => {
  const heads = async (name: string, query: string) =>
    tableIn(await open(name, `${PATH}/${NOW}${query}`), "Statement").headings;
  const tail = ["Link", "Basis", "Time", "Count", "Pesos", "Dollars"];
  expect(await heads("ada", "")).toEqual(["Line", ...tail]);
  expect(await heads("man", "")).toEqual(["Line", "Agent", ...tail]);
  expect(await heads("man", "?agentId=ada")).toEqual(["Line", ...tail]);
  expect(await heads("adm", "?agentId=ada")).toEqual(["Line", "Office", ...tail]);
  expect(await heads("adm", `?companyId=${south.id}`)).toEqual(["Line", "Agent", ...tail]);
  const html = await open("man", `${PATH}/${NOW}`);
  expect(pageOf(html).link("ada")).toBe(`${PATH}/${NOW}?agentId=ada`);
});

test("a statement says first the balance, which is its total, and what was paid, and then what the balance consists of; an agent's has the agent's name", async () => {
  const html = await open("ada", `${PATH}/${NOW}`);
  expect(pageOf(html).one(".balance")?.text).toBe("Balance so far \u2212₱250.50");
  expect(cell(tableIn(html, "Statement").total("Total"), "Pesos")).toBe("\u2212₱250.50");
  expect(pageOf(html).texts("header:has(.balance) + .adds li")).toEqual([
    "₱1,050.00 carried over",
    `\u2212₱250.50 in ${daysOf(NOW)}`,
    "\u2212₱1,050.00 paid out meanwhile",
    "= \u2212₱250.50 Balance so far",
  ]);
  const closed = await open("ada", `${PATH}/${BEFORE}`);
  expect(pageOf(closed).texts(".balance p")).toEqual([
    "Balance at closing ₱1,050.00",
    `Paid ₱1,050.00 on ${dayOf(Date.now())} (R1-1) – not transferred yet`,
  ]);
  expect(pageOf(html).one("h2")?.text).toBe("ada (Ada ada)");
});

test("an office's statement has one row an agent, which opens their statement; the rows add up to its total", async () => {
  const html = await open("man", `${PATH}/${NOW}`);
  const agents = tableIn(html, "By agent");
  expect(agents.rows).toEqual([
    {
      Agent: "ada",
      Name: "Ada ada",
      "Opening balance": "₱1,050.00",
      "Sales and bonuses": "₱1,050.00",
      "Other lines": "\u2212₱1,300.50",
      Payments: "\u2212₱1,050.00",
      Total: "\u2212₱250.50",
      Paid: "₱0.00",
      State: "Open",
    },
  ]);
  expect(agents.total("Total")).toMatchObject({ "Opening balance": "₱1,050.00", Payments: "\u2212₱1,050.00" });
  const before = tableIn(await open("man", `${PATH}/${BEFORE}`), "By agent");
  expect(before.columns("Paid", "State")).toEqual([{ Paid: "₱1,050.00", State: "Paid" }]);
  expect(cell(agents.total("Total"), "Total")).toBe(cell(tableIn(html, "Statement").total("Total"), "Pesos"));
  expect(await open("man", `${PATH}/${NOW}?agentId=ada`)).not.toContain("By agent");
});

test("links to other periods keep the agent, and any period can be chosen [LEDGER-06]", async () => {
  const html = await open("man", `${PATH}/${NOW}?agentId=ada`);
  expect([pageOf(html).link("Earlier period"), pageOf(html).link("Later period")]).toEqual([
    `${PATH}/${BEFORE}?agentId=ada`,
    undefined,
  ]);
  const earlier = await open("man", pageOf(html).link("Earlier period") ?? "");
  expect([pageOf(earlier).link("Earlier period"), pageOf(earlier).link("Later period")]).toEqual([
    undefined,
    `${PATH}/${NOW}?agentId=ada`,
  ]);
  expect(pageOf(html).choices("periodId")).toEqual([daysOf(NOW), daysOf(BEFORE)]);
  expect([pageOf(earlier).value("periodId"), pageOf(earlier).value("agentId")]).toEqual([`${BEFORE}`, "ada"]);
  const to = async (query: string) => (await as("man").get(`${PATH}${query}`)).headers.get("location");
  expect(await to(`?periodId=${BEFORE}&companyId=&agentId=ada`)).toBe(`${PATH}/${BEFORE}?agentId=ada`);
  expect(await to("")).toBe(`${PATH}/${NOW}`);
  expect(await to("?periodId=//else.example")).toBe(`${PATH}/${NOW}`);
  expect(pageOf(html).link("Export")).toBe(`${PATH}/${NOW}/export.csv?agentId=ada`);
});

test("an admin must choose first; invalid choices are refused at their fields, and no statement is shown [LEDGER-07]", async () => {
  const empty = await open("adm", PATH);
  expect(empty).toContain("Choose an office or an agent.");
  expect([empty.includes("<table"), pageOf(empty).link("Export")]).toEqual([false, undefined]);
  // On a phone one line sums up the filters, and they are open while there is something to choose.
  expect(pageOf(empty).has("details.filters[open]")).toBe(true);
  const chosen = pageOf(await open("adm", `${PATH}/${NOW}?agentId=ada`)).one("details.filters");
  expect([chosen?.text, chosen?.is("[open]")]).toEqual([`Filters: ${daysOf(NOW)} · ada`, false]);
  const both = await open("adm", `${PATH}/${NOW}?companyId=${north.id}&agentId=cid`);
  expect(pageOf(both).message("agentId")).toBe("Please choose an agent or an office, not both.");
  expect([pageOf(both).value("agentId"), pageOf(both).value("companyId")]).toEqual(["cid", `${north.id}`]);
  const unknown = await open("adm", `${PATH}/${NOW}?agentId=ad`);
  expect(pageOf(unknown).message("agentId")).toBe("There is no such agent.");
  expect(pageOf(unknown).texts(".field .line a")).toEqual(["ada", "cid"]);
  expect(pageOf(unknown).link("cid")).toBe("?agentId=cid");
  for (const html of [both, unknown])
    expect([html.includes("<table"), pageOf(html).link("Export")]).toEqual([false, undefined]);
  const paged = await open("ada", `${PATH}/${NOW}?page=0&pageSize=501`);
  expect(paged).toMatch(/Please enter a page number.*Please enter a page size from 1 to 500/s);
  expect(tableIn(paged, "Statement").rows).toHaveLength(6);
  expect(pageOf(await open("ada", `${PATH}/${NOW}?companyId=${north.id}`)).message("companyId")).toBe("");
});

test("unknown and foreign statements are 404; a signed-out visitor is redirected to the sign-in [LEDGER-07]", async () => {
  const status = async (name: string, path: string) => (await as(name).get(`${PATH}/${path}`)).status;
  for (const path of [
    "2026133",
    "0",
    "x",
    "1.5",
    "2030011",
    `${NOW}?agentId=2147483647`,
    `${NOW}?companyId=2147483647`,
  ]) {
    expect([path, await status("adm", path)]).toEqual([path, 404]);
    const file = path.includes("?") ? path.replace("?", "/export.csv?") : `${path}/export.csv?agentId=ada`;
    expect([file, await status("adm", file)]).toEqual([file, 404]);
  }
  for (const path of [`${NOW}?companyId=${south.id}`, `${NOW}/export.csv?companyId=${south.id}`])
    expect(await status("man", path)).toBe(404);
  expect((await fetch(`${server.url}${PATH}/${NOW}`, { redirect: "manual" })).headers.get("location")).toBe(
    `/login?returnUrl=${encodeURIComponent(`${PATH}/${NOW}`)}`,
  );
});

test("Home, reports, agents and offices link to statements [LEDGER-07]", async () => {
  expect(pageOf(await open("ada", "/app/home")).link("Your statement")).toBe(PATH);
  expect(pageOf(await open("man", "/app/home")).link("Statement of your office")).toBe(PATH);
  expect(await open("adm", "/app/home")).not.toContain(PATH);
  for (const [name, path] of [
    ["man", "sites"],
    ["man", "sites-avp"],
    ["adm", "sites-payout"],
    ["boss", "sites-payout-avp"],
  ])
    expect(pageOf(await open(name!, `/app/stats/${path}?agentId=ada`)).link("Statements"), path).toBe(PATH);
  const statement = await open("ada", `${PATH}/${NOW}`);
  expect(pageOf(statement).texts('nav[aria-label="Statistics"] [aria-current]')).toEqual(["Statements"]);
  expect(pageOf(await open("man", `/app/agents/edit/${ada.id}`)).link("Statement")).toBe(`${PATH}?agentId=ada`);
  expect(pageOf(await open("boss", `/app/offices/edit/${north.id}`)).link("Statement")).toBe(
    `${PATH}?companyId=${north.id}`,
  );
});

test("the print version has criteria, time zone, period and totals, one link back, and no navigation [LEDGER-06]", async () => {
  const html = await open("man", `${PATH}/${NOW}?agentId=ada&print=1`);
  expect(pageOf(html).one("h1")?.text).toBe("Statement");
  expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time \(E[SD]T\)/);
  expect(headOf(html)).toEqual([
    ...["Agent", "ada (Ada ada)", `Pay period ${daysOf(NOW)}`, "State Open", "= \u2212₱250.50 Balance so far"],
  ]);
  expect(pageOf(html).texts(".sign span")).toEqual(["Paid by, date", "Received by, date"]);
  expect(pageOf(html).has('form.criteria, [aria-label="Statistics"], [aria-label="Pages"]')).toBe(false);
  expect(pageOf(html).link("Screen version")).toBe("?agentId=ada");
});

test("two thousand lines come in pages of fifty that each add up; print and file have all of them [LEDGER-06]", async () => {
  await db.run`
      INSERT INTO ledger (period_id, agent_id, company_id, kind, php, agent, office_name, reason, by_account_id)
      SELECT ${NOW}, agents.id, company_id, 'adjustment', 0.01, 'cid', 'South', 'a centavo, ' || n, (SELECT min(id) FROM accounts)
      FROM agents, generate_series(1, 2000) AS n WHERE company_id = ${south.id}`;
  const query = `?companyId=${south.id}`;
  const total = 15_000n + 2000n;
  for (const page of [1, 2, 41]) {
    const html = await open("adm", `${PATH}/${NOW}${query}&page=${page}`);
    const table = tableIn(html, "Statement");
    const rows = linesOf(table);
    expect(rows[0]?.kind).toBe(page === 1 ? "Opening balance" : "Carried over");
    const later = table.totals["On later pages"];
    expect(sum([...rows.map(({ php }) => php), later ? amountsOf(later).php : null])).toBe(total);
    expect(html).toContain(`<span>${page} of 41</span>`);
    expect(html.length).toBeLessThan(60_000);
  }
  const print = await open("adm", `${PATH}/${NOW}${query}&print=1`);
  const printed = linesOf(tableIn(print, "Statement"));
  expect([printed.length, sum(printed.map(({ php }) => php))]).toEqual([2003, total]);
  const file = await fileOf("adm", query);
  expect([file.length, sum(file.slice(0, -1).map(({ php }) => php))]).toEqual([2004, total]);
});
