import { expect, test } from "vitest";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { avpTiers, bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "../../../server/payroll";
import { aReversal, aSale, aSite, anAgent, anOffice } from "../../world/builders";
import { inRollback } from "../../world/database";

const [MARCH_1, MARCH_2] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];
const range = { start: "2026-03-10", end: "2026-03-20" };
const tiers = () =>
  queryRows(
    sql`SELECT agent_id AS agent, half::text, sales, index, payout_php AS php FROM (${avpTiers(range)}) AS t ORDER BY 1, 2`,
  );

const scheduled = (body: () => Promise<unknown>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM avp_tiers`);
    await execute(sql`
      INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
      VALUES ('2026-01-01', 0, 0, 1, 50, 1), ('2026-01-01', 1, 2, 1000, 100, 2),
        ('2026-03-16', 0, 0, 0, 60, 1.5), ('2026-03-16', 1, 1, 1, 70, 2.5), ('2026-03-16', 2, 2, 2, 80, 3.5)`);
    await body();
  });

test("the tier follows the net count over the pool and all offices, per half-month [PRICE-07]", () =>
  scheduled(async () => {
    const [first, second] = [await anOffice({ agents: 1 }), await anOffice()];
    const [agent] = first.agents;
    const [idle] = [await anAgent({ office: first })];
    const [one, two, other] = [await aSite({ avp: true }), await aSite({ avp: true }), await aSite({})];
    if (!agent || !one.types[0] || !two.types[0] || !other.types[0]) throw new Error("The builders built too little.");
    const moved = { ...agent, companyId: second.id };
    const link = (type: (typeof one.types)[number], at: string) => ({ agent, type, at });
    await aSale(link(one.types[0], MARCH_1));
    const taken = await aSale(link(one.types[0], MARCH_1));
    await aSale({ ...link(two.types[0], MARCH_1), agent: moved });
    await aReversal(taken, { at: MARCH_1 });
    // A sale outside the pool, a bonus or a correction does not count.
    await aSale(link(other.types[0], MARCH_1));
    await aSale({ ...link(one.types[0], MARCH_1), event: "bonus" });
    await aReversal(taken, { at: MARCH_2, flags: 5 });
    for (let sale = 0; sale < 3; sale += 1) await aSale(link(one.types[0], MARCH_2));
    await aReversal(await aSale({ ...link(one.types[0], "2026-02-20T17:00:00Z"), agent: idle }), { at: MARCH_2 });
    const expected = [
      { agent: agent.id, half: "2026-03-01", sales: 2, index: 1, php: "100.00" },
      { agent: agent.id, half: "2026-03-16", sales: 3, index: 2, php: "80.00" },
      { agent: idle.id, half: "2026-03-16", sales: -1, index: 0, php: "60.00" },
    ];
    expect(await tiers()).toEqual(expected);
    await execute(sql`DELETE FROM avp_tiers WHERE valid_from = '2026-01-01'`);
    expect((await tiers())[0]).toMatchObject({ sales: 2, index: null, php: null });
  }));

test("the tier is the same whether or not counts are rolled up", () =>
  scheduled(async () => {
    const office = await anOffice({ agents: 1 });
    const site = await aSite({ avp: true });
    const [[agent], [type]] = [office.agents, site.types];
    if (!agent || !type) throw new Error("The builders built too little.");
    const link = { agent, type, at: MARCH_1 };
    await aSale(link);
    await execute(sql`
      INSERT INTO stats_half SELECT agent_id, '2026-03-01', type_id, company_id, site_id, flags, hits, raws, uniques, events,
        sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout, 1
      FROM stats_delta WHERE events > 0`);
    await execute(sql`DELETE FROM stats_delta`);
    await aSale(link);
    expect(await tiers()).toMatchObject([{ sales: 2, index: 1 }]);
  }));

test("a row pays its tier, its stored price, its bonus alone or its frozen pesos; a tier's dollars need no rate [PRICE-09]", () =>
  scheduled(async () => {
    const row = async (flags: number, tier = true) => {
      const [found] = await queryRows(sql`
        SELECT (${salePesos})::text AS sale, (${bonusPesos})::text AS bonus, (${tierDollars})::text AS usd,
          (${ratedPesos})::text AS rated, (${ratedEvents}) AS events
        FROM (SELECT ${flags}::int AS flags, 3 AS events, 2 AS sales, 1 AS bonus_sales, 300.00 AS payout,
          25.00 AS bonus_payout) AS r
        LEFT JOIN (SELECT 100.00 AS payout_php, 2.00 AS payout_dollars) AS t ON ${tier}::boolean`);
      return found;
    };
    expect(await row(0)).toEqual({ sale: "300.00", bonus: "25.00", usd: "0", rated: "325.00", events: 3 });
    expect(await row(1)).toEqual({ sale: "200.00", bonus: "25.00", usd: "4.00", rated: "25.00", events: 0 });
    expect(await row(2)).toEqual({ sale: "0", bonus: "25.00", usd: "0", rated: "25.00", events: 3 });
    for (const flags of [4, 5, 6])
      expect(await row(flags)).toMatchObject({ sale: "300.00", usd: "0", rated: "325.00" });
    expect(await row(1, false)).toMatchObject({ sale: "0", usd: "0", rated: "25.00" });
  }));
