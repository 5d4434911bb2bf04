import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  exportRun,
  failPayments,
  holdPayments,
  paymentOutlook,
  statementScreen,
  undoRun,
  writeLine,
} from "../../../server/payroll";
import { saveOwn } from "../../../server/payouts";
import { ask } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, type Agent, type Type } from "../../world/builders";
import { first } from "../../world/first";
import { PASSWORD } from "../../world/shared";
import { aBoss, boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, soldOften, THIRD } from "./world";

const at = <T>(body: () => Promise<T>, moment = OVER[FIRST] ?? "") => withFixedTime(moment, body);
const plainType = async (): Promise<Type> => first((await aSite()).types);

test("an agent's balance is split by half-month that is not paid, with pay days, and says what was paid last", () =>
  inPayroll(async () => {
    const ann = await anAgent();
    const type = await plainType();
    await soldOften(2, ann, type, "2026-03-05T17:00:00Z");
    const outlook = () => at(() => paymentOutlook(SECOND, ann.id));
    const open = { state: "open", php: 0, withOlder: false };
    const now = { id: SECOND, start: "2026-03-16", end: "2026-03-31", payDate: "2026-04-05", ...open };
    const before = { ...open, id: FIRST, start: "2026-03-01", end: "2026-03-15", php: 1000, payDate: "2026-03-20" };
    const nothing = { php: 0, hold: null, lastPaid: null, hasPayout: false };
    expect(await outlook()).toEqual({ ...nothing, php: 1000, unpaid: [before, now] });
    await closed(FIRST);
    expect(await outlook()).toEqual({ ...nothing, php: 1000, unpaid: [{ ...before, state: "closed" }, now] });
    await paid(FIRST);
    const lastPaid = { at: "2026-03-16T12:00:00.000-04:00", php: 1000, exported: false };
    expect(await outlook()).toEqual({ ...nothing, unpaid: [now], lastPaid });
    await at(() => ask(exportRun, boss, { id: 1 }));
    expect((await outlook()).lastPaid).toEqual({ ...lastPaid, exported: true });
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [ann.id], reason: "Account closed" }));
    expect(await outlook()).toEqual({ ...nothing, php: 1000, unpaid: [{ ...now, php: 1000 }] });
    await sold(ann, type, "2026-03-20T17:00:00Z");
    await closed(SECOND);
    await paid(SECOND);
    expect(await at(() => paymentOutlook(THIRD, ann.id), OVER[SECOND])).toMatchObject({
      ...{ php: 0, unpaid: [{ id: THIRD, php: 0 }], lastPaid: { php: 1500, exported: false } },
    });
    const other = await anAgent();
    const next = { id: THIRD, start: "2026-04-01", end: "2026-04-15", payDate: "2026-04-20", ...open };
    expect(await at(() => paymentOutlook(THIRD, other.id), OVER[SECOND])).toEqual({ ...nothing, unpaid: [next] });
  }));

test("a payment counts in the half-month that it settles, also when a later one is closed before it", () =>
  inPayroll(async () => {
    const ann = await anAgent();
    const type = await plainType();
    await soldOften(2, ann, type, "2026-03-05T17:00:00Z");
    await sold(ann, type, "2026-03-20T17:00:00Z");
    await closed(FIRST);
    await closed(SECOND);
    await paid(FIRST, OVER[SECOND]);
    const { php, unpaid } = await at(() => paymentOutlook(THIRD, ann.id), OVER[SECOND]);
    expect([php, unpaid.map((half) => [half.id, half.php])]).toEqual([
      500,
      [
        [SECOND, 500],
        [THIRD, 0],
      ],
    ]);
    const { sheet } = await at(() => ask(statementScreen, ann.actor, { periodId: SECOND }), OVER[SECOND]);
    expect([sheet?.total.php, sheet?.settlement.unpaid.php, sheet?.settlement.state]).toEqual([1500, 500, "closed"]);
  }));

test("older half-months count with the oldest of three, and a hold and payout details are known", () =>
  inPayroll(async () => {
    const ann = await anAgent();
    const type = await plainType();
    for (const day of ["01-05", "01-20", "02-05", "02-20", "03-05", "03-20"])
      await sold(ann, type, `2026-${day}T17:00:00Z`);
    const found = await at(() => paymentOutlook(SECOND, ann.id), "2026-03-25T17:00:00Z");
    expect(found.php).toBe(3000);
    expect(found.unpaid.map(({ id, php, withOlder }) => [id, php, withOlder])).toEqual([
      [2026022, 2000, true],
      [FIRST, 500, false],
      [SECOND, 500, false],
    ]);
    const late = await anAgent();
    await sold(late, type, "2026-02-20T17:00:00Z");
    const since = await at(() => paymentOutlook(SECOND, late.id), "2026-03-25T17:00:00Z");
    expect(since.unpaid[0]).toMatchObject({ id: 2026022, php: 500, withOlder: false });
    const writer = await aBoss();
    await at(() => ask(holdPayments, writer, { agentIds: [ann.id], reason: "Fraud check" }));
    await ask(saveOwn, ann.actor, { method: "bank", details: "BDO 0012 3456 7890, Ann Lee", password: PASSWORD });
    const held = await at(() => paymentOutlook(SECOND, ann.id), "2026-03-25T17:00:00Z");
    expect(held.hold).toEqual({ reason: "Fraud check", at: "2026-03-16T12:00:00.000-04:00", by: writer.username });
    expect(held.hasPayout).toBe(true);
  }));

