import { beforeEach, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { sql } from "../../server/kernel/database/sql";
import {
  type Agent,
  aClosedPeriod,
  anAdmin,
  anAgent,
  anOffice,
  aSale,
  aSite,
  aSuperadmin,
  type Office,
} from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { csvIn, rowsUnder, tableIn } from "../world/table";
import { aVisitor, listAfter } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/stats/pay-periods";
const running = periodOf(dayOf(Date.now()), "beWeek");
const last = previous(running);
const before = previous(last);
const [BEFORE, LAST, RUNNING] = [before, last, running].map(({ start }) => payPeriodId(start)) as [
  number,
  number,
  number,
];
const name = ({ start, end }: typeof last) => `${start} ~ ${end}`;
/** Noon of the second day of a half-month. */
const within = ({ start }: typeof last) => new Date(startOfDay(addDays(start, 1)).getTime() + 12 * 3_600_000);
const LONG = "A".repeat(255);
let office: Office;
let ann: Agent;

const { server, as, open } = aScreenWorld({ people: ["sup", "adm", "man", "ann"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  office = await anOffice({ username: "man", officeName: LONG });
  ann = await anAgent({ username: "ann", office });
  const bob = await anAgent({ username: "bob" });
  const type = first((await aSite()).types);
  for (const [agent, half] of [
    [ann, before],
    [ann, last],
    [bob, last],
  ] as const)
    await aSale({ agent, type, at: within(half) });
});

// Bypasses the protection of closed half-months, so that each test starts with open ones.
beforeEach(() =>
  writeTransaction(async () => {
    await execute(sql`SET LOCAL session_replication_role = replica`);
    await execute(sql`DELETE FROM pay_periods`);
    await execute(sql`DELETE FROM ledger`);
    await execute(sql`DELETE FROM payments`);
    await execute(sql`DELETE FROM payment_runs`);
  }),
);
const post = (path: string, fields: Record<string, string>) => as("sup").post(path, fields);
const close = (id = BEFORE, phpPerUsd = "50") => post(`${LIST}/close/${id}`, { phpPerUsd });
const kinds = async () =>
  (await db.rows<{ kind: string }>`SELECT kind FROM ledger ORDER BY id`).map(({ kind }) => kind);

/** The form of the act, below that of the criteria. */
const lastForm = (html: string) => pageOf(html).all("form.form").at(-1);
/** The form in the bar that stays in sight while the accounts are read. */
const closeForm = (html: string) => pageOf(html).one(".pay-bar form");

test("the screens of a half-month are under the tab of pay periods, which leads to the list without their criteria", async () => {
  const tabs = async (path: string) => {
    const shown = pageOf(await open(path)).all("nav.tabs a");
    const [current] = shown.filter((tab) => tab.attr("aria-current") !== undefined);
    expect([path, current?.text, current?.attr("href")]).toEqual([path, "Pay periods", LIST]);
    expect([path, shown[0]?.attr("href")]).toEqual([path, "/app/stats/sites"]);
  };
  await tabs(`${LIST}/${BEFORE}?kind=adjustment`);
  await tabs(`${LIST}/close/${BEFORE}?phpPerUsd=50`);
  await close();
  await tabs(`${LIST}/pay/${BEFORE}?search=ann`);
});

test("half-months are listed under their tab of the statistics, with state and next act [LEDGER-01]", async () => {
  const html = await open(LIST);
  expect(html).toContain("<h1>Pay periods</h1>");
  expect(html).toContain(`<a href="${LIST}" aria-current="page">Pay periods</a>`);
  const dash = ["–", "–", "–", "–", "–"];
  expect(tableIn(html).rows).toEqual(
    rowsUnder(
      ["Half-month", "State", "Pesos per dollar", "Frozen", "Paid out", "Closed", "Closed by", "Actions"],
      [name(running), "Running", ...dash, ""],
      [name(last), "Open", ...dash, ""],
      [name(before), "Open", ...dash, `Close ${name(before)}`],
    ),
  );
  expect(pageOf(html).link(`Close ${name(before)}`)).toBe(`${LIST}/close/${BEFORE}`);
  expect(pageOf(html).link(name(last))).toBe(`${LIST}/${LAST}`);
  await close();
  const [, next, closed] = tableIn(await open(LIST)).rows;
  expect(next).toMatchObject({ Actions: `Close ${name(last)}` });
  expect(closed).toEqual({
    ...{ "Half-month": name(before), State: "Closed", "Pesos per dollar": "50.00", Frozen: "₱500.00", "Paid out": "–" },
    ...{ Closed: expect.any(String) as unknown, "Closed by": "sup", Actions: `Pay ${name(before)}` },
  });
  const sorted = await open(`${LIST}?sortField=state&sortAsc=true&pageSize=1`);
  expect(tableIn(sorted).rows[0]).toMatchObject({ State: "Closed" });
  expect(sorted).toContain("1 of 3");
  const odd = await open(`${LIST}?sortField=php&page=x`);
  expect(pageOf(odd).failure).toContain("This column cannot be sorted.");
  expect(tableIn(odd).rows).toHaveLength(3);
});

test("a rate shows the dollars that closing will freeze, and closing freezes them [LEDGER-01] [PRICE-09]", async () => {
  const path = `${LIST}/close/${BEFORE}`;
  const asked = await open(path);
  const account = { Agent: "ann", Office: `${LONG.slice(0, 29)}…`, Count: "1", Pesos: "₱500.00" };
  expect(tableIn(asked).rows).toEqual([{ ...account, Dollars: "–" }]);
  expect(asked).not.toContain("Close half-month");
  const shown = await open(`${path}?phpPerUsd=40`);
  expect(tableIn(shown).rows[0]).toEqual({ ...account, Dollars: "$12.50" });
  expect(tableIn(shown).totals).toEqual({ "Overall Total": { Pesos: "₱500.00", Dollars: "$12.50" } });
  expect(shown).toContain("1 account, 1 line");
  const act = closeForm(shown);
  expect([act?.attr("method"), act?.attr("action"), act?.value("phpPerUsd")]).toEqual([
    undefined,
    `${path}/confirm`,
    "40",
  ]);
  const ask = act?.one("button[data-ask]");
  expect(ask?.attr("data-ask")).toBe("Close this half-month?");
  const question = await open(`${path}/confirm?phpPerUsd=40`);
  for (const text of [ask?.attr("data-html") ?? "", question]) {
    expect(text).toContain("₱500.00 ($12.50) of 1 account, at 40 pesos per dollar.");
    expect(text).toContain("Closing cannot be undone.");
  }
  expect(pageOf(question).text).toContain(name(before));
  expect(await open(`${path}/confirm`)).toContain("Please enter the exchange rate first.");
  const { phpPerUsd = "", formId = "" } = pageOf(question).hidden;
  const form = { phpPerUsd, formId };
  expect(form.phpPerUsd).toBe("40");
  const done = await post(`${path}?phpPerUsd=40`, form);
  expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  expect(await open(LIST)).toContain("The half-month is closed.");
  const again = await post(`${path}?phpPerUsd=40`, form);
  expect([again.status, again.headers.get("location")]).toEqual([302, LIST]);
  expect(await db.rows`SELECT php, usd, office_name AS office FROM ledger`).toEqual([
    { php: "500.00", usd: "12.50", office: LONG },
  ]);
  expect(await open(path)).toContain("<h1>This half-month is already closed.</h1>");
});

const FROZEN = "Amounts to be frozen";

test("the list before closing is searched, summed by office and exported whole, and the bar closes all of it, so that a search closes no less [LEDGER-01]", async () => {
  await close();
  const path = `${LIST}/close/${LAST}`;
  const html = await open(`${path}?phpPerUsd=40`);
  expect(tableIn(html, FROZEN).column("Agent")).toEqual(["ann", "bob"]);
  expect(tableIn(html, "Totals by office").column("Pesos")).toEqual(["₱500.00", "₱500.00"]);
  const found = await open(`${path}?phpPerUsd=40&search=bo`);
  expect(tableIn(found, FROZEN).column("Agent")).toEqual(["bob"]);
  expect(tableIn(found, FROZEN).totals).toEqual({ "Overall Total": { Pesos: "₱500.00", Dollars: "$12.50" } });
  expect(tableIn(found, "Totals by office").rows).toHaveLength(2);
  expect(pageOf(found).one(".pay-bar strong")?.text).toBe("₱1,000.00 ($25.00) of 2 accounts");
  expect(tableIn(await open(`${path}?search=nobody`), FROZEN).empty).toBe("No accounts found");
  const file = await as("sup").get(pageOf(found).link("Export") ?? "");
  expect(file.headers.get("content-disposition")).toContain(`close_${last.start}_${last.end}.csv`);
  expect(csvIn(file.html).columns("Agent", "Count", "Pesos", "Dollars")).toEqual([
    { Agent: "bob", Count: "1", Pesos: "500.00", Dollars: "12.50" },
  ]);
  expect((await as("adm").get(`${path}/export.csv`)).status).toBe(403);
  const form = closeForm(found);
  await post(`${path}?phpPerUsd=40&search=bo`, { phpPerUsd: form?.value("phpPerUsd") ?? "", confirmRate: "40" });
  expect(await kinds()).toEqual(["event", "event", "event"]);
});

test.each([
  ["0", "Please enter a rate above 0."],
  ["-1", "Please enter a rate above 0."],
  ["1000000", "Please enter a rate of at most 999999.999999."],
  ["56.1234567", "Please use at most six decimals."],
  ["fifty", "Please enter the pesos of one dollar, for example 56.25."],
  ["<b>5", "Please enter the pesos of one dollar, for example 56.25."],
])(
  "the rate %s is refused in the question and by the act, and stays in its field [LEDGER-01]",
  async (rate, message) => {
    const path = `${LIST}/close/${BEFORE}`;
    const asked = await open(`${path}?phpPerUsd=${encodeURIComponent(rate)}`);
    const { status, html } = await close(BEFORE, rate);
    expect(status).toBe(422);
    for (const page of [asked, html]) {
      expect(pageOf(page).message("phpPerUsd")).toBe(message);
      expect(pageOf(page).value("phpPerUsd")).toBe(rate);
      expect(tableIn(page).rows).toHaveLength(1);
    }
    expect(await kinds()).toEqual([]);
  },
);

test("the last three rates are shown, and a rate far from them needs confirmation, so that 5.6 is not taken for 56.5 [PRICE-09]", async () => {
  const path = `${LIST}/close/${BEFORE}`;
  expect(await open(path)).toContain("Last rates: none yet");
  const earlier = [previous(before)];
  while (earlier.length < 4) earlier.push(previous(earlier.at(-1) ?? before));
  const ids = earlier.map(({ start }) => payPeriodId(start));
  for (const [index, id] of ids.entries()) await aClosedPeriod(id, { phpPerUsd: 56.5 - index, paid: true });
  const hint = earlier.slice(0, 3).map((half, index) => `${(56.5 - index).toFixed(2)} (${name(half)})`);
  const [asked, usual] = [await open(path), await open(`${path}?phpPerUsd=56`)];
  for (const text of [...hint, "Last rates"]) expect(asked).toContain(text);
  expect(asked).not.toContain(name(earlier[3] ?? before));
  expect(usual).not.toContain("confirmRate");
  const warning = `5.6 is 90.09% below the last rate, 56.5 of ${name(earlier[0] ?? before)}.`;
  const shown = await open(`${path}?phpPerUsd=5.6`);
  expect(shown).toContain(warning);
  expect(pageOf(shown).has('input[name=confirmRate][required][value="5.6"]')).toBe(true);
  // A page opened before the last rate was known has no checkbox, so the answer asks for it.
  for (const more of [{}, { confirmRate: "5.5" }] as Record<string, string>[]) {
    const { status, html } = await post(path, { phpPerUsd: "5.6", ...more });
    expect(status).toBe(422);
    expect(pageOf(html).message("phpPerUsd")).toBe(`${warning} If it is right, confirm it.`);
    expect(pageOf(html).message("confirmRate")).toBe("Please confirm the rate: 5.6.");
    expect(pageOf(html).value("phpPerUsd")).toBe("5.6");
    const form = closeForm(html);
    expect([form?.value("phpPerUsd"), form?.value("confirmRate")]).toEqual(["5.6", "5.6"]);
    expect(form?.has("[checked]")).toBe(false);
  }
  expect(await kinds()).toEqual([]);
  expect((await post(path, { phpPerUsd: "5.6", confirmRate: "5.6" })).status).toBe(302);
  expect(await kinds()).toEqual(["event"]);
});

test("only the oldest closed half-month offers Pay, and the page of another one says which comes first, so that none is paid out of order [LEDGER-01]", async () => {
  await close();
  await close(LAST);
  expect(tableIn(await open(LIST)).column("Actions")).toEqual(["", "", `Pay ${name(before)}`]);
  for (const id of [BEFORE, LAST]) expect(await open(`${LIST}/${id}`)).not.toContain("intent=pay");
  const message = `Pay ${name(before)} first.`;
  const asked = await open(`${LIST}/confirm?intent=pay&ids=${LAST}`);
  expect(pageOf(asked).one("h1")?.text).toBe(message);
  expect(asked).not.toContain("Confirm</button>");
  const stale = await post(LIST, { intent: "pay", ids: String(LAST) });
  expect([stale.status, pageOf(stale.html).failure]).toEqual([422, expect.stringContaining(message)]);
  expect(await kinds()).not.toContain("payment");
  expect((await post(LIST, { intent: "pay", ids: String(BEFORE) })).status).toBe(302);
  expect(tableIn(await open(LIST)).column("Actions")).toEqual(["", `Pay ${name(last)}`, ""]);
  expect((await post(LIST, { intent: "pay", ids: String(LAST) })).status).toBe(302);
});

test("a half-month that cannot be closed or paid says why, and the act is refused too [LEDGER-01]", async () => {
  expect(pageOf(await open(`${LIST}/close/${LAST}`)).one("h1")?.text).toBe(`Please close ${name(before)} first.`);
  expect(await open(`${LIST}/close/${RUNNING}`)).toContain("<h1>This half-month is not over yet.</h1>");
  const refused = await close(LAST);
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    expect.stringContaining(`Please close ${name(before)} first.`),
  ]);
  expect(await open(`${LIST}/confirm?intent=pay&ids=${BEFORE}`)).toContain(
    "<h1>This half-month is open. Please close it first.</h1>",
  );
  const unpaid = await post(LIST, { intent: "pay", ids: String(BEFORE) });
  expect([unpaid.status, pageOf(unpaid.html).failure]).toEqual([
    422,
    expect.stringContaining("This half-month is open. Please close it first."),
  ]);
  for (const path of [
    `${LIST}/2019011`,
    `${LIST}/7`,
    `${LIST}/x`,
    `${LIST}/close/2019011`,
    `${LIST}/close/x`,
    `${LIST}/confirm?intent=pay&ids=2019011`,
    `${LIST}/confirm?intent=eat&ids=${BEFORE}`,
  ])
    expect((await as("sup").get(path)).status, path).toBe(404);
  expect((await post(`${LIST}/close/2019011`, { phpPerUsd: "5" })).status).toBe(404);
});

