import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { queryOne, readTransaction, queryRows } from "../../server/kernel/database/transactions";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { halfMonthStart } from "../../server/trade/periods/half-month-sql";
import { sites } from "../../server/reports";
import { inputOf, readQuery } from "../../server/reports/query";
import { statement } from "../../server/reports/sites";
import { agentsHalf } from "../../server/reports/source";
import { variants } from "../../server/reports/variants";
import { aDatabase } from "../world/database";
import { ask } from "./ask";

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

const roles: Record<string, Actor> = {};

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
  const agent = await readTransaction(() =>
    queryOne<{ id: number; companyId: number }>(sql`SELECT id, company_id AS "companyId" FROM agents LIMIT 1`),
  );
  const below = { ...system, permissions: [], earningVisible: false, companyId: agent?.companyId ?? 0 };
  // With earnings, pay is read too: the tiers and the rates.
  roles.superadmin = { ...system, earningVisible: false };
  roles.manager = { ...below, role: levels.company };
  roles.agent = { ...below, role: levels.agent, agentId: agent?.id ?? 0 };
}, 600_000);

function* tablesOf({ "Relation Name": name, Plans = [] }: Plan): Generator<string> {
  if (name !== undefined) yield name;
  for (const plan of Plans) yield* tablesOf(plan);
}

async function tables(
  actor: Actor,
  asked: Record<string, unknown>,
  variant: (typeof variants)[keyof typeof variants] = variants.sites,
): Promise<string[]> {
  const found = await readTransaction(async () => {
    const query = await readQuery(actor, variant, inputOf(variant).parse(asked));
    return queryRows<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`EXPLAIN (FORMAT JSON) ${statement(actor, query)}`);
  });
  return found.flatMap((row) => [...tablesOf(row["QUERY PLAN"][0].Plan)]);
}

test("no plan of the report reads clicks or events, for any role and input", { timeout: 300_000 }, async () => {
  const catalogue = ["types", "sites", "offices", "agents", "accounts", "stats_delta"];
  const ranges = [
    ["2026-11-21", "2026-11-21"],
    ["2026-10-01", "2026-11-15"],
    ["2025-06-05", "2026-11-20"],
  ];
  for (const [role, actor] of Object.entries(roles)) {
    const groupings = {
      superadmin: ["date", "company", "agent", "detail"],
      manager: ["date", "agent", "detail"],
      agent: ["date", "detail"],
    };
    for (const groupBy of groupings[role as keyof typeof groupings]) {
      for (const [start, end] of ranges) {
        for (const geo of [undefined, "US"]) {
          const read = await tables(actor, { groupBy, start, end, geo });
          const rollups = ["stats_day", "stats_half", "stats_agent_half", "clicks_by_day"].map((name) =>
            geo ? `${name}_geo` : name,
          );
          expect(read, `${role} ${groupBy} ${start} ${geo}`).toContain("stats_delta");
          expect(read.filter((name) => ![...catalogue, ...rollups].includes(name))).toEqual([]);
        }
      }
    }
  }
});

test(
  "no plan of AVP reports and payrolls reads clicks or events, including tiers and rates",
  { timeout: 300_000 },
  async () => {
    const known = [
      "types",
      "sites",
      "offices",
      "agents",
      "accounts",
      "stats_delta",
      "stats_day",
      "stats_half",
      "stats_agent_half",
      "clicks_by_day",
      "avp_tiers",
      "pay_periods",
    ];
    const half = { start: "2026-10-16", end: "2026-10-31" };
    const year = { start: "2025-11-22", end: "2026-11-21" };
    const asked = [
      [variants.sitesAvp, { ...half, avp: 2 }],
      [variants.sitesAvp, { ...half, sortField: "raws" }],
      [variants.payroll, year],
      [variants.payroll, { ...half, sortField: "payoutDollars" }],
      [variants.payrollAvp, { ...half, avp: 0, sortField: "payoutPhp" }],
    ] as const;
    for (const groupBy of ["date", "company", "agent", "detail"]) {
      for (const [variant, more] of asked) {
        const read = await tables(system, { groupBy, ...more }, variant);
        expect(
          read.filter((name) => !known.includes(name)),
          `${variant.name} ${groupBy}`,
        ).toEqual([]);
        expect(read.includes("pay_periods"), `${variant.name} ${groupBy}`).toBe(true);
        const unpaid = await tables(roles.superadmin ?? system, { groupBy, ...more }, variant);
        expect(unpaid.includes("pay_periods"), `${variant.name} ${groupBy} without earnings`).toBe(variant.payroll);
      }
    }
    const own = await tables(roles.agent ?? system, { groupBy: "detail", ...half }, variants.sitesAvp);
    expect(own.filter((name) => !known.includes(name))).toEqual([]);
  },
);

