import { beforeEach, describe, expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { payPeriodId } from "../../server/trade/periods";
import { withFixedTime } from "../../server/kernel/time/now";
import { fromCents, toCents } from "../../server/kernel/text/money";
import { statement } from "../../server/payroll";
import { dashboardFigures, payroll, sites } from "../../server/reports";
import { aClick, anAdmin, anAgent, anOffice, aReversal, aSale, aSite, aSuperadmin, type Type } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { ask } from "./ask";
import { fold } from "./fold";

// The evening of a Saturday: the sixth day of the second half of November.
const TODAY = "2026-11-21T23:00:00Z";
const read = (actor: Actor, today = TODAY) => withFixedTime(today, () => ask(dashboardFigures, actor));
type Answer = Awaited<ReturnType<typeof read>>;
const period = ({ periods }: Answer, name: string) => first(periods.filter((one) => one.name === name));

/** Noon in New York, a minute later each time. */
let minutes = 0;
beforeEach(() => (minutes = 0));
const noon = (day: string) => new Date(Date.parse(`${day}T17:00:00Z`) + 60_000 * minutes++);

/** Two offices that sell on an AVP site, with bonuses on a site with them, reversals and a correction. */
async function aNetwork() {
  await execute(sql`DELETE FROM avp_tiers`);
  for (const [index, from, to, php] of [
    [0, 0, 0, 0],
    [1, 1, 2, 100],
    [2, 3, 1000, 150.5],
  ])
    await execute(sql`INSERT INTO avp_tiers VALUES ('2026-01-01', ${index}, ${from}, ${to}, ${php}, 2)`);
  const [north, south] = [await anOffice(), await anOffice()];
  const [ada, bob, cid] = [
    await anAgent({ office: north }),
    await anAgent({ office: north }),
    await anAgent({ office: south }),
  ];
  const plain = first((await aSite({ types: [{ bonus: true }] })).types);
  const avp = first((await aSite({ avp: true })).types);
  const days = ["2026-11-21", "2026-11-20", "2026-11-19", "2026-11-16", "2026-11-15", "2026-11-06", "2026-11-05"];
  for (const day of [...days, "2026-11-01", "2026-10-31", "2026-10-16", "2026-10-15"]) {
    for (const agent of [ada, bob, cid]) {
      await aClick({ agent, type: plain, at: noon(day) });
      await aClick({ agent, type: avp, at: noon(day), unique: false });
      await aSale({ agent, type: avp, at: noon(day) });
    }
    await aSale({ agent: ada, type: plain, at: noon(day) });
    await aSale({ agent: ada, type: plain, at: noon(day), event: "bonus" });
  }
  const taken = await aSale({ agent: bob, type: plain, at: noon("2026-11-19") });
  await aReversal(taken, { at: noon("2026-11-20") });
  return { north, south, ada, bob, cid, boss: await aSuperadmin() };
}

const measures = ["raws", "uniques", "sales", "bonusSales"] as const;

/** The figures of a period in the reports to which Home links. */
async function inReports(actor: Actor, { start, end }: { start: string; end: string }) {
  const { overall } = await ask(sites, actor, { groupBy: "date", start, end });
  const { raws, uniques, sales: sold, bonusSales } = overall;
  return {
    ...{ raws, uniques, sales: sold, bonusSales },
    earn: overall.earning,
    bonusEarn: overall.bonusEarning,
  };
}

/** The pesos of an account's own events and corrections in a half-month, by its statement. */
async function inStatement(actor: Actor, day: string): Promise<number> {
  const { lines } = await ask(statement, actor, { periodId: payPeriodId(day) });
  const priced = lines.filter(({ kind }) => kind === "event" || kind === "correction");
  return fromCents(priced.reduce((sum, { php }) => sum + toCents(php), 0n));
}

describe("the figures of Home", () => {
  test("equal those of the Sites report, the payroll and the statement for every role, rolled up or not", async () => {
    const { north, ada, cid, boss } = await aNetwork();
    const check = async () =>
      withFixedTime(TODAY, async () => {
        for (const actor of [boss.actor, (await anAdmin()).actor, north.actor, ada.actor, cid.actor]) {
          const answer = await read(actor);
          for (const shown of answer.periods) {
            const { raws, uniques, sales: sold, bonusSales, earn, bonusEarn } = shown;
            expect({ raws, uniques, sales: sold, bonusSales, earn, bonusEarn }).toEqual(await inReports(actor, shown));
            const { start, end, php } = shown;
            const own = { companyId: actor.agentId ? undefined : actor.companyId, agentId: actor.agentId };
            const { overall } = await ask(payroll, boss.actor, { groupBy: "date", start, end, ...own });
            expect([shown.name, php]).toEqual([shown.name, overall.payoutPhp]);
          }
          if (actor.companyId !== null)
            for (const name of ["half", "lastHalf"])
              expect(period(answer, name).php).toBe(await inStatement(actor, period(answer, name).start));
        }
      });
    await check();
    await fold();
    await check();
    await aSale({ agent: ada, type: { ...first((await aSite()).types) } as Type, at: noon("2026-11-21") });
    await check();
  });

  test("cover today, yesterday, the half-month so far and the last one, each against as many days before", async () => {
    const { ada } = await aNetwork();
    const answer = await read(ada.actor);
    expect(
      answer.periods.map(({ name, start, end, before, sales: sold, progress }) => ({
        ...{ name, days: `${start} ${end}`, before: `${before.start} ${before.end}` },
        ...{ sold, change: progress.sales },
      })),
    ).toEqual([
      { name: "today", days: "2026-11-21 2026-11-21", before: "2026-11-20 2026-11-20", sold: 2, change: 0 },
      { name: "yesterday", days: "2026-11-20 2026-11-20", before: "2026-11-19 2026-11-19", sold: 2, change: 0 },
      // Six days of each half-month. The 15th does not count.
      { name: "half", days: "2026-11-16 2026-11-21", before: "2026-11-01 2026-11-06", sold: 8, change: 100 / 3 },
      // Fifteen days of each half-month. The 31st does not count.
      { name: "lastHalf", days: "2026-11-01 2026-11-15", before: "2026-10-16 2026-10-30", sold: 8, change: 300 },
    ]);
  });

  test("compare with the whole half-month before if it has fewer days", async () => {
    const { ada } = await aNetwork();
    const before = async (at: string) => period(await read(ada.actor, at), "half").before;
    expect(await before("2027-03-15T17:00:00Z")).toEqual({ start: "2027-02-16", end: "2027-02-28", until: null });
    expect(await before("2027-03-31T17:00:00Z")).toEqual({ start: "2027-03-01", end: "2027-03-15", until: null });
    const oneDay = { start: "2027-03-01", end: "2027-03-01", until: "2027-03-01T17:00:00.000Z" };
    expect(await before("2027-03-16T16:00:00Z")).toEqual(oneDay);
  });

  test("compare a period that is not over until the same time of day, rolled up or not", async () => {
    const { ada, cid, boss, north } = await aNetwork();
    const type = first((await aSite()).types);
    // In the morning: before 10 on the day that today and the half-month are compared with.
    for (const day of ["2026-11-20", "2026-11-06"])
      for (const agent of [ada, cid]) {
        await aClick({ agent, type, at: `${day}T14:59:59.999Z` });
        await aClick({ agent, type, at: `${day}T15:00:00Z`, unique: false });
        await aSale({ agent, type, at: `${day}T14:30:00Z`, price: { payout: 70, earning: 3 } });
        await aSale({ agent, type, at: `${day}T15:30:00Z`, price: { payout: 900, earning: 9 } });
      }
    const check = async () => {
      for (const [actor, agents] of [
        [ada.actor, 1],
        [north.actor, 1],
        [boss.actor, 2],
      ] as const) {
        const answer = await read(actor, "2026-11-21T15:00:00Z");
        const today = period(answer, "today");
        expect(today.before).toEqual({ start: "2026-11-20", end: "2026-11-20", until: "2026-11-20T15:00:00.000Z" });
        // The sale has a click of its own, which is not unique.
        const morning = { raws: 2 * agents, uniques: agents, sales: agents, bonusSales: 0 };
        expect(today.compared).toMatchObject({ ...morning, php: 70 * agents });
        expect(today.compared.earn).toBe(actor === boss.actor ? 3 * agents : undefined);
        const half = period(answer, "half");
        const whole = await inReports(actor, { start: "2026-11-01", end: "2026-11-05" });
        expect(half.before.until).toBe("2026-11-06T15:00:00.000Z");
        for (const key of measures) expect([key, half.compared[key]]).toEqual([key, Number(whole[key]) + morning[key]]);
        expect(period(answer, "yesterday").before.until).toBeNull();
      }
    };
    await check();
    await fold();
    await check();
  });

  test("compare the hour of a clock change with the same time on the clock", async () => {
    const { actor } = await anAgent();
    // 10:00 in New York, the day after summer time ended; the day before the offset was -04:00 until 02:00.
    expect(period(await read(actor, "2026-11-02T15:00:00Z"), "today").before.until).toBe("2026-11-01T15:00:00.000Z");
    expect(period(await read(actor, "2026-11-01T15:00:00Z"), "today").before.until).toBe("2026-10-31T14:00:00.000Z");
  });

  test("have no percentage of change from nothing or from a negative sum, but the compared figures", async () => {
    const [agent, site] = [await anAgent(), await aSite()];
    const type = first(site.types);
    const taken = await aSale({ agent, type, at: "2026-10-20T17:00:00Z", price: { payout: 100 } });
    await aReversal(taken, { at: "2026-11-20T17:00:00Z" });
    await aSale({ agent, type, at: "2026-11-21T17:00:00Z", price: { payout: 200 } });
    const today = period(await read(agent.actor), "today");
    expect([today.php, today.compared.php, today.progress.php]).toEqual([200, -100, null]);
    expect([today.sales, today.compared.sales, today.progress.sales]).toEqual([1, -1, null]);
    const yesterday = period(await read(agent.actor), "yesterday");
    expect([yesterday.php, yesterday.compared.php, yesterday.progress.php]).toEqual([-100, 0, null]);
  });

  test("include dollars only for accounts that see earnings", async () => {
    const { ada } = await aNetwork();
    const without = { ...ada.actor, earningVisible: false };
    for (const shown of (await read(without)).periods) {
      expect(shown).not.toHaveProperty("earn");
      expect(shown.progress).not.toHaveProperty("bonusEarn");
    }
  });

  test("are zeros before the first click", async () => {
    const { periods, trend } = await read((await anAgent()).actor);
    for (const shown of periods) expect(shown).toMatchObject({ raws: 0, uniques: 0, sales: 0, bonusSales: 0, php: 0 });
    expect(trend.every(({ uniques, sales: sold }) => uniques === 0 && sold === 0)).toBe(true);
  });

  test("have a trend of thirty days up to today, also where the half-months before do not reach as far", async () => {
    const { ada } = await aNetwork();
    const { trend } = await read(ada.actor);
    expect([trend.length, trend[0]?.date, trend.at(-1)?.date]).toEqual([30, "2026-10-23", "2026-11-21"]);
    expect(trend.filter(({ sales: sold }) => sold > 0).map(({ date }) => date)).toEqual(
      [
        "2026-10-31",
        "2026-11-01",
        "2026-11-05",
        "2026-11-06",
        "2026-11-15",
        "2026-11-16",
        "2026-11-19",
        "2026-11-20",
      ].concat("2026-11-21"),
    );
    // From the first of March, the half-month before the last begins 29 days back.
    const agent = await anAgent();
    await aSale({ agent, type: first((await aSite()).types), at: "2027-01-31T17:00:00Z" });
    const march = (await read(agent.actor, "2027-03-01T17:00:00Z")).trend;
    expect(march[0]).toEqual({
      date: "2027-01-31",
      raws: 1,
      uniques: 0,
      sales: 1,
      bonusSales: 0,
      php: 500,
    });
  });
});
