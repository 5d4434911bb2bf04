import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { close, closeScreen, linesOf, pay, searchLedger, searchPeriods, writeLine } from "../../../server/payroll";
import { setAvpPeriods } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aPrice, aSale, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { auditOf } from "../offices/world";
import {
  boss,
  closed,
  FIRST,
  inPayroll,
  ledgerOf,
  OVER,
  report,
  SECOND,
  sold,
  soldOften,
  takenBack,
  THIRD,
} from "./world";

const [EARLY, LATE] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];
const aSeller = async (site: Parameters<typeof aSite>[0] = {}) => {
  const [agent, { types }] = [await anAgent(), await aSite(site)];
  return { agent, type: first(types) };
};

test("half-months are listed from the first click to the current one, newest first [LEDGER-01]", () =>
  inPayroll(() =>
    withFixedTime("2026-04-02T16:00:00Z", async () => {
      const listed = async (asked = {}) => {
        const { items, total } = await ask(searchPeriods, boss, asked);
        return { ids: items.map(({ id }) => id), total };
      };
      expect(await listed()).toEqual({ ids: [THIRD], total: 1 });
      const { agent, type } = await aSeller();
      await aClick({ agent, type, at: EARLY });
      expect(await listed()).toEqual({ ids: [THIRD, SECOND, FIRST], total: 3 });
      expect(await listed({ page: 2, pageSize: 2 })).toEqual({ ids: [FIRST], total: 3 });
      await closed(FIRST, 56.25);
      expect(await listed({ sortField: "phpPerUsd", sortAsc: true })).toEqual({
        ids: [SECOND, THIRD, FIRST],
        total: 3,
      });
      expect(await listed({ sortField: "state", sortAsc: true })).toEqual({ ids: [FIRST, SECOND, THIRD], total: 3 });
      const { items } = await ask(searchPeriods, boss, { sortField: "closedAt", pageSize: 1 });
      expect(items).toEqual([
        {
          ...{ id: FIRST, start: "2026-03-01", end: "2026-03-15", state: "closed", phpPerUsd: 56.25 },
          ...{
            closedAt: "2026-03-16T12:00:00.000-04:00",
            closedBy: null,
            hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
          },
        },
      ]);
    }),
  ));

test("half-months close in order, after their end and once, and are then paid once [LEDGER-01]", () =>
  inPayroll(async () => {
    const { agent, type } = await aSeller();
    await sold(agent, type, EARLY);
    const trying = (operation: typeof close | typeof pay, id: number, moment: string) =>
      withFixedTime(moment, () => refused(operation, boss, { id, phpPerUsd: 50 }));
    expect(await trying(close, FIRST, "2026-03-16T03:59:59Z")).toEqual({ status: 409 });
    expect(await trying(close, SECOND, OVER[SECOND]!)).toEqual({ status: 409 });
    expect(await trying(pay, FIRST, OVER[FIRST]!)).toEqual({ status: 409 });
    const { actor } = await aSuperadmin();
    const done = await withFixedTime("2026-03-16T04:00:00Z", () => ask(close, actor, { id: FIRST, phpPerUsd: 50 }));
    expect(done).toMatchObject({ state: "closed", closedBy: actor.username });
    expect(await trying(close, FIRST, OVER[SECOND]!)).toEqual({ status: 409 });
    await closed(SECOND);
    expect(await withFixedTime(OVER[SECOND]!, () => ask(pay, actor, { id: FIRST }))).toMatchObject({ state: "paid" });
    expect(await trying(pay, FIRST, OVER[SECOND]!)).toEqual({ status: 409 });
    expect(await trying(close, FIRST, OVER[SECOND]!)).toEqual({ status: 409 });
    for (const id of [2026022, 2026043, 2026131, 20260311, 1, 2_147_483_647])
      for (const operation of [close, pay]) expect(await trying(operation, id, OVER[SECOND]!)).toEqual({ status: 404 });
    expect(
      (await auditOf("payPeriod", FIRST)).map(({ operation, before, after }) => [operation, before, after]),
    ).toEqual([
      ["payroll.close", { state: "open" }, expect.objectContaining({ state: "closed", eventLines: 1, php: "500.00" })],
      ["payroll.pay", { state: "closed" }, { state: "paid", run: 1, payments: 1, php: "500.00" }],
    ]);
  }));

