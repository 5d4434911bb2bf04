import { afterEach, expect, test } from "vitest";
import { levels, type RoleName, system } from "../../server/kernel/operation/roles";
import { overrideConfig } from "../../server/kernel/process/config";
import { type GroupKey, type Grouping, groupKeys } from "../../server/reports/group-keys";
import type { SitesQuery } from "../../server/reports/query";
import { canSeePoints, type ReportData, shapeReport } from "../../server/reports/shape";
import { ListedPayroll, SitesAnswer, withFigures } from "../../server/reports/sites-answer";

afterEach(() => overrideConfig({ BRAND: "harbor" }));

const sums = { raws: 10, uniques: 8, sales: 4, bonusSales: 1, lpp: 40, lppPrev: 30, earn: "80.50", bonusEarn: "2.25" };
const pesos = { payout: "400.00", bonusPayout: "5.00", payoutPhp: "405.00" };
const link = { typename: "land", siteId: 3, sitename: "North" };
const data = ({ dollars }: { dollars?: [string | null, string, string, boolean, string?][] } = {}): ReportData => {
  const figures = { ...sums, ...(dollars && { ...pesos, dollars }) };
  const counts = dollars ? ([4, 1, "400.00", "5.00"] as const) : ([4, 1] as const);
  return {
    total: 2,
    overall: figures,
    types: [
      { id: 7, ...link, bonus: true, counts },
      { id: 9, ...link, bonus: false, counts },
    ],
    items: [
      {
        ...{ ...figures, date: "2026-05-01", companyId: 11, officeName: "North", agentId: 5, agent: "ann" },
        ...{ agentFullName: "Ann Lee", avpPeriod: 2, avpSales: 6, counts: { "7": counts } },
      },
      {
        ...sums,
        sales: 0,
        date: null,
        companyId: null,
        officeName: null,
        agentId: null,
        agent: null,
        agentFullName: null,
        counts: null,
      },
    ],
  };
};
type Given = {
  role?: RoleName;
  groupBy?: Grouping;
  payroll?: boolean;
  earningVisible?: boolean;
  useApproveSale?: boolean;
};
const shaped = (
  { role = "admin", groupBy = "detail", payroll = false, earningVisible = true, useApproveSale = false }: Given = {},
  report = data(),
) =>
  shapeReport(
    { ...system, role: levels[role], earningVisible },
    { variant: { payroll }, keys: groupKeys(groupBy), useApproveSale } as unknown as SitesQuery,
    report,
  );
const rowOf = (given: Given) => shaped(given).answer.page.items[0];
const keysOf = (given: Given) => Object.keys(rowOf(given) ?? {});

test("a row names its day, agent and office only as it is grouped, and to whom it may [STAT-25]", () => {
  const named = (given: Given) => {
    const { date, agentId, agent, agentFullName, companyId, officeName } = rowOf(given) ?? {};
    return { date, agentId, agent, agentFullName, companyId, officeName };
  };
  const [day, ann, north] = [
    { date: "2026-05-01" },
    { agent: "ann", agentFullName: "Ann Lee" },
    { officeName: "North" },
  ];
  expect(named({ groupBy: "date" })).toEqual(day);
  expect(named({ groupBy: "agent" })).toEqual({ agentId: 5, ...ann, companyId: 11, ...north });
  expect(named({ groupBy: "company" })).toEqual({ companyId: 11, ...north });
  expect(named({ groupBy: "detail" })).toEqual({ ...day, agentId: 5, ...ann, companyId: 11, ...north });
  expect(named({ role: "company" })).toEqual({ ...day, agentId: 5, ...ann, companyId: 11 });
  expect(named({ role: "agent" })).toEqual({ ...day, agentId: 5, companyId: 11 });
  const [, empty] = shaped().answer.page.items;
  expect(empty).toMatchObject({ agent: "", agentFullName: "", officeName: "", "7": 0, "7b": 0, "9": 0, bonusRatio: 0 });
  expect([empty?.date, empty?.agentId, empty?.companyId]).toEqual([undefined, undefined, undefined]);
});

test("points and earnings are absent for those who may not see them [STAT-25]", () => {
  expect(rowOf({})).toMatchObject({ lpp: 40, lppPrev: 30, earn: 80.5, bonusEarn: 2.25, bonusRatio: 25 });
  expect(keysOf({ earningVisible: false }).filter((key) => /earn/i.test(key))).toEqual([]);
  expect(keysOf({ groupBy: "date" }).filter((key) => /lpp/.test(key))).toEqual([]);
  const { overall } = shaped({ groupBy: "date" }).answer;
  expect(overall).toMatchObject({ lpp: 40, lpp_prev: 30, earning: 80.5, bonusEarning: 2.25, "7": 4, "7b": 1, "9": 4 });
  expect(overall).not.toHaveProperty("9b");
  expect(Object.keys(shaped({ earningVisible: false }).answer.overall).filter((key) => /earn/i.test(key))).toEqual([]);
  overrideConfig({ BRAND: "summit" });
  expect(canSeePoints(system, { keys: ["agent"] })).toBe(false);
  expect([...keysOf({}), ...Object.keys(shaped().answer.overall)].filter((key) => /lpp/.test(key))).toEqual([]);
});

