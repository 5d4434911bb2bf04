import { describe, expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { levels, system, type RoleName } from "../../../server/kernel/operation/roles";
import { close, Rate, requireClosable, requirePayable } from "../../../server/payroll/close";
import { unusualRateWarning } from "../../../server/payroll/last-rates";
import type { Line } from "../../../server/payroll/lines";
import { isRunning, PayPeriodOutput, periodName, PeriodsInput } from "../../../server/payroll/periods";
import { statement, StatementLine, toStatementLine } from "../../../server/payroll/statements/statement";
import { addSums, amounts, centsOf, subtract } from "../../../server/payroll/statements/sums";
import { writeLine, writeLineByUsername } from "../../../server/payroll/write-line";
import { dollarsOf, paidOf } from "../../../server/reports/shape-paid";
import { bonusRatio } from "../../../server/reports/shape";

const messages = (parsed: { error?: { issues: { message: string }[] } }) =>
  parsed.error?.issues.map(({ message }) => message) ?? [];

test("a rate is above 0, at most 999,999.999999, and has six decimals at most [LEDGER-02]", () => {
  for (const rate of [0.000001, 1, 56.25, 58.123456, 999_999.999999]) expect(Rate.parse(rate)).toBe(rate);
  for (const rate of [0, -1, 0.0000001, 1_000_000, 1_000_000.1234567, 56.1234567, Number.NaN, "56", null])
    expect([rate, messages(Rate.safeParse(rate)).length]).toEqual([rate, 1]);
  expect(close.input.safeParse({ id: 1, phpPerUsd: 56 }).success).toBe(true);
  expect(close.input.safeParse({ id: 1, phpPerUsd: 56, confirmRate: 0 }).success).toBe(false);
});

test("a rate is unusual from more than a tenth of the last one, in both directions", () => {
  const warning = (rate: number, last = 50) =>
    unusualRateWarning(rate, [{ id: 1, start: "2026-01-01", end: "2026-01-15", phpPerUsd: last }]);
  expect([50, 45, 55, 54.999999, 45.000001].map((rate) => warning(rate))).toEqual(Array(5).fill(null));
  expect(warning(55.000001)).toBe("55.000001 is 10.00% above the last rate, 50 of 2026-01-01 ~ 2026-01-15.");
  expect(warning(25)).toBe("25 is 50.00% below the last rate, 50 of 2026-01-01 ~ 2026-01-15.");
  expect(unusualRateWarning(1, [])).toBeNull();
});

describe("half-months", () => {
  const period = (id: number, state: PayPeriodOutput["state"]): PayPeriodOutput => ({
    ...{ id, state, phpPerUsd: null, closedAt: null, closedBy: null, hash: null },
    ...{ start: `2026-0${id}-01`, end: `2026-0${id}-15` },
  });
  const outcome = (check: () => void): string => {
    try {
      check();
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const all = [period(1, "paid"), period(2, "closed"), period(3, "closed"), period(4, "open"), period(5, "open")];
  const each = (act: typeof requireClosable, periods = all) => periods.map((one) => outcome(() => act(one, periods)));

  test("are closed and paid in their order, each once [LEDGER-02] [LEDGER-05]", () =>
    withFixedTime("2026-07-01T12:00:00Z", () => {
      const closed = "This half-month is already closed.";
      expect(each(requireClosable)).toEqual([closed, closed, closed, "", "Please close 4 first."]);
      const open = "This half-month is open. Please close it first.";
      expect(each(requirePayable)).toEqual(["This half-month is already paid.", "", "Pay 2 first.", open, open]);
      expect(periodName(2026042)).toBe("2026-04-16 ~ 2026-04-30");
    }));

  test("run until the end of their last day in New York", () => {
    const runs = (moment: string) => withFixedTime(moment, () => isRunning(period(4, "open")));
    expect([runs("2026-04-15T12:00:00Z"), runs("2026-04-16T03:59:59Z"), runs("2026-04-16T04:00:00Z")]).toEqual([
      ...[true, true, false],
    ]);
    withFixedTime("2026-04-16T03:59:59Z", () =>
      expect(outcome(() => requireClosable(period(4, "open"), all))).toBe("This half-month is not over yet."),
    );
  });
});

test("sums are exact, and have no dollars if a part has none [LEDGER-06]", () => {
  const [some, without] = [centsOf({ php: "10.10", usd: "0.20" }), centsOf({ php: "-0.01", usd: null })];
  expect([some, without]).toEqual([
    { php: 1010n, usd: 20n },
    { php: -1n, usd: null },
  ]);
  expect(addSums([])).toEqual({ php: 0n, usd: 0n });
  expect(addSums([some, some])).toEqual({ php: 2020n, usd: 40n });
  for (const sums of [
    [some, without],
    [without, some],
  ])
    expect(addSums(sums)).toEqual({ php: 1009n, usd: null });
  expect(subtract(some, centsOf({ php: "0.10", usd: "0.30" }))).toEqual({ php: 1000n, usd: -10n });
  expect([subtract(some, without), subtract(without, some)]).toEqual([
    { php: 1011n, usd: null },
    { php: -1011n, usd: null },
  ]);
  expect([amounts(some), amounts(without)]).toEqual([
    { php: 10.1, usd: 0.2 },
    { php: -0.01, usd: null },
  ]);
});

test("a line names agents to managers and offices to admins [LEDGER-06]", () => {
  const line = {
    ...{ id: 1, periodId: 2026041, agentId: 5, companyId: 11, kind: "event", typeId: 7, basis: null, count: 2 },
    ...{ php: "100.00", usd: "1.78", agent: "ann", officeName: "North", reason: null, by: null, refersTo: null },
    at: new Date("2026-04-16T12:00:00Z"),
  } as unknown as Line;
  const seen = (role: RoleName) => {
    const { agent, officeName, php, usd } = toStatementLine({ ...system, role: levels[role] }, line);
    return { agent, officeName, php, usd };
  };
  const money = { php: 100, usd: 1.78 };
  expect(seen("agent")).toEqual({ agent: undefined, officeName: undefined, ...money });
  expect(seen("company")).toEqual({ agent: "ann", officeName: undefined, ...money });
  expect(seen("admin")).toEqual({ agent: "ann", officeName: "North", ...money });
  expect(toStatementLine(system, { ...line, at: null }).at).toBeNull();
  expect(toStatementLine(system, line).at).toContain("2026-04-16");
});

test("an advance or penalty is entered above 0, an adjustment on either side of it [LEDGER-03]", () => {
  const told = (kind: string, php: number) =>
    messages(writeLine.input.safeParse({ periodId: 2026041, agentId: 5, kind, php, reason: "because" }));
  expect([told("adjustment", -0.01), told("adjustment", 0.01), told("advance", 0.01), told("penalty", 5)]).toEqual([
    ...[[], [], [], []],
  ]);
  for (const kind of ["adjustment", "advance", "penalty"])
    expect(told(kind, 0)).toEqual(["Please enter an amount other than 0."]);
  for (const kind of ["advance", "penalty"]) expect(told(kind, -0.01)).toEqual(["Please enter an amount above 0."]);
});

test("a line and a statement name one agent or office, by ID or, in a form, by username [LEDGER-03] [LEDGER-06]", () => {
  const line = { periodId: 2026041, kind: "adjustment", php: 1, reason: "because" };
  const officeOf = (companyId?: number | null) => writeLine.input.parse({ ...line, agentId: 5, companyId }).companyId;
  expect([officeOf(11), officeOf(null), officeOf()]).toEqual([11, undefined, undefined]);
  expect(writeLine.input.safeParse({ ...line, agentId: 5, php: 0 }).error?.issues[0]?.path).toEqual(["php"]);
  expect(["ann", 5].map((agentId) => writeLineByUsername.input.parse({ ...line, agentId }).agentId)).toEqual([
    "ann",
    5,
  ]);
  const asked = (of: object) => statement.input.safeParse({ periodId: 2026041, ...of });
  expect(asked({ agentId: 5, companyId: null }).data).toEqual({ periodId: 2026041, agentId: 5 });
  expect([asked({}).success, asked({ companyId: 11 }).data?.companyId]).toEqual([true, 11]);
  expect(asked({ agentId: 5, companyId: 11 }).error?.issues[0]?.path).toEqual(["agentId"]);
});

test("half-months and lines have the kinds that people see, and the newest half-month is first", () => {
  expect(PayPeriodOutput.shape.state.options).toEqual(["open", "closed", "paid"]);
  expect(StatementLine.shape.kind.options).toEqual([
    ...["event", "correction", "adjustment", "advance", "penalty", "payment"],
  ]);
  expect(PeriodsInput.parse({})).toMatchObject({ sortField: "start", sortAsc: false });
});

describe("the dollars of a payroll", () => {
  test("are rounded once over all rates, and missing where a needed rate is [PRICE-05] [PRICE-09]", () => {
    expect(dollarsOf([])).toBe(0);
    // 0.001666… and 0.003333… together are half a cent, which neither is alone.
    expect(
      dollarsOf([
        ["60", "0", "0.10", true],
        ["30", "0", "0.10", true],
      ]),
    ).toBe(0.01);
    expect(dollarsOf([["60", "0", "0.30", true]])).toBe(0.01);
    expect(
      dollarsOf([
        ["60", "0", "0.15", true],
        ["60", "0", "0.15", true],
      ]),
    ).toBe(0.01);
    expect(
      dollarsOf([
        ["50", "1.50", "100.00", true],
        [null, "0.25", "0.00", false],
      ]),
    ).toBe(3.75);
    expect(dollarsOf([[null, "0.25", "7.00", false]])).toBe(0.25);
    expect(
      dollarsOf([
        ["50", "0", "1.00", true],
        [null, "0.25", "7.00", true],
      ]),
    ).toBeNull();
    expect(dollarsOf([["50", "0", "-100.00", true]])).toBe(-2);
  });

  test("are given with stored and paid pesos, which are 0 where there are none", () => {
    expect(paidOf({})).toEqual({ payout: 0, bonusPayout: 0, payoutPhp: 0, payoutDollars: 0 });
    expect(
      paidOf({ payout: "1.50", bonusPayout: "0.20", payoutPhp: "1.70", dollars: [["50", "0", "100.00", true]] }),
    ).toEqual({ payout: 1.5, bonusPayout: 0.2, payoutPhp: 1.7, payoutDollars: 2 });
  });

  test("and the share of bonuses is in percent of the sales [STAT-32]", () => {
    const of = (sales: number, bonusSales: number, without?: number) => bonusRatio({ sales, bonusSales }, without);
    expect([of(4, 1), of(3, 1), of(0, 0), of(0, 2, 100), of(2, 3)]).toEqual([25, 100 / 3, 0, 100, 150]);
    expect(Object.is(of(4, 0), 0) && Object.is(of(-4, 0), 0)).toBe(true);
  });
});
