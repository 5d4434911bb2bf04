import { expect, test } from "vitest";
import { formatFinding } from "../../../server/invariants";
import { paymentRuns } from "../../../server/invariants/payment-runs";
import { payroll } from "../../../server/invariants/payroll";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  exportRun,
  failPayments,
  findPaymentRun,
  holdPayments,
  paymentRunExport,
  periodExport,
  releasePayments,
  searchPeriods,
  searchRuns,
  statement,
  statementScreen,
  undoRun,
  writeLine,
} from "../../../server/payroll";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, type Agent } from "../../world/builders";
import { first } from "../../world/first";
import { aBoss, boss, closed, FIRST, inPayroll, ledgerOf, moved, OVER, paid, SECOND, sold } from "./world";

const EARLY = "2026-03-05T17:00:00Z";
const LATER = OVER[SECOND] ?? "";
const at = <T>(body: () => Promise<T>, moment = LATER) => withFixedTime(moment, body);
const detail = (id = 1, more = {}) => ask(findPaymentRun, boss, { id, ...more });
const stateOf = async (id: number) => {
  const { items } = await at(() => ask(searchPeriods, boss, { sortAsc: true }));
  return items.find((period) => period.id === id)?.state;
};

async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const check of [...payroll, ...paymentRuns]) found.push(...(await at(() => check([]))).map(formatFinding));
  return found;
}

/** Two sellers of ₱500 each in the first half-month, which is closed. */
async function twoSellers(): Promise<{ ann: Agent; bob: Agent }> {
  const type = first((await aSite()).types);
  const [ann, bob] = [await anAgent({ username: "ann" }), await anAgent({ username: "bob" })];
  for (const agent of [ann, bob]) await sold(agent, type, EARLY);
  await closed(FIRST);
  return { ann, bob };
}

test("paying makes a numbered run with a reference for each agent and the total of its lines", () =>
  inPayroll(async () => {
    const { ann } = await twoSellers();
    await paid(FIRST);
    const { run, items, sums, offices } = await detail();
    expect(run).toMatchObject({ id: 1, periodId: FIRST, payments: 2, failed: 0, accounts: 2, php: 1000, usd: 20 });
    expect(run).toMatchObject({
      exportedAt: null,
      undoneAt: null,
      returnedPhp: 0,
      madeAt: expect.stringMatching(/^2026-03-16T12/) as unknown,
    });
    expect(items.map(({ reference, agent, php, usd }) => [reference, agent, php, usd])).toEqual([
      ["R1-1", "ann", 500, 10],
      ["R1-2", "bob", 500, 10],
    ]);
    expect(sums).toEqual({ php: 1000, usd: 20, failed: { php: 0, usd: 0 } });
    expect(offices.map(({ accounts, php }) => [accounts, php])).toEqual([
      [1, 500],
      [1, 500],
    ]);
    expect((await detail(1, { search: "R1-2" })).items.map(({ agent }) => agent)).toEqual(["bob"]);
    expect((await detail(1, { search: "ann" })).sums).toMatchObject({ php: 500, usd: 10 });
    expect((await ask(searchRuns, boss)).items.map(({ id, php }) => [id, php])).toEqual([[1, 1000]]);
    expect((await ledgerOf(ann)).map(({ kind, php }) => [kind, php])).toEqual([
      ["event", "500.00"],
      ["payment", "-500.00"],
    ]);
    expect(await faults()).toEqual([]);
    expect(await refused(findPaymentRun, boss, { id: 2 })).toEqual({ status: 404 });
  }));