test.each([
  [0.000001, true],
  [56.123456, true],
  [999_999.999999, true],
  [0, false],
  [-56, false],
  [0.0000001, false],
  [56.1234567, false],
  [1_000_000, false],
  [Number.NaN, false],
  ["56", false],
  [undefined, false],
])("a rate of %s pesos a dollar is accepted: %s", (phpPerUsd, good) =>
  inPayroll(async () => {
    const { agent, type } = await aSeller();
    await aClick({ agent, type, at: EARLY });
    await withFixedTime(OVER[FIRST]!, async () => {
      if (good) expect(await ask(close, boss, { id: FIRST, phpPerUsd })).toMatchObject({ phpPerUsd });
      else {
        const { status, data } = await refused(close, boss, { id: FIRST, phpPerUsd });
        expect([status, Object.keys(data as object)]).toEqual([422, ["phpPerUsd"]]);
      }
    });
  }),
);

test.each([
  [50, 55, null],
  [50, 45, null],
  [50, 55.000001, "55.000001 is 10.00% above the last rate, 50 of 2026-03-01 ~ 2026-03-15."],
  [50, 44.9, "44.9 is 10.20% below the last rate, 50 of 2026-03-01 ~ 2026-03-15."],
  [56.5, 5.6, "5.6 is 90.09% below the last rate, 56.5 of 2026-03-01 ~ 2026-03-15."],
])("after a rate of %d, the warning for a rate of %d is: %s [PRICE-09]", (last, phpPerUsd, warning) =>
  inPayroll(async () => {
    const { agent, type } = await aSeller();
    await aClick({ agent, type, at: EARLY });
    await closed(FIRST, last);
    await withFixedTime(OVER[SECOND]!, async () => {
      const closing = (more = {}) => ({ id: SECOND, phpPerUsd, ...more });
      expect(await ask(closeScreen, boss, closing())).toMatchObject({
        unusual: warning,
        lastRates: [{ id: FIRST, start: "2026-03-01", end: "2026-03-15", phpPerUsd: last }],
      });
      if (warning !== null) {
        const data = {
          phpPerUsd: [`${warning} If it is right, confirm it.`],
          confirmRate: [`Please confirm the rate: ${phpPerUsd}.`],
        };
        for (const more of [{}, { confirmRate: last }, { confirmRate: phpPerUsd + 1 }])
          expect(await refused(close, boss, closing(more))).toEqual({ status: 422, data });
        expect(await queryRows(sql`SELECT FROM pay_periods WHERE id = ${SECOND}`)).toEqual([]);
      }
      const confirmed = warning === null ? {} : { confirmRate: phpPerUsd };
      expect(await ask(close, boss, closing(confirmed))).toMatchObject({ state: "closed", phpPerUsd });
    });
  }),
);

test("the last three rates are shown, newest first, and none while no half-month is closed", () =>
  inPayroll(async () => {
    const { agent, type } = await aSeller();
    await aClick({ agent, type, at: "2026-02-05T17:00:00Z" });
    const shown = async (id: number) => {
      const { lastRates, unusual } = await withFixedTime(OVER[SECOND]!, () =>
        ask(closeScreen, boss, { id, phpPerUsd: 5.6 }),
      );
      return [lastRates.map(({ id: of, phpPerUsd }) => [of, phpPerUsd]), unusual !== null];
    };
    expect(await shown(2026021)).toEqual([[], false]);
    for (const [id, rate] of [
      [2026021, 56],
      [2026022, 56.25],
      [FIRST, 57.123456],
      [SECOND, 58],
    ] as const)
      await withFixedTime(OVER[SECOND]!, () => ask(close, boss, { id, phpPerUsd: rate }));
    expect(await shown(THIRD)).toEqual([
      [
        [SECOND, 58],
        [FIRST, 57.123456],
        [2026022, 56.25],
      ],
      true,
    ]);
  }));

