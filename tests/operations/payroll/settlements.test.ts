import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { failPayments, statement, statementExport, statementScreen } from "../../../server/payroll";
import { paymentsOfEvents } from "../../../server/payroll/event-payments";
import { lineName } from "../../../server/payroll/lines";
import { tierLabel } from "../../../server/payroll/statements/details";
import { ask, textOf } from "../../reports/ask";
import { aClosedPeriod, aLedgerLine, anAgent, anOffice, aSite, type Agent, type Office } from "../../world/builders";
import { first } from "../../world/first";
import { csvIn } from "../../world/table";
import { boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, soldOften } from "./world";

const EARLY = "2026-03-05T17:00:00Z";
const LATE = "2026-03-20T17:00:00Z";
const at = <T>(body: () => Promise<T>) => withFixedTime(OVER[SECOND] ?? "", body);
const settlement = async (agent: Agent, periodId = FIRST) =>
  (await at(() => ask(statement, boss, { periodId, agentId: agent.id }))).settlement;
const sheetOf = async (
  of: { agentId?: number; companyId?: number; page?: number; pageSize?: number },
  periodId = SECOND,
) => (await at(() => ask(statementScreen, boss, { periodId, ...of }))).sheet;

test("a later payment is named only where it made up for what its half-month left unpaid", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const [steady, failed, newer] = [await anAgent(), await anAgent(), await anAgent()];
    for (const agent of [steady, failed]) await sold(agent, type, EARLY);
    await closed(FIRST);
    expect((await settlement(steady)).payments).toEqual([]);
    await paid(FIRST);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [failed.id], reason: "Account closed" }));
    for (const agent of [steady, failed, newer]) await sold(agent, type, LATE);
    await closed(SECOND);
    await paid(SECOND);
    const runs = async (agent: Agent) => (await settlement(agent)).payments.map(({ run }) => run);
    expect([await runs(steady), await runs(failed), await runs(newer)]).toEqual([[1], [1, 2], []]);
    await at(() => ask(failPayments, boss, { id: 2, agentIds: [failed.id], reason: "Account closed" }));
    expect(await runs(failed)).toEqual([1]);
  }));

test("an office's payments are one sum for each run, without references, and failed ones apart", () =>
  inPayroll(async () => {
    const office = await anOffice({ agents: 3 });
    const [ann, bob, cid] = office.agents as [Agent, Agent, Agent];
    const type = first((await aSite()).types);
    for (const [agent, times] of [
      [ann, 1],
      [bob, 2],
      [cid, 3],
    ] as const)
      await soldOften(times, agent, type, EARLY);
    await closed(FIRST);
    await paid(FIRST);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [cid.id], reason: "Account closed" }));
    const { payments, paid: paidSum } = (await sheetOf({ companyId: office.id }, FIRST))?.settlement ?? {};
    expect(
      payments?.map(({ run, php, failedAt, reference }) => [run, php, failedAt !== null, reference]).sort(),
    ).toEqual([
      [1, 1500, false, null],
      [1, 1500, true, null],
    ]);
    expect(payments?.every(({ failedReason, destination }) => failedReason === null && destination === null)).toBe(
      true,
    );
    expect(paidSum).toEqual({ php: 1500, usd: 30 });
  }));

test("an event pays its pesos or its agent's tier, and was paid by the payment that settled it or made up for it", () =>
  inPayroll(async () => {
    const avp = first((await aSite({ avp: true })).types);
    const plain = first((await aSite()).types);
    const [ann, bob, cid] = [await anAgent(), await anAgent(), await anAgent()];
    for (const agent of [ann, cid]) await sold(agent, avp, EARLY);
    await sold(ann, plain, EARLY);
    const event = (agent: Agent, pesos: string | null = null, sign = 1, periodId = FIRST) => ({
      ...{ agentId: agent.id, periodId, pesos, sign },
    });
    const read = (...events: ReturnType<typeof event>[]) => at(() => paymentsOfEvents(events));
    const all = [event(ann), event(ann, null, -1), event(ann, "500.00"), event(ann, "-500.00", -1), event(bob)];
    expect((await read(...all)).map(({ pays, tier }) => [pays, tier])).toEqual([
      ...[
        [100, "1-9 sales"],
        [-100, "1-9 sales"],
        [500, null],
        [-500, null],
        [0, null],
      ],
    ]);
    const outcomes = async (...events: ReturnType<typeof event>[]) =>
      (await read(...events)).map(({ payment: { state, payDate, made } }) => [
        ...[state, payDate, made?.reference ?? null, made ? made.failedAt !== null : null],
      ]);
    const [early, late] = [event(ann), event(ann, "1.00", 1, SECOND)];
    expect(await outcomes(early, late)).toEqual([
      ...[
        ["open", "2026-03-20", null, null],
        ["open", "2026-04-05", null, null],
      ],
    ]);
    await closed(FIRST);
    expect(await outcomes(late, early)).toEqual([
      ...[
        ["open", "2026-04-05", null, null],
        ["closed", "2026-03-20", null, null],
      ],
    ]);
    await paid(FIRST);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [cid.id], reason: "Account closed" }));
    for (const agent of [ann, cid]) await sold(agent, plain, LATE);
    expect(await outcomes(early, late, event(bob), event(cid))).toEqual([
      ["paid", null, "R1-1", false],
      ["open", "2026-04-05", null, null],
      ["carried", null, null, null],
      ["failed", null, "R1-2", true],
    ]);
    await closed(SECOND);
    await paid(SECOND);
    expect(await outcomes(event(cid), early, late, event(bob, null, 1, SECOND))).toEqual([
      ["failed", null, "R2-2", false],
      ["paid", null, "R1-1", false],
      ["paid", null, "R2-1", false],
      ["carried", null, null, null],
    ]);
    expect(await at(() => paymentsOfEvents([]))).toEqual([]);
  }));

