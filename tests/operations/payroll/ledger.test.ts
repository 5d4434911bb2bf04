import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { execute } from "../../../server/kernel/database/transactions";
import { sql, type Statement } from "../../../server/kernel/database/sql";
import { payScreen, searchLedger, settle, readTotalUpTo, writeLine } from "../../../server/payroll";
import { ask, refused } from "../../reports/ask";
import { anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { auditOf } from "../offices/world";
import { boss, closed, FIRST, inPayroll, ledgerOf, moved, OVER, paid, SECOND, sold, THIRD } from "./world";

const [EARLY, LATE] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];
const plainType = async () => first((await aSite()).types);
/** A superadmin who writes lines at a given moment. */
const aWriter = async (moment = LATE) => {
  const { actor, username } = await aSuperadmin();
  return {
    username,
    write: (line: Record<string, unknown>) =>
      withFixedTime(moment, () => ask(writeLine, actor, { reason: "as agreed", ...line })),
    refuse: (line: Record<string, unknown>) =>
      withFixedTime(moment, () => refused(writeLine, actor, { reason: "as agreed", ...line })),
  };
};

test.each([
  ["adjustment", 120.5, "120.50"],
  ["adjustment", -120.5, "-120.50"],
  ["advance", 2000, "-2000.00"],
  ["penalty", 0.01, "-0.01"],
])(
  "an %s given as %d is stored as %s, with its reason, its author and the names of that time [LEDGER-04]",
  (kind, php, stored) =>
    inPayroll(async () => {
      const office = await anOffice();
      const [agent, { write, username }] = [await anAgent({ office }), await aWriter()];
      const line = await write({ periodId: SECOND, agentId: agent.id, kind, php, reason: " late twice " });
      expect(line).toEqual({
        ...{ id: expect.any(Number) as unknown, periodId: SECOND, agentId: agent.id, companyId: office.id, kind },
        ...{ typeId: null, basis: null, count: null, php: Number(stored), usd: null, agent: agent.username },
        ...{
          officeName: office.officeName,
          reason: "late twice",
          by: username,
          at: "2026-03-20T13:00:00.000-04:00",
          refersTo: null,
        },
      });
      expect(await ledgerOf(agent)).toMatchObject([{ php: stored }]);
      expect(await auditOf("ledgerLine", line.id ?? 0)).toMatchObject([
        { operation: "payroll.writeLine", after: { kind, php: stored } },
      ]);
    }),
);

test.each([
  ["kind", { kind: "payment" }],
  ["kind", { kind: "event" }],
  ["kind", { kind: undefined }],
  ["php", { php: 0 }],
  ["php", { php: 0, kind: "adjustment" }],
  ["php", { php: -1 }],
  ["php", { php: -1, kind: "advance" }],
  ["php", { php: 0.001 }],
  ["php", { php: 10_000_000 }],
  ["php", { php: -10_000_000, kind: "adjustment" }],
  ["php", { php: "12" }],
  ["php", { php: Number.NaN }],
  ["reason", { reason: undefined }],
  ["reason", { reason: "   " }],
  ["reason", { reason: "x".repeat(256) }],
  ["reason", { reason: "a\0b" }],
  ["periodId", { periodId: "2026032" }],
  ["periodId", { periodId: -1 }],
  ["agentId", { agentId: 1.5 }],
  ["companyId", { companyId: 0 }],
])("at %s a line with %o is refused [LEDGER-04]", (field, wrong) =>
  inPayroll(async () => {
    const [agent, { refuse }] = [await anAgent(), await aWriter()];
    const { status, data } = await refuse({ periodId: SECOND, agentId: agent.id, kind: "penalty", php: 5, ...wrong });
    expect([status, Object.keys(data as object)]).toEqual([422, [field]]);
  }),
);