test("closing writes a line per agent, office, link and price, with the names of that time, dollars and a hash [LEDGER-01] [PRICE-09]", () =>
  inPayroll(async () => {
    const office = await anOffice();
    const agent = await anAgent({ office });
    const [avp, plain] = [
      first((await aSite({ avp: true })).types),
      first((await aSite({ types: [{ bonus: true }] })).types),
    ];
    await soldOften(3, agent, avp, EARLY);
    await soldOften(2, agent, plain, EARLY);
    await sold(agent, plain, EARLY, "bonus");
    await aPrice({ type: plain, office, payout: 0.25, since: "2026-03-06T05:00:00Z" });
    await sold(agent, plain, "2026-03-07T17:00:00Z");
    await sold(agent, plain, LATE);
    const before = await linesOf(FIRST, { agentId: agent.id });
    const { hash, phpPerUsd } = await closed(FIRST, 50);
    const lines = await linesOf(FIRST, { agentId: agent.id });
    expect(
      lines.map(({ basis, count, php, usd, agent: name, officeName }) => [basis, count, php, usd, name, officeName]),
    ).toEqual(
      [
        ["Sale at the AVP tier", 3, "300.00", "4.80"],
        ["Bonus at ₱250.00 (default)", 1, "250.00", "5.00"],
        // Half a cent is rounded up.
        ["Sale at ₱0.25 (office)", 1, "0.25", "0.01"],
        ["Sale at ₱500.00 (default)", 2, "1000.00", "20.00"],
      ].map((line) => [...line, agent.username, office.officeName]),
    );
    const money = ({ basis, count, php }: (typeof lines)[number]) => [basis, count, php];
    expect(lines.map(money)).toEqual(before.map(money));
    expect(before.map(({ id, usd }) => [id, usd])).toEqual([
      [null, "4.80"],
      [null, null],
      [null, null],
      [null, null],
    ]);
    // Rebuilt by hand, the lines give the same hash.
    const stored = await queryRows<Record<string, unknown>>(
      sql`SELECT * FROM ledger WHERE period_id = ${FIRST} ORDER BY id`,
    );
    const values = stored.map((row) => {
      const { agent_id, company_id, kind, type_id, basis, count, by_account_id, refers_to, settles } = row;
      const money = [row.each_php, row.php, row.usd].map(Number);
      const texts = [row.agent, row.office_name, row.reason, by_account_id, refers_to, settles];
      return [
        row.id,
        agent_id,
        company_id,
        kind,
        type_id,
        basis,
        count,
        ...money.map((sum) => `#${sum.toFixed(2)}#`),
        ...texts,
      ];
    });
    const written = values.map((line) => `\n[${line.map((value) => JSON.stringify(value)).join(", ")}]`).join("");
    const text = `${FIRST} ${phpPerUsd?.toFixed(6)}${written.replaceAll(/"#|#"/g, "")}`;
    expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
  }));

test("a reversal of a closed period's event is a correction in the open one, worth its frozen amount, and refers to its line [LEDGER-03]", () =>
  inPayroll(async () => {
    const agent = await anAgent();
    const avp = first((await aSite({ avp: true })).types);
    const plain = first((await aSite({ types: [{ bonus: true }] })).types);
    const approve = first((await aSite({ useApproveSale: true })).types);
    const events = [
      await sold(agent, avp, EARLY),
      await sold(agent, plain, EARLY),
      await sold(agent, plain, EARLY, "bonus"),
      await sold(agent, approve, EARLY),
    ];
    await closed(FIRST);
    const frozen = await ledgerOf(agent);
    await aPrice({ type: plain, payout: 900, since: "2026-03-16T05:00:00Z" });
    for (const event of events) await takenBack(event, LATE);
    const corrections = (await ledgerOf(agent)).slice(frozen.length);
    const lineOf = (basis: string) => frozen.find((line) => line.basis === basis)?.id;
    const expected = [
      ["Sale at the AVP tier", "-100.00"],
      ["Sale at ₱500.00 (default)", "-500.00"],
      ["Bonus at ₱250.00 (default)", "-250.00"],
      ["Sale, paid by its bonus", "0.00"],
    ] as const;
    expect(corrections).toMatchObject(
      expected.map(([basis, php]) => ({
        ...{ kind: "correction", period: SECOND, basis, count: -1, php, usd: null, refers: lineOf(basis) },
        ...{ agent: agent.username, reason: "chargeback" },
      })),
    );
    // Corrections are not priced events, and have dollars once their period has a rate.
    expect((await linesOf(SECOND, { agentId: agent.id })).map(({ kind, usd }) => [kind, usd])).toEqual(
      expected.map(() => ["correction", null]),
    );
    await closed(SECOND, 40);
    const usd = new Map((await linesOf(SECOND, { agentId: agent.id })).map((line) => [line.basis, line.usd]));
    expect(expected.map(([basis]) => usd.get(basis))).toEqual(["-2.50", "-12.50", "-6.25", "0.00"]);
    const { items } = await ask(searchLedger, boss, { periodId: SECOND, kind: "correction" });
    expect(items.map(({ usd: own }) => own)).toEqual([null, null, null, null]);
  }));