test("the accounts of an office's agents add up to its statement, without agents who have nothing", () =>
  inPayroll(async () => {
    const [writer, admin] = [await aBoss(), await anAdmin()];
    const [office, elsewhere] = [await anOffice({ username: "north" }), await anOffice()];
    const [ann, bob] = [await anAgent({ office, username: "ann" }), await anAgent({ office, username: "bob" })];
    const [cid, dan] = [await anAgent({ office, username: "cid" }), await anAgent({ office: elsewhere })];
    const type = await plainType();
    for (const agent of [ann, bob, dan]) await soldOften(2, agent, type, "2026-03-05T17:00:00Z");
    await closed(FIRST);
    await at(() => ask(holdPayments, writer, { agentIds: [bob.id], reason: "Fraud check" }));
    await paid(FIRST);
    await sold(ann, type, "2026-03-18T17:00:00Z");
    const write = (agent: Agent, php: number) =>
      ask(writeLine, writer, { agentId: agent.id, kind: "penalty", php, reason: "late", periodId: SECOND } as never);
    await at(() => write(ann, 30), "2026-03-19T17:00:00Z");
    await at(() => write(dan, 70), "2026-03-19T17:00:00Z");
    const read = (actor = boss as Parameters<typeof ask>[1], companyId: number | undefined = office.id) =>
      at(() => ask(statementScreen, actor, { periodId: SECOND, companyId }), "2026-03-20T17:00:00Z");
    const { sheet } = await read();
    const php = (sum: { php: number }) => sum.php;
    expect(
      sheet?.agents?.map(({ agent, opening, events, others, payments, total, settlement }) => [
        ...[agent, ...[opening, events, others, payments, total].map(php), settlement.state],
      ]),
    ).toEqual([
      ["ann", 1000, 500, -30, -1000, 470, "open"],
      ["bob", 1000, 0, 0, 0, 1000, "held"],
    ]);
    expect(sheet?.agents?.[1]?.settlement.hold).toMatchObject({ reason: "Fraud check" });
    const sumOf = (key: "opening" | "events" | "others" | "payments" | "total") =>
      (sheet?.agents ?? []).reduce((sum, account) => sum + account[key].php, 0);
    expect([sumOf("opening"), sumOf("payments"), sumOf("total")]).toEqual([
      ...[sheet?.opening.php, sheet?.payments.php, sheet?.total.php],
    ]);
    expect(sumOf("events") + sumOf("others")).toBe(sheet?.inPeriod.php);
    expect(sheet?.sums.map(({ of, php: sum }) => [of, sum])).toEqual([
      ["events", 500],
      ["others", -1030],
    ]);
    expect(JSON.stringify(sheet?.agents)).not.toContain(cid.username);
    expect((await read(office.actor, undefined)).sheet?.agents).toHaveLength(2);
    expect((await read(admin.actor)).sheet?.agents).toHaveLength(2);
    expect((await at(() => ask(statementScreen, ann.actor, { periodId: SECOND }))).sheet?.agents).toBeNull();
    const [bobs] =
      (await at(() => ask(statementScreen, boss, { periodId: FIRST, companyId: office.id }))).sheet?.agents ?? [];
    expect(bobs?.settlement).toMatchObject({ state: "paid", paid: { php: 1000, usd: 20 } });
    const next = await at(() => ask(statementScreen, boss, { periodId: THIRD, companyId: elsewhere.id }), OVER[SECOND]);
    expect(next.sheet?.agents?.map(({ agent, opening, total }) => [agent, opening.php, total.php])).toEqual([
      [dan.username, -70, -70],
    ]);
    await at(() => write(dan, 0.01), "2026-03-19T17:00:00Z");
    await at(
      () =>
        ask(writeLine, writer, {
          agentId: dan.id,
          kind: "adjustment",
          php: 70.01,
          reason: "fair",
          periodId: SECOND,
        } as never),
      "2026-03-19T18:00:00Z",
    );
    const even = await at(() => ask(statementScreen, boss, { periodId: THIRD, companyId: elsewhere.id }), OVER[SECOND]);
    expect(even.sheet?.agents).toEqual([]);
    await at(() => ask(undoRun, boss, { id: 1 }), "2026-03-16T17:00:00Z");
    const undone = (await at(() => ask(statementScreen, boss, { periodId: FIRST, companyId: office.id }))).sheet
      ?.agents;
    expect(undone?.map(({ settlement }) => [settlement.state, settlement.paid.php])).toEqual([
      ["closed", 0],
      ["held", 0],
    ]);
  }));