test("a payroll has pesos by link and dollars that are rounded once for the page [PAYROLL-05]", () => {
  const report = data({
    dollars: [
      ["60", "0", "0.10", true],
      ["30", "0", "0.10", true],
    ],
  });
  const { answer, pageTotals } = shaped({ payroll: true }, report);
  const [row, empty] = answer.page.items;
  const paid = { payout: 400, bonusPayout: 5, payoutPhp: 405, payoutDollars: 0.01 };
  expect(row).toMatchObject({ "7": 4, "7Php": 400, "7b": 1, "7bPhp": 5, "9": 0, "9Php": 0, ...paid });
  expect(row).toMatchObject({ avpPeriod: 2, agent_avp_sales_count: 6 });
  expect([row, empty].every((one) => one && !("9bPhp" in one))).toBe(true);
  expect(empty).toMatchObject({ bonusRatio: 100, "7Php": 0, "7bPhp": 0, payoutDollars: 0 });
  expect(answer.overall).toMatchObject({ "7Php": 400, "9Php": 400, ...paid });
  expect(pageTotals.payoutDollars).toBe(0.01);
  const unrated = data({ dollars: [[null, "0", "1.00", true]] });
  expect(shaped({ payroll: true }, unrated).pageTotals.payoutDollars).toBeNull();
  expect(shaped().pageTotals).not.toHaveProperty("payoutDollars");
  expect(rowOf({})).not.toHaveProperty("payout");
  expect(rowOf({})).not.toHaveProperty("7Php");
  expect(empty).not.toHaveProperty("agent_avp_sales_count");
});

test("the margin is what pay leaves of the earnings at their rates, and unknown without one [STAT-42]", () => {
  type Dollars = [string | null, string, string, boolean, string][];
  const marginOf = (dollars: Dollars, given: Given = {}) => shaped(given, data({ dollars })).answer.page.items[0];
  const earned: Dollars = [
    ["60.000001", "0", "0", false, "80.50"],
    ["50", "0", "0", false, "2.25"],
  ];
  // 80.50 × 60.000001 + 2.25 × 50 − 405
  expect(marginOf(earned)).toMatchObject({ margin: 4537.5, epc: 8.275, phpPerUnique: 50.625 });
  expect(marginOf([...earned, [null, "0", "0", false, "0.00"]])?.margin).toBe(4537.5);
  expect(marginOf([...earned, [null, "0", "0", false, "0.01"]])?.margin).toBeNull();
  expect(
    Object.keys(marginOf(earned, { earningVisible: false }) ?? {}).filter((key) => /margin|epc|phpPer/.test(key)),
  ).toEqual([]);
  const none = shaped({}, { ...data(), items: [{ ...data().items[1]!, raws: 0, uniques: 0 }] }).answer.page.items[0];
  expect(none).toMatchObject({ epc: null, phpPerUnique: null });
});

test("the margin and shares of a page are those of its sums, not the sums of those of its rows [STAT-42]", () => {
  type Items = ReportData["items"];
  const [ann, empty] = data({ dollars: [["50", "0", "0", false, "80.50"]] }).items as [Items[0], Items[0]];
  const bob: Items[0] = { ...ann, raws: 6, uniques: 1, earn: "10.01", bonusEarn: "0.24", payoutPhp: "95.00" };
  const items = [ann, { ...bob, dollars: [["50", "0", "0", false, "10.25"]] as const }, empty];
  const { pageTotals } = shaped({}, { ...data(), items });
  // 90.75 × 50 − (405 + 95); 93.00 ÷ (10 + 6 + 10); 500 ÷ (8 + 1 + 8)
  expect(pageTotals).toMatchObject({ margin: 4037.5, phpPerUnique: 500 / 17 });
  expect(pageTotals.epc).toBeCloseTo((80.5 + 2.25 + 10.01 + 0.24 + 80.5 + 2.25) / 26, 10);
  expect(shaped({ earningVisible: false }, { ...data(), items }).pageTotals).toEqual({});
});

test("a row has the link of its group and the further key, each under its own name [STAT-39]", () => {
  const [group] = data().items;
  const items = [{ ...group!, ...link, typeId: 7, country: "PH" }];
  const of = (...keys: GroupKey[]) =>
    shapeReport(
      { ...system, role: levels.admin },
      { variant: { payroll: false }, keys, useApproveSale: false } as unknown as SitesQuery,
      { ...data(), items },
    ).answer.page.items[0];
  expect(of("link")).toMatchObject({ typeId: 7, typename: "land", siteId: 3, sitename: "North" });
  expect(of("link")).not.toHaveProperty("link");
  expect(of("link")).not.toHaveProperty("country");
  expect(of("country")).toMatchObject({ country: "PH" });
  expect(of("country")).not.toHaveProperty("typeId");
  expect(of("link", "country")).toMatchObject({ typeId: 7, country: "PH" });
});