test("undoing a run returns every payment by an opposite line, and the half-month can be paid again by the next run, once [LEDGER-01]", () =>
  inPayroll(async () => {
    const { ann } = await twoSellers();
    await paid(FIRST);
    const undone = await at(() => ask(undoRun, boss, { id: 1 }));
    expect(undone).toMatchObject({ php: 1000, returnedPhp: 1000, undoneAt: expect.any(String) as unknown });
    expect(await stateOf(FIRST)).toBe("closed");
    expect(await faults()).toEqual([]);
    expect(await at(() => refused(undoRun, boss, { id: 1 }))).toEqual({ status: 409 });
    expect(await at(() => refused(exportRun, boss, { id: 1 }))).toEqual({ status: 409 });
    expect(await at(() => refused(failPayments, boss, { id: 1, agentIds: [ann.id], reason: "x" }))).toEqual({
      status: 409,
    });
    await paid(FIRST, LATER);
    expect((await detail(2)).run).toMatchObject({ id: 2, php: 1000 });
    const lines = await ledgerOf(ann);
    expect(lines.map(({ kind, php, usd, settles }) => [kind, php, usd, settles])).toEqual([
      ["event", "500.00", "10.00", null],
      ["payment", "-500.00", "-10.00", FIRST],
      ["payment", "500.00", "10.00", FIRST],
      ["payment", "-500.00", "-10.00", FIRST],
    ]);
    expect([lines[2]?.reason, lines[2]?.refers]).toEqual(["Run 1 undone", lines[1]?.id]);
    expect(await stateOf(FIRST)).toBe("paid");
    expect(await faults()).toEqual([]);
  }));

test("an exported run cannot be undone, and nothing is exported before it is locked against undoing", () =>
  inPayroll(async () => {
    await twoSellers();
    await paid(FIRST);
    expect(await refusedStream(paymentRunExport, boss, { id: 1 })).toEqual({ status: 409 });
    const { exportedAt } = await at(() => ask(exportRun, boss, { id: 1 }));
    expect(exportedAt).toMatch(/^2026-04-01/);
    expect(await at(() => ask(exportRun, boss, { id: 1 }), "2026-04-02T12:00:00Z")).toMatchObject({ exportedAt });
    expect(await at(() => refused(undoRun, boss, { id: 1 }))).toEqual({ status: 409 });
    expect(await stateOf(FIRST)).toBe("paid");
    expect((await textOf(paymentRunExport, boss, { id: 1 })).split("\n").slice(0, 2)).toEqual([
      "Reference,Agent,Name,Office,Pesos,Dollars,State,Reason,Half-month,Run,Changed lately,Shared with",
      expect.stringMatching(/^R1-1,ann,[^,]+,[^,]+,500\.00,10\.00,paid,,2026-03-01 ~ 2026-03-15,1,,$/),
    ]);
  }));

test("a run whose half-month is followed by a paid one cannot be undone, because later balances rest on it", () =>
  inPayroll(async () => {
    await twoSellers();
    await paid(FIRST);
    await closed(SECOND);
    await paid(SECOND);
    expect(await at(() => refused(undoRun, boss, { id: 1 }))).toEqual({ status: 409 });
    await at(() => ask(undoRun, boss, { id: 2 }));
    await at(() => ask(undoRun, boss, { id: 1 }));
    expect([await stateOf(FIRST), await stateOf(SECOND)]).toEqual(["closed", "closed"]);
  }));

test("a failed payment returns to the balance with its reason and is paid by the next run; the others stay paid", () =>
  inPayroll(async () => {
    const { ann, bob } = await twoSellers();
    await paid(FIRST);
    await at(() => ask(exportRun, boss, { id: 1 }));
    const failed = await at(() => ask(failPayments, boss, { id: 1, agentIds: [bob.id], reason: "Account closed" }));
    expect(failed).toMatchObject({ payments: 2, failed: 1, returnedPhp: 500 });
    expect((await detail(1, { state: "failed" })).items).toMatchObject([
      { reference: "R1-2", agent: "bob", failedReason: "Account closed", failedAt: expect.any(String) as unknown },
    ]);
    expect((await ledgerOf(bob)).at(-1)).toMatchObject({ php: "500.00", reason: "R1-2 failed: Account closed" });
    expect(await faults()).toEqual([]);
    const again = { id: 1, agentIds: [ann.id, bob.id], reason: "x" };
    expect(await at(() => refused(failPayments, boss, again))).toEqual({ status: 409 });
    expect((await detail()).run.failed).toBe(1);
    const stranger = await anAgent();
    expect(await at(() => refused(failPayments, boss, { ...again, agentIds: [stranger.id] }))).toEqual({ status: 404 });
    await closed(SECOND);
    await paid(SECOND);
    expect((await detail(2)).items.map(({ agent, php }) => [agent, php])).toEqual([["bob", 500]]);
    expect(await faults()).toEqual([]);
    expect((await textOf(paymentRunExport, boss, { id: 1 })).split("\n")[2]).toMatch(
      /^R1-2,bob,.+,failed,Account closed,/,
    );
  }));

