import { beforeEach, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import {
  type Agent,
  aClosedPeriod,
  aLedgerLine,
  aSite,
  aSale,
  anAdmin,
  anAgent,
  anOffice,
  aSuperadmin,
} from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const RUNS = "/app/stats/payment-runs";
const half = previous(periodOf(dayOf(Date.now()), "beWeek"));
const HALF = payPeriodId(half.start);
const name = `${half.start} ~ ${half.end}`;
let ann: Agent;
let bob: Agent;

const { as, open } = aScreenWorld({ people: ["sup", "adm", "man", "ann"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  const north = await anOffice({ username: "man", officeName: "North" });
  ann = await anAgent({ username: "ann", office: north, firstName: "Ann", lastName: "Lee" });
  bob = await anAgent({ username: "bob", office: await anOffice({ officeName: "South" }) });
  const type = first((await aSite()).types);
  await aSale({ agent: ann, type, at: new Date(startOfDay(addDays(half.start, 1)).getTime()) });
});

// Each test starts with a closed half-month that owes ann ₱500 and bob ₱250.50.
beforeEach(() =>
  writeTransaction(async () => {
    await execute(sql`SET LOCAL session_replication_role = replica`);
    for (const table of [sql`payments`, sql`ledger`, sql`payment_runs`, sql`pay_periods`, sql`payment_holds`])
      await execute(sql`DELETE FROM ${table}`);
    await aLedgerLine({ period: HALF, agent: ann, php: 500, usd: 10, type: { id: 1 } });
    await aLedgerLine({ period: HALF, agent: bob, php: 250.5, usd: 5.01, type: { id: 1 } });
    await aClosedPeriod(HALF, { phpPerUsd: 50 });
  }),
);
const post = (path: string, fields: Record<string, string>, who = "sup") => as(who).post(path, fields);
const makeRun = async () => {
  const { headers } = await post("/app/stats/pay-periods", { intent: "pay", ids: String(HALF) });
  return headers.get("location");
};
const paymentSum = async () =>
  (await db.rows<{ php: string }>`SELECT sum(php) AS php FROM ledger WHERE kind = 'payment'`)[0]?.php;

test("paying leads to the run with its total, references and offices, and the lists link it", async () => {
  expect(await open(RUNS)).toContain("No payment runs yet. Paying a half-month makes one.");
  expect(await makeRun()).toBe(`${RUNS}/1`);
  const html = await open(`${RUNS}/1`);
  expect(pageOf(html).one("h1")?.text).toBe(`Payment run 1: ${name}`);
  for (const page of [html, await open(`${RUNS}?sortField=id`)])
    expect(
      pageOf(page)
        .all('nav[aria-label="Statistics"] [aria-current="true"]')
        .map((tab) => [tab.text, tab.attr("href")]),
    ).toEqual([["Pay periods", "/app/stats/pay-periods"]]);
  for (const fact of ["Total ₱750.50 $15.01", "Not exported", "sup"])
    expect(pageOf(html).one(".run > header")?.text).toContain(fact);
  expect(tableIn(html, "Payments").columns("Reference", "Agent", "Name", "Office", "Pesos", "State")).toEqual(
    rowsUnder(
      ["Reference", "Agent", "Name", "Office", "Pesos", "State"],
      ["R1-1", "ann", "Ann Lee", "North", "₱500.00", "Not exported"],
      ["R1-2", "bob", expect.any(String) as unknown as string, "South", "₱250.50", "Not exported"],
    ),
  );
  expect(tableIn(html, "Payments").totals).toMatchObject({ "Overall Total": { Pesos: "₱750.50", Dollars: "$15.01" } });
  expect(html).toContain("Totals by office");
  expect(pageOf(await open("/app/stats/pay-periods")).link("₱750.50")).toBe(`${RUNS}/1`);
  expect(tableIn(await open(RUNS)).rows).toMatchObject([
    { Run: "Payment run 1", "Half-month": name, State: "Not exported", By: "sup", Payments: "2", Total: "₱750.50" },
  ]);
  expect(tableIn(await open(`${RUNS}/1?search=South`), "Payments").column("Agent")).toEqual(["bob"]);
  expect(tableIn(await open(`${RUNS}/1?state=failed`), "Payments").empty).toBe("No payments found");
  expect((await as("sup").get(`${RUNS}/2`)).status).toBe(404);
  expect((await as("sup").get(`${RUNS}/x`)).status).toBe(404);
});

test("a run is undone from a page without scripts, and the half-month can be paid again", async () => {
  await makeRun();
  const asked = await open(`${RUNS}/confirm?intent=undo&ids=1`);
  expect(asked).toContain("<h1>Undo this payment run?</h1>");
  expect(pageOf(asked).one(".names li")?.text).toBe(`Payment run 1: ${name}, ₱750.50 in 2 payments`);
  const form = { intent: "undo", ids: "1", formId: pageOf(asked).value("formId") ?? "" };
  for (let time = 0; time < 2; time++) {
    const done = await post(RUNS, form);
    expect([done.status, done.headers.get("location")]).toEqual([302, `${RUNS}/1`]);
  }
  const html = await open(`${RUNS}/1`);
  expect(html).toContain("The payment run is undone.");
  expect(html).not.toMatch(/Export CSV|Undo run|Mark as failed/);
  expect(tableIn(html, "Payments").column("State")).toEqual(["Undone", "Undone"]);
  expect(await paymentSum()).toBe("0.00");
  const again = await post(RUNS, { intent: "undo", ids: "1" });
  expect([again.status, pageOf(again.html).failure]).toEqual([
    422,
    expect.stringContaining("This payment run is undone."),
  ]);
  expect(await makeRun()).toBe(`${RUNS}/2`);
  expect(await paymentSum()).toBe("-750.50");
  expect((await as("sup").get(`${RUNS}/confirm?intent=undo&ids=9`)).status).toBe(404);
});

test("exporting and printing lock the run, and neither file nor signature sheet exists before", async () => {
  await makeRun();
  expect((await as("sup").get(`${RUNS}/1/export.csv`)).status).toBe(409);
  const early = await open(`${RUNS}/1?print=1`);
  expect(early).toContain("This run is not exported yet and can still be undone.");
  expect(early).not.toContain("Signature");
  const exported = await post(`${RUNS}/1`, { intent: "export" });
  expect([exported.status, exported.headers.get("location")]).toEqual([302, `${RUNS}/1?file=1`]);
  const page = pageOf(await open(`${RUNS}/1?file=1`));
  expect(page.one('meta[http-equiv="refresh"]')?.attr("content")).toBe(`0; url=${RUNS}/1/export.csv`);
  expect(page.text).not.toContain("Not exported");
  const { status, headers, html: file } = await as("sup").get(`${RUNS}/1/export.csv`);
  expect(headers.get("content-disposition")).toMatch(/"payment-run_1_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv"/);
  expect([status, file.split("\n")[1]]).toEqual([200, `R1-1,ann,Ann Lee,North,500.00,10.00,paid,,${name},1,,`]);
  const html = await open(`${RUNS}/1`);
  expect(html).not.toContain("Undo run");
  const refused = await post(RUNS, { intent: "undo", ids: "1" });
  expect(pageOf(refused.html).failure).toContain("This payment run was exported and can no longer be undone.");
  const printed = await post(`${RUNS}/1`, { intent: "print" });
  expect(printed.headers.get("location")).toBe(`${RUNS}/1?print=1`);
  const sheet = await open(`${RUNS}/1?print=1`);
  expect(tableIn(sheet, "Payments").headings).toContain("Signature");
  expect(sheet).not.toMatch(/Export CSV|Mark as failed|<nav/);
});

test("ticked payments are marked as failed with a reason, and a form without ticks or reason keeps what was typed", async () => {
  await makeRun();
  const path = `${RUNS}/1`;
  const empty = await post(path, { intent: "fail", reason: "Account closed" });
  expect(empty.status).toBe(422);
  expect(pageOf(empty.html).value("reason")).toBe("Account closed");
  expect(empty.html).toContain("Please select at least one row.");
  const silent = await post(path, { intent: "fail", agentIds: String(bob.id), reason: "" });
  expect(pageOf(silent.html).message("reason")).toBe("Please fill in this field.");
  const done = await post(path, { intent: "fail", agentIds: String(bob.id), reason: "Account closed" });
  expect([done.status, done.headers.get("location")]).toEqual([302, `${path}#r${bob.id}`]);
  const html = await open(path);
  expect(html).toContain("The payments are marked as failed.");
  expect(tableIn(html, "Payments").column("State")).toEqual([
    "Not exported",
    expect.stringMatching(/^Failed Account closed .+, sup$/),
  ]);
  const totals = { Failed: { Pesos: "₱250.50" }, "Overall Total": { Pesos: "₱500.00", Dollars: "$10.00" } };
  expect(tableIn(html, "Payments").totals).toMatchObject(totals);
  expect(pageOf(html).one(".run .balance")?.text).toBe("Total ₱500.00 $10.00");
  expect(html).not.toContain("Totals by office");
  expect(tableIn(await open(RUNS)).rows).toMatchObject([{ Total: "₱500.00", "Returned to balances": "₱250.50" }]);
  expect(tableIn(await open("/app/stats/pay-periods")).column("Paid out")).toContain("₱500.00");
  await post(path, { intent: "export" });
  expect(tableIn(await open(path), "Payments").column("State")[0]).toBe("Paid");
  expect(await paymentSum()).toBe("-500.00");
  expect(tableIn(await open(`${path}?state=failed`), "Payments").column("Agent")).toEqual(["bob"]);
});

test("agents see in their statement when and under which reference they were paid, and superadmins get to the run and to a new line", async () => {
  const path = `/app/stats/statements/${HALF}`;
  expect(await open(path, "ann")).toContain("Not paid yet");
  await makeRun();
  const own = await open(path, "ann");
  expect(pageOf(own).one(".balance")?.text).toMatch(/Paid ₱500\.00 on \d{4}-\d\d-\d\d \(R1-1\)/);
  expect(own).not.toMatch(/payment-runs|New line/);
  const html = await open(`${path}?agentId=ann`);
  expect(pageOf(html).link("Payment run 1")).toBe(`${RUNS}/1`);
  const running = payPeriodId(periodOf(dayOf(Date.now()), "beWeek").start);
  const form = pageOf(html).link("New line") ?? "";
  expect(form).toBe(`/app/stats/pay-periods/${running}?agentId=ann#new-line`);
  expect(pageOf(await open(form.replace("#new-line", ""))).value("agentId")).toBe("ann");
});

test("admins read runs and their payments without an act", async () => {
  await makeRun();
  expect(tableIn(await open(RUNS, "adm")).column("Total")).toEqual(["₱750.50"]);
  const html = await open(`${RUNS}/1`, "adm");
  expect(tableIn(html, "Payments").column("Pesos")).toEqual(["₱500.00", "₱250.50"]);
  expect(html).not.toMatch(/Export CSV|Undo run|Mark as failed|type="checkbox"/);
  for (const who of ["man", "ann"]) expect((await as(who).get(`${RUNS}/1`)).status).toBe(403);
});

test.each(["adm", "man", "ann", "nobody"])("%s can neither change nor undo a run", async (who) => {
  await makeRun();
  for (const [path, fields] of [
    [RUNS, { intent: "undo", ids: "1" }],
    [`${RUNS}/1`, { intent: "export" }],
    [`${RUNS}/1`, { intent: "fail", agentIds: String(bob.id), reason: "x" }],
  ] as [string, Record<string, string>][]) {
    const { status, headers } = await post(path, fields, who);
    if (who === "nobody") expect(headers.get("location")).toContain("/login");
    else expect(status).toBe(403);
  }
  expect(await paymentSum()).toBe("-750.50");
});

test("before paying, the whole list has parts, totals and an export, and the total leads to the question", async () => {
  const path = `/app/stats/pay-periods/pay/${HALF}`;
  const html = await open(path);
  expect(pageOf(html).one("h1")?.text).toBe(`Pay ${name}`);
  expect(html).toContain("₱750.50 ($15.01) to 2 accounts");
  expect(html).toContain("2 agents to pay have no payout details, nor has their office.");
  expect(tableIn(await open(`${path}?show=missing`), "Balances").column("Agent")).toEqual(["ann", "bob"]);
  expect(pageOf(html).one(".pay-bar button[data-ask]")?.text).toBe(`Pay 2 accounts ${name}`);
  const columns = ["Agent", "Office", "Opening", "This half-month", "Corrections and advances", "To pay"];
  expect(tableIn(html, "Balances").columns(...columns)).toEqual(
    rowsUnder(
      columns,
      ["ann", "North", "₱0.00", "₱500.00", "₱0.00", "₱500.00"],
      ["bob", "South", "₱0.00", "₱250.50", "₱0.00", "₱250.50"],
    ),
  );
  expect(tableIn(html, "Totals by office").column("Pesos")).toEqual(["₱500.00", "₱250.50"]);
  expect(tableIn(await open(`${path}?search=south`), "Balances").column("Agent")).toEqual(["bob"]);
  const { status, headers, html: file } = await as("sup").get(`${path}/export.csv?search=south`);
  expect(headers.get("content-disposition")).toMatch(/"pay_south_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv"/);
  expect([status, file.split("\n")[1]]).toEqual([200, "bob,South,0.00,250.50,0.00,250.50,250.50,0.00,5.01,,,,,"]);
  const asked = await open(`/app/stats/pay-periods/confirm?intent=pay&ids=${HALF}`);
  expect(asked).toContain("<h1>Pay this half-month?</h1>");
  await makeRun();
  expect(await open(path)).toContain("<h1>This half-month is already paid.</h1>");
  for (const who of ["adm", "man", "ann"]) expect((await as(who).get(path)).status).toBe(403);
});

test("an account is held back with a reason and released again, and a form without ticks keeps its reason", async () => {
  const path = `/app/stats/pay-periods/pay/${HALF}`;
  const empty = await post(path, { intent: "hold", reason: "Fraud check" });
  expect([empty.status, pageOf(empty.html).value("reason")]).toEqual([422, "Fraud check"]);
  expect(empty.html).toContain("Please select at least one row.");
  const held = await post(path, { intent: "hold", agentIds: String(ann.id), reason: "Fraud check" });
  expect([held.status, held.headers.get("location")]).toEqual([302, `${path}#r${ann.id}`]);
  const html = await open(path);
  expect(pageOf(html).has(`#r${ann.id}`)).toBe(true);
  for (const text of ["The payments are held back.", "₱250.50 ($5.01) to 1 account", "₱500.00 is held back"])
    expect(html).toContain(text);
  const balances = tableIn(html, "Balances");
  expect(balances.row({ Agent: "ann" })).toMatchObject({
    Balance: "₱500.00",
    "To pay": "₱0.00",
    "Carried over": "₱500.00",
  });
  const sums = { "This half-month": "₱750.50", Balance: "₱750.50", "To pay": "₱250.50", "Carried over": "₱500.00" };
  expect(balances.total("Overall Total")).toMatchObject(sums);
  expect(balances.column("State")[0]).toMatch(/^Held back Fraud check .+, sup Release ann$/);
  expect(tableIn(await open(`${path}?show=held`), "Balances").column("Agent")).toEqual(["ann"]);
  const twice = await post(path, { intent: "hold", agentIds: String(ann.id), reason: "again" });
  expect(pageOf(twice.html).failure).toContain("The payments of ann are already held back.");
  expect((await post(path, { intent: "release", agentIds: String(ann.id) })).status).toBe(302);
  expect(await open(path)).toContain("₱750.50 ($15.01) to 2 accounts");
});