test("paying lists the payments to make, and makes them once [LEDGER-01]", async () => {
  await close();
  const path = `${LIST}/confirm?intent=pay&ids=${BEFORE}`;
  expect(pageOf(await open(LIST)).link(`Pay ${name(before)}`)).toBe(`${LIST}/pay/${BEFORE}`);
  const asked = await open(path);
  expect(asked).toContain("<h1>Pay this half-month?</h1>");
  expect(pageOf(asked).text).toContain(name(before));
  // The amount and the buttons come before the list of accounts.
  expect(pageOf(asked).one("form.ask strong")?.text).toBe("₱500.00 ($10.00) to 1 account.");
  expect(pageOf(asked).has('form.ask .acts ~ [role=region][tabindex="0"] > table')).toBe(true);
  expect(tableIn(asked).rows).toEqual([
    { Agent: "ann", Office: `${LONG.slice(0, 29)}…`, Pesos: "₱500.00", Dollars: "$10.00" },
  ]);
  expect(tableIn(asked).totals).toEqual({ "Overall Total": { Pesos: "₱500.00", Dollars: "$10.00" } });
  const form = { intent: "pay", ids: String(BEFORE), formId: pageOf(asked).value("formId") ?? "" };
  for (let time = 0; time < 2; time++) expect((await post(LIST, form)).status).toBe(302);
  expect(await kinds()).toEqual(["event", "payment"]);
  const html = await open(LIST);
  expect(tableIn(html).rows[2]).toMatchObject({
    ...{ State: "Paid", "Pesos per dollar": "50.00", Frozen: "₱500.00", "Paid out": "₱500.00" },
  });
  expect(await open(path)).toContain("<h1>This half-month is already paid.</h1>");
  expect(tableIn(await open(`${LIST}/${RUNNING}`)).rows[0]).toMatchObject({
    ...{ What: `for ${name(before)}`, Pesos: "−₱500.00", Dollars: "−$10.00" },
  });
});