test("a line needs an open half-month that has begun, an agent, and an office that the agent has belonged to [LEDGER-04]", () =>
  inPayroll(async () => {
    const [office, other] = [await anOffice(), await anOffice()];
    const [agent, type] = [await anAgent({ office }), await plainType()];
    const { write, refuse } = await aWriter();
    const line = { periodId: SECOND, agentId: agent.id, kind: "advance", php: 5 };
    await sold(agent, type, EARLY);
    await write({ ...line, periodId: FIRST });
    await closed(FIRST);
    expect(await refuse({ ...line, periodId: FIRST })).toEqual({ status: 409 });
    for (const wrong of [
      { periodId: THIRD },
      { periodId: 2026022 },
      { periodId: 7 },
      { agentId: 2_000_000_000 },
      { companyId: 2_000_000_000 },
    ])
      expect(await refuse({ ...line, ...wrong }), JSON.stringify(wrong)).toEqual({ status: 404 });
    expect(await refuse({ ...line, companyId: other.id })).toMatchObject({
      status: 422,
      data: { companyId: [/never/] },
    });
    await moved(agent, other, "2026-03-18T17:00:00Z");
    await write({ ...line, companyId: office.id });
    await write(line);
    expect((await ledgerOf(agent)).map(({ period, kind, company }) => [period, kind, company])).toEqual([
      [FIRST, "advance", office.id],
      [FIRST, "event", office.id],
      [SECOND, "advance", office.id],
      [SECOND, "advance", other.id],
    ]);
  }));

test("the ledger is searched by period, agent, office and kind, in any order, newest first by default [LEDGER-04]", () =>
  inPayroll(async () => {
    const [one, two] = [await anAgent({ username: "Zoe" }), await anAgent({ username: "abe" })];
    const { write } = await aWriter();
    for (const [agent, php] of [
      [one, 3],
      [two, 1],
      [one, 2],
    ] as const)
      await write({ periodId: SECOND, agentId: agent.id, kind: php === 1 ? "penalty" : "adjustment", php });
    const found = async (asked: Record<string, unknown>) =>
      (await withFixedTime(LATE, () => ask(searchLedger, boss, asked))).items.map(({ php }) => php);
    expect(await found({})).toEqual([2, -1, 3]);
    expect(await found({ sortField: "agent", sortAsc: true })).toEqual([-1, 3, 2]);
    expect(await found({ sortField: "php", sortAsc: false })).toEqual([3, 2, -1]);
    expect(await found({ agentId: one.id, kind: "" })).toEqual([2, 3]);
    expect(await found({ companyId: two.companyId })).toEqual([-1]);
    expect(await found({ kind: "penalty", periodId: SECOND })).toEqual([-1]);
    expect(await withFixedTime(LATE, () => ask(searchLedger, boss, { pageSize: 1, page: 2 }))).toMatchObject({
      items: [{ php: -1 }],
      total: 3,
    });
    const wrong = (asked: Record<string, unknown>) => withFixedTime(LATE, () => refused(searchLedger, boss, asked));
    for (const asked of [{ periodId: 2026012 }, { agentId: 2_000_000_000 }, { companyId: 2_000_000_000 }])
      expect(await wrong(asked), JSON.stringify(asked)).toEqual({ status: 404 });
    for (const asked of [{ sortField: "hash" }, { kind: "tip" }, { page: 0 }, { pageSize: 501 }, { agentId: "x" }])
      expect((await wrong(asked)).status, JSON.stringify(asked)).toBe(422);
  }));

test("paying settles the balance up to the period, less earlier payments, of agents with a positive balance [LEDGER-01] [LEDGER-04]", () =>
  inPayroll(async () => {
    const [a, b] = [await anOffice(), await anOffice()];
    const type = await plainType();
    const { write } = await aWriter(EARLY);
    const line = (agent: { id: number }, kind: string, php: number, more = {}) =>
      write({ periodId: FIRST, agentId: agent.id, kind, php, ...more });
    const [mover, owing, even, plain] = [
      await anAgent({ office: a }),
      await anAgent(),
      await anAgent(),
      await anAgent(),
    ];
    // 500 at A and −100 at B: 400 are owed, and both accounts are settled.
    await sold(mover, type, EARLY);
    await moved(mover, b, "2026-03-06T17:00:00Z");
    await line(mover, "penalty", 100);
    await sold(owing, type, EARLY);
    await line(owing, "advance", 500.01);
    await sold(even, type, EARLY);
    await line(even, "advance", 500);
    await sold(plain, type, EARLY);
    // 0 pesos at A, but dollars: those are settled too.
    const uneven = await anAgent({ office: a });
    await sold(uneven, first((await aSite({ avp: true })).types), EARLY);
    await line(uneven, "advance", 100);
    await sold(await moved(uneven, b, "2026-03-06T17:00:00Z"), type, "2026-03-07T17:00:00Z");
    await closed(FIRST, 50);
    await paid(FIRST);
    const paidTo = async (agent: { id: number }) =>
      (await ledgerOf(agent))
        .filter(({ kind }) => kind === "payment")
        .map(({ company, php, usd, period, settles, count, basis, reason }) => {
          expect([count, basis, reason]).toEqual([null, null, null]);
          return [company, php, usd, period, settles];
        });
    expect(await paidTo(mover)).toEqual([
      [a.id, "-500.00", "-10.00", SECOND, FIRST],
      [b.id, "100.00", "2.00", SECOND, FIRST],
    ]);
    expect(await paidTo(owing)).toEqual([]);
    expect(await paidTo(even)).toEqual([]);
    expect(await paidTo(uneven)).toEqual([
      [a.id, "0.00", "0.40", SECOND, FIRST],
      [b.id, "-500.00", "-10.00", SECOND, FIRST],
    ]);
    await sold(owing, type, LATE);
    await closed(SECOND, 40);
    await paid(SECOND);
    // The debt is deducted from later earnings; the others have nothing new.
    expect(await paidTo(owing)).toEqual([[owing.companyId, "-499.99", "-12.50", THIRD, SECOND]]);
    for (const { id } of [mover, owing, uneven]) {
      expect(await readTotalUpTo(THIRD, { agentId: id })).toMatchObject({ php: "0.00" });
      expect(await paidTo({ id })).toHaveLength(id === owing.id ? 1 : 2);
    }
    expect(await paidTo(plain)).toHaveLength(1);
  }));