test("a compared row has the figures of its own key, zeros without one, and none of its own without a counterpart [STAT-25]", () => {
  const range = { start: "2026-04-01", end: "2026-04-15", until: null };
  const { items, ...rest } = data();
  const earlier: ReportData = {
    ...rest,
    overall: { ...sums, sales: 3, earn: "30.00" },
    types: [{ ...rest.types[0]!, counts: [3, 2] }],
    items: [
      { ...items[0]!, agentId: 5, sales: 2, earn: "20.00", counts: { "7": [2, 1] } },
      { ...items[0]!, agentId: 6, sales: 1, earn: "10.00", counts: null },
    ],
  };
  const compared = (role: RoleName, earningVisible: boolean, keyOf = (agentId: number | null) => agentId) =>
    shapeReport(
      { ...system, role: levels[role], earningVisible },
      { variant: { payroll: false }, keys: ["agent"], useApproveSale: false } as unknown as SitesQuery,
      { ...rest, items: [5, 6, 7, null].map((agentId) => ({ ...items[0]!, agentId })) },
      { ...earlier, range, rowBefore: ({ agentId }) => (agentId === null ? undefined : [keyOf(agentId)]) },
    ).answer.compared as { range: unknown; rows: unknown[]; overall: Record<string, unknown> };
  const found = compared("admin", true);
  expect(found.range).toEqual(range);
  expect(found.rows).toMatchObject([
    { sales: 2, earn: 20, lpp: 40, "7": 2, "7b": 1, "9": 0 },
    { sales: 1, earn: 10, "7": 0, "7b": 0, "9": 0 },
    { raws: 0, uniques: 0, sales: 0, bonusSales: 0, earn: 0, lpp: 0, "7": 0, "9": 0 },
    null,
  ]);
  expect(found.rows).toHaveLength(4);
  expect(found.overall).toMatchObject({ sales: 3, earn: 30, "7": 3, "7b": 2, "9": 0 });
  expect(JSON.stringify(compared("admin", false))).not.toMatch(/earn/i);
  expect(compared("admin", true, (agentId) => (agentId ?? 0) + 1).rows).toMatchObject([
    { sales: 1 },
    { sales: 0 },
    {},
    null,
  ]);
});

test("of a two-step site only the second step is paid, and only links with a bonus have one", () => {
  const of = (useApproveSale: boolean) =>
    shaped({ useApproveSale }).answer.types.map(({ id, bonus, payout, typeId }) => [id, bonus, payout, typeId]);
  expect(of(false)).toEqual([
    ["7", false, true, 7],
    ["7b", true, true, 7],
    ["9", false, true, 9],
  ]);
  expect(of(true)).toEqual([
    ["7", false, false, 7],
    ["7b", true, true, 7],
    ["9", false, false, 9],
  ]);
  const { answer } = shaped({ role: "company", earningVisible: false, useApproveSale: true });
  const { earningVisible, payoutVisible, useApproveSale, hasBonus, page } = answer;
  expect([earningVisible, payoutVisible, useApproveSale, hasBonus, page.total]).toEqual([false, false, true, true, 2]);
  expect(shaped({}, { ...data(), types: [] }).answer.hasBonus).toBe(false);
  expect(shaped().answer.payoutVisible).toBe(true);
});

test("a call answers the counts of each link as a list, too, in payroll reports with pesos", () => {
  const report = data({ dollars: [[null, "0", "1.00", true]] });
  const { page, overall } = withFigures(shaped({ payroll: true }, report).answer);
  expect(page.items[0]?.figures).toEqual([
    { typeId: 7, bonus: false, count: 4, pesos: 400 },
    { typeId: 7, bonus: true, count: 1, pesos: 5 },
    { typeId: 9, bonus: false, count: 0, pesos: 0 },
  ]);
  expect(overall.figures).toContainEqual({ typeId: 7, bonus: false, count: overall["7"], pesos: overall["7Php"] });
  const [row] = withFigures(shaped().answer).page.items;
  expect(row?.figures).toContainEqual({ typeId: 7, bonus: true, count: 1 });
});

test("an answer keeps the figures of each link, and a payroll has no flags of what may be seen", () => {
  const { answer } = shaped();
  expect(SitesAnswer.parse(answer)).toEqual(answer);
  expect(Object.keys(answer).filter((key) => !(key in ListedPayroll.parse(withFigures(answer))))).toEqual([
    ...["earningVisible", "payoutVisible"],
  ]);
});