test("a half-month lists its lines, by agent, office and kind, each linked to its statement [LEDGER-01]", async () => {
  const open_ = await open(`${LIST}/${LAST}`);
  const columns = ["Agent", "Office", "Kind", "What", "Count", "Pesos", "Dollars"];
  const headings = [...columns.slice(0, 3), "Link", ...columns.slice(3)];
  expect(tableIn(open_).headings).toEqual(headings);
  expect(tableIn(open_).columns(...columns)).toEqual(
    rowsUnder<unknown>(
      columns,
      ["ann", `${LONG.slice(0, 29)}…`, "Sale", "Sale at ₱500.00 (default)", "1", "₱500.00", "–"],
      ["bob", expect.any(String), "Sale", "Sale at ₱500.00 (default)", "1", "₱500.00", "–"],
    ),
  );
  expect(tableIn(open_).totals).toEqual({ "Overall Total": { Pesos: "₱1,000.00", Dollars: "–" } });
  expect(pageOf(open_).link("ann")).toBe(`/app/stats/statements/${LAST}?agentId=${ann.id}`);
  expect(open_).toContain(`href="/app/stats/statements/${LAST}?companyId=${office.id}"`);
  expect(tableIn(await open(`${LIST}/${LAST}?agentId=ann`)).rows).toHaveLength(1);
  expect(tableIn(await open(`${LIST}/${LAST}?companyId=${office.id}`)).rows).toHaveLength(1);
  expect(tableIn(await open(`${LIST}/${LAST}?kind=payment`)).empty).toBe("No lines yet");
  expect(tableIn(await open(`${LIST}/${LAST}?sortField=agent&sortAsc=false&pageSize=1`)).column("Agent")).toEqual([
    "bob",
  ]);
  const odd = await open(`${LIST}/${LAST}?agentId=nobody&kind=tip&sortField=x`);
  expect(pageOf(odd).message("agentId")).toContain("There is no such agent.");
  expect(tableIn(odd).rows).toEqual([]);
  await close();
  const closed = await open(`${LIST}/${BEFORE}`);
  expect(closed).toMatch(/[0-9a-f]{64} Verified: lines unchanged since closing\./);
  expect(closed).not.toContain("Add line");
  // Closing writes the lines: from then on they have an author and a time.
  expect(tableIn(closed).headings).toEqual([...headings, "Written"]);
  await writeTransaction(async () => {
    await execute(sql`SET LOCAL session_replication_role = replica`);
    await execute(sql`UPDATE ledger SET php = 600, each_php = 600`);
  });
  expect(await open(`${LIST}/${BEFORE}`)).toContain("Not verified: lines were changed outside this product.");
});

