import { beforeAll, expect, test } from "vitest";
import { execute, queryOne, readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { inputOf, readQuery } from "../../server/reports/query";
import { statement } from "../../server/reports/sites";
import { variants } from "../../server/reports/variants";
import { anOffice, aSite } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";

/** Clicks over two years, one in forty with a sale. Months before the last ones are in one partition. */
const CLICKS = 40_000;
const AGENTS = 40;
const NOON = "2026-11-20T16:00:00Z";

let agentId: number;
let manager: Actor;

beforeAll(async () => {
  await (await aDatabase()).enter();
  await writeTransaction(async () => {
    const office = await anOffice({ agents: AGENTS });
    agentId = Math.min(...office.agents.map(({ id }) => id));
    manager = { ...system, permissions: [], earningVisible: false, role: levels.company, companyId: office.id };
    const { types, id: siteId } = await aSite({ types: [{}] });
    await execute(sql`
      INSERT INTO user_agents (id, text) SELECT n, 'Android Mobile ' || n FROM generate_series(1, 2000) AS n`);
    await execute(sql`
      INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo, ua_id,
        referer, subs)
      SELECT (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, to_timestamp(ms / 1000.0),
        ${agentId} + n % ${AGENTS}, ${office.id}, ${siteId}, ${first(types).id}, 0, TRUE, 0, 'US', 1 + n % 2000,
        'https://www.example.com/' || n, jsonb_build_object('sub1', 'ad ' || n % 50)
      FROM (
        SELECT n, (extract(epoch FROM timestamptz '2024-12-01') * 1000)::bigint + n::bigint * 1576800 AS ms
        FROM generate_series(0, ${CLICKS}::int) AS n
      ) AS numbers`);
    await execute(sql`
      INSERT INTO sale_events (occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign,
        lpp, earning, payout, price_source, click_id, geo)
      SELECT clicked_at, (clicked_at AT TIME ZONE 'America/New_York')::date, clicked_at, agent_id, company_id, site_id,
        type_id, 0, 0, 1, 1, 20, 500, 'default', id, geo
      FROM clicks WHERE ua_id % 40 = 0`);
  });
  for (const table of [sql`clicks`, sql`sale_events`, sql`user_agents`]) {
    await writeTransaction(() => execute(sql`ANALYZE ${table}`));
  }
}, 600_000);

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes of the plan that read a table. */
async function reads(actor: Actor, asked: Record<string, unknown>): Promise<Plan[]> {
  const range = { start: "2026-11-01", end: "2026-11-30" };
  const answer = await withFixedTime(NOON, () =>
    readTransaction(async () => {
      const query = await readQuery(actor, variants.sites, inputOf(variants.sites).parse({ ...range, ...asked }));
      return queryOne<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`EXPLAIN (FORMAT JSON) ${statement(actor, query)}`);
    }),
  );
  if (!answer) throw new Error("There is no plan.");
  return nodesOf(answer["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] !== undefined);
}

test.each(["device", "referrer", "hour"])(
  "by %s, no clicks are read through but those of the month",
  async (groupBy) => {
    for (const actor of [system, manager]) {
      const nodes = await reads(actor, { groupBy });
      const through = nodes
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"] ?? "");
      expect(through.filter((name) => name.startsWith("clicks"))).not.toContain("clicks_default");
      expect(through.filter((name) => /^clicks_20/.test(name) && name < "clicks_2026_11")).toEqual([]);
      expect(through).not.toContain("sale_events");
    }
  },
);

test("by sub ID of an agent, the clicks and sales of others are not read", async () => {
  const nodes = await reads(system, { groupBy: "sub1", agentId, start: "2026-10-01", end: "2026-11-30" });
  const large = nodes.filter((node) =>
    /^clicks_2026_1[01]$|^clicks_default$|^sale_events$/.test(node["Relation Name"] ?? ""),
  );
  expect(large.length).toBeGreaterThan(3);
  expect(large.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
});

test("links and countries are read from the smallest roll-ups that have them", async () => {
  const tables = async (actor: Actor, asked: Record<string, unknown>) =>
    new Set(
      (await reads(actor, asked))
        .map((node) => node["Relation Name"] ?? "")
        .filter((name) => /^stats|^clicks/.test(name)),
    );
  const rollUps = (...names: string[]) => new Set([...names, "stats_delta"]);
  const end = "2026-11-15";
  // Points are those of the half-month before, and pay needs the tiers.
  const sold = ["stats_half"];
  expect(await tables(system, { groupBy: "type", end })).toEqual(rollUps("clicks_by_day", ...sold));
  expect(await tables(system, { groupBy: "country", end })).toEqual(
    rollUps("clicks_by_day_geo", "stats_half_geo", ...sold),
  );
  expect(await tables(system, { groupBy: "country", then: "agent", end })).toEqual(
    rollUps("stats_agent_half_geo", "stats_half_geo", ...sold),
  );
  expect(await tables(manager, { groupBy: "type", end })).toEqual(rollUps("stats_half"));
});