const payments = async (agent: { id: number }) =>
  (await ledgerOf(agent)).filter(({ kind }) => kind === "payment").map(({ php, settles }) => [php, settles]);
/** ₱500 in the first half-month, −₱200 in the second; both closed. */
async function aSellerWhoOwesLater() {
  const [agent, type, { write }] = [await anAgent(), await plainType(), await aWriter()];
  await sold(agent, type, EARLY);
  await closed(FIRST);
  await write({ periodId: SECOND, agentId: agent.id, kind: "penalty", php: 200 });
  await closed(SECOND);
  return { agent, type };
}

test("a half-month cannot be paid before an earlier one, so that no agent is paid more than the balance [LEDGER-01]", () =>
  inPayroll(async () => {
    const { agent, type } = await aSellerWhoOwesLater();
    await sold(agent, type, "2026-04-03T17:00:00Z");
    await closed(THIRD);
    const now = OVER[THIRD]!;
    const isRefused = (id: number, message: string) =>
      expect(paid(id, now)).rejects.toMatchObject({ status: 409, message });
    await isRefused(SECOND, "Pay 2026-03-01 ~ 2026-03-15 first.");
    await isRefused(THIRD, "Pay 2026-03-01 ~ 2026-03-15 first.");
    expect(await payments(agent)).toEqual([]);
    await paid(FIRST, now);
    await isRefused(THIRD, "Pay 2026-03-16 ~ 2026-03-31 first.");
    await paid(SECOND, now);
    await paid(THIRD, now);
    expect(await payments(agent)).toEqual([
      ["-500.00", FIRST],
      ["-300.00", THIRD],
    ]);
    expect(await readTotalUpTo(2026042, { agentId: agent.id })).toMatchObject({ php: "0.00" });
  }));

test("if a later half-month was paid first, the earlier one can still be paid, and no agent is paid twice [LEDGER-01]", () =>
  inPayroll(async () => {
    const { agent, type } = await aSellerWhoOwesLater();
    // Before payments had an order, this was possible.
    await settle(SECOND, THIRD, { by: null, at: new Date(OVER[SECOND]!) });
    expect(await payments(agent)).toEqual([["-300.00", SECOND]]);
    await sold(agent, type, "2026-04-03T17:00:00Z");
    await closed(THIRD);
    const now = OVER[THIRD]!;
    await expect(paid(THIRD, now)).rejects.toMatchObject({ message: "Pay 2026-03-01 ~ 2026-03-15 first." });
    expect(await withFixedTime(now, () => ask(payScreen, boss, { ids: [FIRST] }))).toMatchObject({
      impossible: null,
      accounts: [],
    });
    expect(await paid(FIRST, now)).toMatchObject({ state: "paid" });
    expect(await payments(agent)).toHaveLength(1);
    await paid(THIRD, now);
    expect(await payments(agent)).toEqual([
      ["-300.00", SECOND],
      ["-500.00", THIRD],
    ]);
  }));

const insert = (values: Statement) => sql`
  INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent, office_name,
    reason, by_account_id, settles) VALUES (${values})`;