test("an agent's accounts fail together, so that what one account owes is not forgotten when the other one's money comes back", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent({ username: "ann" });
    await sold(ann, type, EARLY);
    const superadmin = await aBoss();
    const there = await moved(ann, await anOffice(), "2026-03-06T17:00:00Z");
    await at(
      () =>
        ask(writeLine, superadmin, { periodId: FIRST, agentId: there.id, kind: "advance", php: 40, reason: "Rent" }),
      "2026-03-07T17:00:00Z",
    );
    await closed(FIRST);
    await paid(FIRST);
    const [payment] = (await detail()).items;
    expect(payment).toMatchObject({ php: 460 });
    expect(payment?.accounts.map(({ php }) => php).sort((a, b) => a - b)).toEqual([-40, 500]);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [ann.id], reason: "Returned" }));
    const returned = (await ledgerOf(ann)).filter(({ refers }) => refers !== null);
    expect(returned.map(({ php }) => php).sort()).toEqual(["-40.00", "500.00"]);
    expect(await faults()).toEqual([]);
  }));

test("a statement says what became of its half-month: paid when, by which run and reference, failed, or carried over", () =>
  inPayroll(async () => {
    const { ann, bob } = await twoSellers();
    const settlement = async (agent: Agent) =>
      (await at(() => ask(statementScreen, agent.actor, { periodId: FIRST }))).sheet?.settlement;
    expect(await settlement(ann)).toMatchObject({ state: "closed", payments: [], payDate: "2026-03-20" });
    await paid(FIRST);
    expect(await settlement(bob)).toEqual({
      ...{ state: "paid", hold: null, earned: { php: 500, usd: 10 }, paid: { php: 500, usd: 10 } },
      ...{ unpaid: { php: 0, usd: 0 }, payDate: null },
      payments: [
        {
          ...{ run: 1, periodId: FIRST, at: "2026-03-16T12:00:00.000-04:00", reference: "R1-2", php: 500 },
          ...{ destination: null, exported: false, failedAt: null, failedReason: null },
        },
      ],
    });
    await at(() => ask(exportRun, boss, { id: 1 }));
    expect((await settlement(bob))?.payments[0]?.exported).toBe(true);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [bob.id], reason: "Account closed" }));
    expect(await settlement(bob)).toMatchObject({
      ...{ state: "failed", paid: { php: 0 }, unpaid: { php: 500 } },
      payments: [{ reference: "R1-2", php: 500, failedReason: "Account closed" }],
    });
    expect(await settlement(ann)).toMatchObject({ state: "paid", payments: [{ failedAt: null }] });
    const { sheet } = await at(() => ask(statementScreen, ann.actor, { periodId: SECOND }));
    expect(sheet?.lines.map(({ name, reference }) => [name, reference])).toEqual([["Payment", "R1-1"]]);
    const office = await at(() => ask(statementScreen, boss, { periodId: FIRST, companyId: bob.companyId }));
    expect(office.sheet?.settlement).toMatchObject({
      paid: { php: 0 },
      unpaid: { php: 500 },
      payments: [{ reference: null }],
    });
    expect(office.sheet?.agents).toMatchObject([{ settlement: { state: "failed" } }]);
    expect(await settlement(await anAgent())).toMatchObject({ state: "carried", unpaid: { php: 0 } });
    await closed(SECOND);
    await paid(SECOND);
    expect((await settlement(bob))?.payments.map(({ reference, periodId }) => [reference, periodId])).toEqual([
      ["R1-2", FIRST],
      ["R2-1", SECOND],
    ]);
  }));