test("whole half-months are read as half-months, and only the remaining days by day", async () => {
  const of = async (asked: Record<string, unknown>) =>
    new Set(await tables(roles.superadmin ?? system, { groupBy: "company", ...asked }));
  const halves = await of({ start: "2026-10-01", end: "2026-10-15" });
  expect([halves.has("stats_half"), halves.has("stats_day")]).toEqual([true, false]);
  const days = await of({ start: "2026-10-02", end: "2026-10-15" });
  expect([days.has("stats_half"), days.has("stats_day")]).toEqual([false, true]);
  // Days for the rows, half-months for the totals.
  for (const groupBy of ["date", "detail"]) {
    const byDay = await of({ groupBy, start: "2026-10-01", end: "2026-10-15" });
    expect([byDay.has("stats_half"), byDay.has("stats_day")], groupBy).toEqual([true, true]);
  }
});

test("an agent and a half-month map to a unique number, even over the longest range", async () => {
  const found = await readTransaction(() =>
    queryOne<{ pairs: number; numbers: number }>(sql`
      SELECT count(DISTINCT (agent_id, half)) AS pairs, count(DISTINCT ${agentsHalf(sql`half`)}) AS numbers
      FROM generate_series(1, 60) AS agent_id CROSS JOIN (
        SELECT DISTINCT ${halfMonthStart(sql`day`)} AS half FROM (SELECT date '2020-01-01' + n AS day FROM generate_series(0, 3660) AS n) AS days
      ) AS halves`),
  );
  expect(found).toEqual({ pairs: 60 * 241, numbers: 60 * 241 });
});

test(
  "sales and AVP counts are read by index-only scans, for every figure and for tiers",
  { timeout: 300_000 },
  async () => {
    type Read = { "Node Type": string; "Index Name"?: string; Plans?: Read[] };
    const readsOf = ({ "Node Type": type, "Index Name": name, Plans = [] }: Read): string[] => [
      ...(/_(sold|avp)$/.test(name ?? "") ? [`${type} of ${name}`] : []),
      ...Plans.flatMap(readsOf),
    ];
    const range = { start: "2025-11-23", end: "2026-11-18" };
    const found = await readTransaction(async () => {
      // On so few rows the planner would prefer to read the tables.
      await queryRows(
        sql`SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan']) AS name`,
      );
      const plans: Read[] = [];
      for (const [variant, more] of [
        [variants.sites, {}],
        [variants.sites, { geo: "US" }],
        [variants.payroll, {}],
      ] as const) {
        for (const groupBy of ["date", "agent"]) {
          const query = await readQuery(system, variant, inputOf(variant).parse({ groupBy, ...range, ...more }));
          const explained = await queryRows<{ "QUERY PLAN": [{ Plan: Read }] }>(
            sql`EXPLAIN (FORMAT JSON) ${statement(system, query)}`,
          );
          plans.push(...explained.map((row) => row["QUERY PLAN"][0].Plan));
        }
      }
      return new Set(plans.flatMap(readsOf));
    });
    const names = ["stats_day", "stats_day_geo", "stats_half", "stats_half_geo"];
    const indexes = [...names.map((name) => `${name}_sold`), "stats_half_avp"];
    expect(found).toEqual(new Set(indexes.map((name) => `Index Only Scan of ${name}`)));
  },
);

test("reports of up to 62 days have one plan for all values, longer ones are planned without merge joins", async () => {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const isOfReport = (text: string) => text.includes("picked AS MATERIALIZED");
  const sentFor = async (end: string) => {
    sent.mockClear();
    await ask(sites, system, { groupBy: "agent", start: "2026-01-01", end });
    const statements = (sent.mock.calls as unknown[][]).map(([config]) =>
      typeof config === "string" ? { text: config } : (config as pg.QueryConfig),
    );
    const at = statements.findIndex(({ text }) => isOfReport(text));
    return { before: statements[at - 1]?.text, isPrepared: statements[at]?.name !== undefined };
  };
  expect(await sentFor("2026-03-03")).toMatchObject({ isPrepared: true });
  expect(await sentFor("2026-03-04")).toEqual({ before: "SET LOCAL enable_mergejoin = off", isPrepared: false });
  sent.mockRestore();
});