test("the database refuses to change, delete or truncate lines and closed half-months [LEDGER-05] [LEDGER-02]", () =>
  inPayroll(async () => {
    const [agent, type, { actor }] = [await anAgent(), await plainType(), await aSuperadmin()];
    await sold(agent, type, EARLY);
    await closed(FIRST);
    const whose = sql`${agent.id}, ${agent.companyId}`;
    const event = sql`'event', ${type.id}, 'Sale at ₱500.00 (default)', 1, 500, 500, 10, 'a', 'o', NULL, NULL, NULL`;
    const adjustment = sql`'adjustment', NULL, NULL, NULL, NULL, 5, NULL, 'a', 'o', 'gift', ${actor.accountId}, NULL`;
    const payment = sql`'payment', NULL, NULL, NULL, NULL, -5, -1, 'a', 'o', NULL, NULL, ${FIRST}`;
    const by = actor.accountId;
    const refusals: [Statement, RegExp][] = [
      [sql`UPDATE ledger SET php = 1`, /append-only/],
      [sql`UPDATE ledger SET reason = 'x' WHERE agent_id = ${agent.id}`, /append-only/],
      [sql`DELETE FROM ledger`, /append-only/],
      [sql`TRUNCATE ledger`, /append-only/],
      [sql`TRUNCATE agents, ledger CASCADE`, /append-only/],
      [insert(sql`${FIRST}, ${whose}, ${adjustment}`), /is closed/],
      [insert(sql`${FIRST}, ${whose}, ${event}`), /is closed/],
      [sql`UPDATE pay_periods SET php_per_usd = 1`, /never changes/],
      [sql`UPDATE pay_periods SET state = 'paid'`, /never changes/],
      [sql`UPDATE pay_periods SET state = 'paid', paid_at = now(), hash = 'x'`, /never changes/],
      [sql`DELETE FROM pay_periods`, /never changes/],
      [sql`TRUNCATE pay_periods`, /never changes/],
    ];
    // Lines of an open half-month that lack what their kind requires, or that exist already.
    const open = (rest: Statement) => insert(sql`${SECOND}, ${whose}, ${rest}`);
    await execute(open(event));
    await execute(open(payment));
    const wrong = [
      event,
      payment,
      sql`'event', ${type.id}, 'b', 2, 500, 500, 10, 'a', 'o', NULL, NULL, NULL`,
      sql`'event', ${type.id}, 'b', 1, 500, 500, NULL, 'a', 'o', NULL, NULL, NULL`,
      sql`'correction', ${type.id}, NULL, -1, NULL, -500, NULL, 'a', 'o', NULL, NULL, NULL`,
      sql`'payment', NULL, NULL, NULL, NULL, -5, -1, 'a', 'o', NULL, NULL, NULL`,
      sql`'adjustment', NULL, NULL, NULL, NULL, 5, NULL, 'a', 'o', NULL, ${by}, NULL`,
      sql`'adjustment', NULL, NULL, NULL, NULL, 5, NULL, 'a', 'o', '', ${by}, NULL`,
      sql`'adjustment', NULL, NULL, NULL, NULL, 0, NULL, 'a', 'o', 'gift', ${by}, NULL`,
      sql`'penalty', NULL, NULL, NULL, NULL, 5, NULL, 'a', 'o', 'late', ${by}, NULL`,
      sql`'advance', NULL, NULL, NULL, NULL, -5, NULL, 'a', 'o', 'needed', NULL, NULL`,
      sql`'tip', NULL, NULL, NULL, NULL, 5, NULL, 'a', 'o', 'gift', ${by}, NULL`,
      sql`'adjustment', NULL, NULL, NULL, NULL, 'NaN', NULL, 'a', 'o', 'gift', ${by}, NULL`,
    ];
    refusals.push(...wrong.map((rest): [Statement, RegExp] => [open(rest), /violates|duplicate/]));
    for (const [statement, words] of refusals) {
      await execute(sql`SAVEPOINT tried`);
      await expect(execute(statement), statement.bind().text).rejects.toThrow(words);
      await execute(sql`ROLLBACK TO tried`);
    }
    await execute(sql`UPDATE pay_periods SET state = 'paid', paid_at = now()`);
    await execute(sql`SAVEPOINT tried`);
    await expect(execute(sql`UPDATE pay_periods SET state = 'closed'`)).rejects.toThrow(/never changes/);
  }));
