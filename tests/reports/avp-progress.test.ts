import { describe, expect, it } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { avpProgress, homeScreen } from "../../server/reports";
import {
  type Agent,
  anAdmin,
  anAgent,
  anOffice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
  type Type,
} from "../world/builders";
import { inRollback } from "../world/database";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { fold } from "./fold";

const TIERS = [
  [0, 0, 0, 0],
  [1, 9, 100, 2],
  [10, 24, 150.5, 3],
  [25, 1000, 200, 4],
] as const;
// The sixth of fifteen days.
const TODAY = "2026-11-06T17:00:00Z";

const inNovember = (body: () => Promise<void>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM avp_tiers`);
    for (const [index, [from, to, php, usd]] of TIERS.entries())
      await execute(sql`INSERT INTO avp_tiers VALUES ('2026-01-01', ${index}, ${from}, ${to}, ${php}, ${usd})`);
    await body();
  });

const avpType = async (avp = true): Promise<Type> => first((await aSite({ avp, types: [{ bonus: true }] })).types);

const sell = async (agent: Agent, type: Type, times: number, day = "2026-11-03", more: object = {}) => {
  for (let i = 0; i < times; i += 1)
    await aSale({ agent, type, at: `${day}T12:00:${String(i).padStart(2, "0")}-05:00`, ...more });
};

const progress = (agent: Agent, moment = TODAY) => withFixedTime(moment, () => ask(avpProgress, agent.actor));
const tier = (index: number) => {
  const [from, to, payoutPhp, payoutDollars] = TIERS[index] as (typeof TIERS)[number];
  return { index, from, to, payoutPhp, payoutDollars };
};

describe("the AVP progress of an agent", () => {
  it("has their tier, the sales to the next, their pesos and the projection at this pace [LEDGER-08]", () =>
    inNovember(async () => {
      const [agent, type, other] = [await anAgent(), await avpType(), await avpType(false)];
      await sell(agent, type, 11);
      await sell(await anAgent(), type, 3);
      // None of these is an AVP sale of this half-month.
      await sell(agent, other, 2);
      await sell(agent, type, 2, "2026-11-03", { event: "bonus" });
      await sell(agent, type, 4, "2026-10-31");
      const taken = await aSale({ agent, type, at: "2026-11-04T12:00:00-05:00" });
      await aReversal(taken, { at: "2026-11-05T12:00:00-05:00" });
      const known = {
        ...{ period: "2026-11-01,2026-11-15,beWeek", sales: 11, tier: tier(2), next: tier(3), salesToNext: 14 },
        // 11 × 150.50; × 15 days ÷ 6
        ...{ php: 1655.5, projectedPhp: 4138.75 },
      };
      expect(await progress(agent)).toEqual(known);
      await fold();
      expect(await progress(agent)).toEqual(known);
    }));

  // From the first day, all of which counts as begun, to the last; the second half-month of February has 13 days.
  const days: [moment: string, php: number, projected: number][] = [
    ["2026-11-01T04:00:00Z", 100, 1500],
    ["2026-11-02T04:59:59Z", 100, 1500],
    ["2026-11-02T05:00:00Z", 100, 750],
    ["2026-11-07T17:00:00Z", 100, 214.29],
    ["2026-11-16T04:59:59Z", 100, 100],
    ["2026-02-18T17:00:00Z", 100, 433.33],
    ["2026-03-08T17:00:00Z", 100, 187.5],
  ];
  it.each(days)("at %s is ₱%d so far and ₱%d at this pace [LEDGER-08]", (moment, php, projectedPhp) =>
    inNovember(async () => {
      const [agent, type] = [await anAgent(), await avpType()];
      for (const day of ["2026-11-01", "2026-02-16", "2026-03-01"]) await sell(agent, type, 1, day);
      expect(await progress(agent, moment)).toMatchObject({ sales: 1, php, projectedPhp });
    }),
  );

  it("starts without a sale, ends in the top tier, and survives more reversals than sales [LEDGER-08]", () =>
    inNovember(async () => {
      const [none, top, under, type] = [await anAgent(), await anAgent(), await anAgent(), await avpType()];
      expect(await progress(none)).toEqual({
        ...{ period: "2026-11-01,2026-11-15,beWeek", sales: 0, tier: tier(0), next: tier(1), salesToNext: 1 },
        ...{ php: 0, projectedPhp: 0 },
      });
      await sell(top, type, 26);
      expect(await progress(top)).toMatchObject({ sales: 26, tier: tier(3), next: null, salesToNext: null, php: 5200 });
      for (const second of [1, 2]) {
        const sold = await aSale({ agent: under, type, at: `2026-10-20T12:00:0${second}-04:00` });
        await aReversal(sold, { at: "2026-11-03T12:00:00-05:00" });
      }
      expect(await progress(under)).toMatchObject({ sales: -2, tier: tier(0), salesToNext: 3, php: 0 });
    }));

  it("excludes corrections of closed half-months, and stays with an agent who moves [LEDGER-08]", () =>
    inNovember(async () => {
      const [agent, type, office] = [await anAgent(), await avpType(), await anOffice()];
      await sell(agent, type, 2);
      const sold = await aSale({ agent, type, at: "2026-10-20T12:00:00-04:00" });
      await aReversal(sold, { at: "2026-11-03T12:00:00-05:00", flags: 5 });
      await sell({ ...agent, companyId: office.id }, type, 8);
      expect(await progress(agent)).toMatchObject({ sales: 10, tier: tier(2), php: 1505 });
    }));

  test("reports that no tiers were ever set", async () => {
    await execute(sql`DELETE FROM avp_tiers`);
    const agent = await anAgent();
    await sell(agent, await avpType(), 2);
    expect(await progress(agent)).toMatchObject({ sales: 2, tier: null, next: null, salesToNext: null, php: 0 });
  });

  it("is only for agents, on their dashboard and by call [LEDGER-08]", () =>
    inNovember(async () => {
      const [agent, office] = [await anAgent(), await anOffice()];
      expect((await ask(homeScreen, agent.actor)).avp).toMatchObject({ tier: tier(0) });
      for (const { actor } of [office, await anAdmin(), await aSuperadmin()]) {
        expect((await ask(homeScreen, actor)).avp).toBeNull();
        expect(await refused(avpProgress, actor)).toEqual({ status: 403 });
      }
    }));
});