test("a reversal is worth a sale at the tier even if others have brought the count of its line to 0 [LEDGER-03]", () =>
  inPayroll(async () => {
    await execute(sql`UPDATE avp_tiers SET payout_php = 30 WHERE index = 0`);
    const { agent, type } = await aSeller({ avp: true });
    const [earlier] = await soldOften(1, agent, type, EARLY);
    const [sale] = await soldOften(1, agent, type, LATE);
    // The half-month of the original is still open, so the reversal counts as −1 there.
    if (earlier) await takenBack(earlier, LATE);
    await closed(FIRST);
    await closed(SECOND);
    expect((await ledgerOf(agent)).map(({ count, php }) => [count, php])).toEqual([
      [1, "100.00"],
      [0, "0.00"],
    ]);
    if (sale) await takenBack(sale, "2026-04-03T16:00:00Z");
    expect((await ledgerOf(agent)).at(-1)).toMatchObject({
      kind: "correction",
      count: -1,
      php: "-30.00",
      period: THIRD,
    });
  }));

test("a late sale is priced as an event of its receipt day and keeps its own time [LEDGER-03] [POST-17]", () =>
  inPayroll(async () => {
    const { agent, type } = await aSeller({ avp: true });
    const { id: clickid } = await aClick({ agent, type, at: EARLY });
    await closed(FIRST);
    await report(type.siteId, { clickid, event: "sale", ts: "2026-03-05T18:00:00Z" }, LATE);
    expect(await queryRows(sql`SELECT day::text, occurred_at AS at, flags FROM sale_events`)).toEqual([
      { day: "2026-03-20", at: new Date("2026-03-05T18:00:00Z"), flags: 1 },
    ]);
    expect(await linesOf(FIRST, {})).toEqual([]);
    expect(await linesOf(SECOND, {})).toMatchObject([{ kind: "event", count: 1, php: "100.00" }]);
  }));

test("AVP tiers of a closed half-month never change, those of the next one may [PRICE-08] [LEDGER-02]", () =>
  inPayroll(async () => {
    const { agent, type } = await aSeller();
    await aSale({ agent, type, at: EARLY });
    await closed(FIRST);
    const periods = [{ from: 0, payoutPhp: 1, payoutDollars: 1 }];
    const set = (validFrom: string) => ({ periods, validFrom });
    for (const day of ["2026-02-16", "2026-03-01"])
      expect(await refused(setAvpPeriods, boss, set(day))).toEqual({ status: 409 });
    expect(await ask(setAvpPeriods, boss, set("2026-03-16"))).toHaveLength(1);
  }));

test("managers and agents cannot see periods and ledger, and neither they nor admins close, pay or write [LEDGER-01] [LEDGER-04]", () =>
  inPayroll(async () => {
    const [admin, office, agent] = [await anAdmin(), await anOffice(), await anAgent()];
    for (const operation of [searchPeriods, searchLedger])
      expect(await ask(operation as typeof searchPeriods, admin.actor)).toMatchObject({ total: expect.any(Number) });
    const read = [searchPeriods, searchLedger];
    const written = [close, pay, writeLine];
    for (const [{ actor }, operations] of [
      [admin, written],
      [office, [...read, ...written]],
      [agent, [...read, ...written]],
    ] as const)
      for (const operation of operations)
        expect(await refused(operation as typeof pay, actor, { id: FIRST })).toEqual({ status: 403 });
    expect(await refused(pay, null, { id: FIRST })).toEqual({ status: 401 });
  }));