test("a line is written once by its form, with the agent's username, and a refusal keeps what was typed [LEDGER-04]", async () => {
  const path = `${LIST}/${LAST}`;
  const html = await open(path);
  const form = lastForm(html);
  expect(form?.choices("kind")).toEqual(["", "Adjustment", "Advance", "Penalty"]);
  expect(form?.choices("companyId")[0]).toBe("Current office");
  const line = {
    periodId: String(LAST),
    kind: "advance",
    agentId: "ann",
    companyId: "",
    php: "120.50",
    reason: "Rent",
  };
  const formId = pageOf(html).value("formId") ?? "";
  for (let time = 0; time < 2; time++) {
    const done = await post(path, { ...line, formId });
    expect([done.status, listAfter(done)]).toEqual([302, `${path}?agentId=ann&sortField=at&sortAsc=false`]);
  }
  const after = await open(path);
  expect(after).toContain("The line was added to the ledger.");
  expect(tableIn(after).rows).toHaveLength(3);
  expect(tableIn(after).rows[1]).toMatchObject({ Agent: "ann", What: "Rent", Pesos: "−₱120.50" });
  expect(tableIn(after).rows[1]?.Written).toMatch(/ by\u00a0sup$/);
  const wrong: [Record<string, string>, string][] = [
    [{ php: "0" }, "Please enter an amount other than 0."],
    [{ php: "-5" }, "Please enter an amount above 0."],
    [{ php: "" }, "Please enter digits with at most two decimals, for example 512.50."],
    [{ php: "1.005" }, "Please use at most two decimals."],
    [{ reason: "" }, "Please fill in this field."],
    [{ reason: "x".repeat(256) }, "Please use at most 255 characters."],
    [{ agentId: "nobody" }, "There is no such agent."],
    [{ agentId: "" }, "Please fill in this field."],
    [{ kind: "" }, "Please choose one from the list."],
    [{ kind: "payment" }, "Please choose one from the list."],
  ];
  for (const [more, message] of wrong) {
    const refused = await post(path, { ...line, ...more });
    expect([refused.status, pageOf(refused.html).failure], JSON.stringify(more)).toEqual([
      422,
      expect.stringContaining(message),
    ]);
    const typed = lastForm(refused.html);
    for (const [field, value] of Object.entries({ php: line.php, reason: line.reason, ...more }))
      if (field === "php" || field === "reason") expect(typed?.value(field)).toBe(value);
  }
  await close();
  await close(LAST);
  const late = await post(path, line);
  expect([late.status, pageOf(late.html).failure]).toEqual([
    422,
    expect.stringContaining("This half-month is closed. Please choose one that is open."),
  ]);
  expect(await kinds()).toEqual(["advance", "event", "event", "event"]);
});