test("the statement of an agent who is held back says so instead of Paid, by call too, until a later run pays them", () =>
  inPayroll(async () => {
    const { ann } = await twoSellers();
    const superadmin = await aBoss();
    await at(
      () => ask(holdPayments, superadmin, { agentIds: [ann.id], reason: "Fraud check" }),
      "2026-03-16T15:00:00Z",
    );
    await paid(FIRST);
    const read = async () => (await at(() => ask(statement, ann.actor, { periodId: FIRST }))).settlement;
    const hold = { reason: "Fraud check", at: "2026-03-16T11:00:00.000-04:00", by: superadmin.username };
    const held = { state: "held", hold, paid: { php: 0 }, payments: [] };
    expect(await read()).toMatchObject({ ...held, unpaid: { php: (await read()).earned.php } });
    await at(() => ask(releasePayments, superadmin, { agentIds: [ann.id] }));
    expect(await read()).toMatchObject(held);
    await closed(SECOND);
    await paid(SECOND);
    expect(await read()).toMatchObject({ ...held, payments: [{ run: 2, periodId: SECOND, failedAt: null }] });
  }));

test("an undone run leaves no lines in the statement, and its total is the same", () =>
  inPayroll(async () => {
    const { ann } = await twoSellers();
    await paid(FIRST);
    await at(() => ask(undoRun, boss, { id: 1 }), "2026-03-16T17:00:00Z");
    const { sheet } = await at(() => ask(statementScreen, ann.actor, { periodId: SECOND }));
    expect(sheet).toMatchObject({ undoneRuns: [1], lines: [], count: 0, payments: { php: 0 } });
    expect(sheet?.total).toEqual(sheet?.opening);
    const lines = (await at(() => ask(statement, ann.actor, { periodId: SECOND }))).lines;
    expect(lines.map(({ kind, php }) => [kind, php > 0])).toEqual([
      ["payment", false],
      ["payment", true],
    ]);
    expect((await at(() => ask(statementScreen, ann.actor, { periodId: FIRST }))).sheet?.settlement.state).toBe(
      "closed",
    );
  }));

test("the ledger of a half-month is exported with its links, for admins but not for managers", () =>
  inPayroll(async () => {
    await twoSellers();
    const admin = await anAdmin();
    const lines = (await textOf(periodExport, admin.actor, { id: FIRST })).split("\n");
    expect(lines[0]).toBe(
      "Line,Agent,Office,Kind,Link,Basis,Reason,Count,Pesos,Dollars,By,Written (New York),Refers to,Written (UTC offset)",
    );
    expect(lines[1]).toMatch(
      /^\d+,ann,[^,]+,Sale,[^,]+: [^,]+,Sale at ₱500\.00 \(default\),,1,500\.00,10\.00,,2026-03-16 12:00:00,,-04:00$/,
    );
    expect((await textOf(periodExport, admin.actor, { id: FIRST, agentId: "bob" })).split("\n")).toHaveLength(3);
    expect(await refusedStream(periodExport, (await anOffice()).actor, { id: FIRST })).toEqual({ status: 403 });
  }));

test("the database refuses to change, delete or double what a run has done", () =>
  inPayroll(async () => {
    await twoSellers();
    await paid(FIRST);
    const refusedBy = async (text: ReturnType<typeof sql>, message: RegExp) => {
      await execute(sql`SAVEPOINT s`);
      await expect(execute(text)).rejects.toThrow(message);
      await execute(sql`ROLLBACK TO s`);
    };
    await refusedBy(sql`DELETE FROM payment_runs`, /never changes/);
    await refusedBy(sql`UPDATE payment_runs SET made_at = now()`, /never changes/);
    await refusedBy(sql`UPDATE payment_runs SET exported_at = now(), undone_at = now()`, /check constraint/);
    await refusedBy(sql`UPDATE payments SET number = 7`, /only changes by failing/);
    await refusedBy(sql`DELETE FROM payments`, /only changes by failing/);
    await refusedBy(sql`UPDATE pay_periods SET state = 'closed', paid_at = NULL, paid_by = NULL`, /never changes/);
    await refusedBy(
      sql`INSERT INTO payment_runs (id, period_id, made_at) VALUES (2, ${FIRST}, now())`,
      /payment_runs_once/,
    );
    await execute(sql`UPDATE payment_runs SET exported_at = now()`);
    await refusedBy(sql`UPDATE payment_runs SET exported_at = NULL, undone_at = now()`, /never changes/);
  }));