test("a payment from before there were runs has no reference, and counts as transferred", () =>
  inPayroll(async () => {
    const agent = await anAgent();
    await aLedgerLine({ period: FIRST, agent, type: first((await aSite()).types), php: 80, usd: 1.6 });
    await aClosedPeriod(FIRST, { phpPerUsd: 50, paid: true });
    await aLedgerLine({ period: SECOND, agent, kind: "payment", php: -80, usd: -1.6, settles: FIRST });
    expect(await settlement(agent)).toMatchObject({
      state: "paid",
      payments: [{ run: null, reference: null, php: 80, destination: null, exported: true, failedAt: null }],
    });
    expect((await settlement(agent, SECOND)).payments).toEqual([]);
  }));

test("the accounts of agents and the comparison are on the first page of an office's statement only", () =>
  inPayroll(async () => {
    const office: Office & { agents: Agent[] } = await anOffice({ agents: 2 });
    const agent = first(office.agents);
    const types = (await aSite({ types: 12 })).types;
    for (const [index, type] of types.entries())
      await aLedgerLine({ period: SECOND, agent, type, count: 1, php: 100 + ((7 * index) % 12), usd: 2 });
    await aClosedPeriod(FIRST, { phpPerUsd: 50 });
    await aClosedPeriod(SECOND, { phpPerUsd: 50 });
    const whole = { companyId: office.id, pageSize: 10 };
    const page = await sheetOf(whole);
    expect(page?.agents).toHaveLength(1);
    const sales = page?.bridge?.parts.find(({ key }) => key === "sales");
    expect([sales?.count, sales?.rows.map(({ pesos }) => pesos)]).toEqual([
      12,
      [111, 110, 109, 108, 107, 106, 105, 104, 103, 102],
    ]);
    expect(await sheetOf({ ...whole, page: 2 })).toMatchObject({ agents: null, bridge: null, lines: [{}, {}] });
    expect((await sheetOf({ agentId: agent.id }))?.agents).toBeNull();
    expect((await sheetOf({ agentId: office.agents[1]?.id }))?.bridge).toBeNull();
  }));

test("an export numbers its lines, names office and agent only to those who see them, and a tier has its label", () =>
  inPayroll(async () => {
    const office = await anOffice({ username: "north", officeName: "North" });
    const agent = await anAgent({ office, username: "ann" });
    const [type] = (await aSite()).types;
    for (const php of [1, 2, 3]) await aLedgerLine({ period: FIRST, agent, type, basis: `b${php}`, php, usd: 0 });
    await aClosedPeriod(FIRST, { phpPerUsd: 50 });
    const read = async (actor: Agent["actor"], of: object) =>
      csvIn(await at(() => textOf(statementExport, actor, { periodId: FIRST, ...of })));
    const file = await read(boss, { agentId: agent.id });
    expect(file.column("No.")).toEqual(["", "1", "2", "3", ""]);
    expect(file.row({ "No.": "2" })).toMatchObject({ Line: "Sale", Office: "North", Agent: "ann" });
    const manager = await read(office.actor, {});
    expect(manager.headings.slice(0, 4)).toEqual(["No.", "Line", "Agent", "Site"]);
    expect((await read(agent.actor, {})).headings.slice(0, 3)).toEqual(["No.", "Line", "Site"]);
    const tier = { from: 25, to: 1000, index: 3 } as Parameters<typeof tierLabel>[0];
    expect([
      tierLabel(tier),
      tierLabel({ ...tier, from: 1, to: 9 }),
      tierLabel({ ...tier, index: 0, from: 0, to: 0 }),
    ]).toEqual([...["25+ sales", "1-9 sales", "0 sales"]]);
  }));

test("a line is named by its kind, a bonus and a returned payment apart", () => {
  const named = (
    kind: Parameters<typeof lineName>[0]["kind"],
    basis: string | null = null,
    reason: string | null = null,
  ) => lineName({ kind, basis, reason });
  expect([named("event", "Sale at ₱5.00 (Bonus)"), named("event", "Bonus at ₱5.00 (geo)"), named("event")]).toEqual([
    ...["Sale", "Bonus", "Sale"],
  ]);
  expect([named("payment"), named("payment", null, "Account closed"), named("penalty", null, "late")]).toEqual([
    ...["Payment", "Payment returned", "Penalty"],
  ]);
});