test("admins read half-months and their lines but change nothing; managers and agents have neither tab nor page [LEDGER-01] [LEDGER-04]", async () => {
  const list = await open(LIST, "adm");
  expect(list).toContain(`<a href="${LIST}" aria-current="page">Pay periods</a>`);
  expect(tableIn(list).headings).not.toContain("Actions");
  expect(tableIn(list).rows).toHaveLength(3);
  const lines = await open(`${LIST}/${LAST}`, "adm");
  expect(tableIn(lines).column("Agent")).toEqual(["ann", "bob"]);
  expect(lines).not.toMatch(/New line|Add line/);
  expect((await as("adm").get(`${LIST}/${LAST}/export.csv`)).status).toBe(200);
  for (const who of ["adm", "man", "ann"]) {
    const reading = who === "adm" ? [] : [LIST, `${LIST}/${LAST}`, `${LIST}/${LAST}/export.csv`];
    if (who !== "adm") expect(await open("/app/stats/sites", who)).not.toContain(LIST);
    for (const path of [...reading, `${LIST}/close/${BEFORE}`, `${LIST}/confirm?intent=pay&ids=${BEFORE}`])
      expect((await as(who).get(path)).status, `${who} ${path}`).toBe(403);
    expect((await as(who).post(LIST, { intent: "pay", ids: String(BEFORE) })).status).toBe(403);
    expect((await as(who).post(`${LIST}/close/${BEFORE}`, { phpPerUsd: "5" })).status).toBe(403);
    expect((await as(who).post(`${LIST}/${LAST}`, { kind: "advance" })).status).toBe(403);
  }
  expect((await aVisitor(server.url).get(LIST)).headers.get("location")).toBe(
    `/login?returnUrl=${encodeURIComponent(LIST)}`,
  );
  expect(await kinds()).toEqual([]);
});
