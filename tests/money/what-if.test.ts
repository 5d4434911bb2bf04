import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { withFixedTime } from "../../server/kernel/time/now";
import { linkWhatIf, payroll, payrollAvp, tiersWhatIf } from "../../server/reports";
import { nextDay, periodsBack } from "../oracle/days";
import { centsOf } from "../oracle/money";
import { tierBy } from "../oracle/prices";
import { ask } from "../reports/ask";
import { inRollback } from "../world/database";
import { fold } from "../reports/fold";
import { times } from "../world/long";
import { dayAt, type Event, halfOf } from "./model";
import { aCompany, play, type World } from "./play";
import { history, type Step, steps } from "./steps";

const CORRECTION = 4;
const cents = fc.integer({ min: 0, max: 99_999 });
const maybe = fc.option(cents, { nil: undefined });

/** The prices to try: of a link and its first office and one country, and a list of tiers. */
const trials = fc.record({
  link: fc.nat(50),
  usual: maybe,
  bonus: maybe,
  country: maybe,
  office: maybe,
  officeBonus: maybe,
  tiers: fc.array(fc.record({ pesos: cents, size: fc.integer({ min: 1, max: 3 }) }), { maxLength: 3 }),
  rolledUp: fc.boolean(),
});
/** After a history, sales of the link to try, among them in Germany, with prices of offices and countries in between. */
const { sale, reverse, officeFee, geoFee } = steps;
const busy = fc.array(
  fc.tuple(
    fc.constantFrom(1, 60, 1_440, 4_320),
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(sale, fc.boolean()).map(([each, bonus]) => ({ ...each, bonus, late: 0, held: 0 })),
      },
      { weight: 1, arbitrary: reverse },
      { weight: 2, arbitrary: officeFee },
      { weight: 2, arbitrary: geoFee },
    ),
  ),
  { minLength: 6, maxLength: 14 },
);
type Trial = typeof trials extends fc.Arbitrary<infer T> ? T : never;

const pesos = (value: number | undefined) => (value === undefined ? {} : { payout: value / 100 });
const bonusPesos = (value: number | undefined) => (value === undefined ? {} : { bonusPayout: value / 100 });

/** The last version of a scope, read from the first to the last. */
function present(
  { books, now }: World,
  typeId: number,
  fits: (whose: { companyId: number | null; geo: string | null }) => boolean,
) {
  const past = (books.versions.get(typeId) ?? []).filter((one) => one.since <= now && fits(one));
  return past.sort((a, b) => a.since - b.since || a.id - b.id).at(-1);
}

/** The cost of one event if the price that applies to it today is replaced, as a person would decide it. */
function replaced(
  world: World,
  event: Event,
  { usual, bonus, country, office, officeBonus }: Trial,
  companyId: number,
): bigint {
  const paid = world.books.pesosOf(event);
  const price = (value: number | undefined) => (value === undefined ? paid : BigInt(event.sign) * BigInt(value));
  if (event.flags >= CORRECTION) return paid;
  const own = present(world, event.typeId, (one) => one.companyId === event.companyId);
  if (event.bonus) {
    if (event.companyId === companyId && officeBonus !== undefined) return price(officeBonus);
    return own?.enabled && own.bonusPayout !== null ? paid : price(bonus);
  }
  if (event.flags !== 0) return paid;
  if (event.companyId === companyId && office !== undefined) return price(office);
  if (own?.enabled) return paid;
  if (event.geo === "DE" && country !== undefined) return price(country);
  if (present(world, event.typeId, (one) => one.geo === event.geo && event.geo !== "")?.enabled) return paid;
  return price(usual);
}

/** The tier price of an agent's sale at other tiers. */
function atTiers(world: World, event: Event, tiers: Trial["tiers"]): bigint {
  const paid = world.books.pesosOf(event);
  if (tiers.length === 0 || event.bonus || event.flags >= CORRECTION) return paid;
  const half = halfOf(event.day);
  const count = world.books.events
    .filter((one) => one.agentId === event.agentId && halfOf(one.day) === half && !one.bonus)
    .filter(({ flags }) => flags === 1 || flags === 3)
    .reduce((sum, { sign }) => sum + sign, 0);
  const rows = starts(tiers).map(({ from, payoutPhp }, index) => ({
    ...{ validFrom: "2000-01-01", index, from, php: payoutPhp.toFixed(2), dollars: "0" },
  }));
  return BigInt(event.sign) * centsOf(tierBy(rows, half, count)?.php ?? "0");
}

function starts(tiers: Trial["tiers"]): { from: number; payoutPhp: number }[] {
  let from = 0;
  return tiers.map(({ pesos: amount, size }) => {
    const tier = { from, payoutPhp: amount / 100 };
    from += size;
    return tier;
  });
}

type Expected = { paid: bigint; changed: bigint };
type Answer = z.output<typeof linkWhatIf.output>;

/** Compares total, half-months, offices and agents with the sums of the events. */
function expectSums(
  answer: Answer,
  halves: readonly string[],
  events: readonly Event[],
  cost: (event: Event) => bigint,
  world: World,
) {
  const summed = (keyOf: (event: Event) => string) => {
    const sums = new Map<string, Expected>();
    for (const event of events) {
      const { paid, changed } = sums.get(keyOf(event)) ?? { paid: 0n, changed: 0n };
      sums.set(keyOf(event), { paid: paid + world.books.pesosOf(event), changed: changed + cost(event) });
    }
    return sums;
  };
  const shown = ({ php, newPhp, difference }: { php: number; newPhp: number; difference: number }): Expected => {
    expect(difference).toBeCloseTo(newPhp - php, 5);
    return { paid: centsOf(php.toFixed(2)), changed: centsOf(newPhp.toFixed(2)) };
  };
  const zero: Expected = { paid: 0n, changed: 0n };
  expect(shown(answer.total)).toEqual(summed(() => "").get("") ?? zero);
  const byHalf = summed(({ day }) => halfOf(day));
  expect(answer.halves.map((half) => [half.start, shown(half)])).toEqual(
    halves.map((half) => [half, byHalf.get(half) ?? zero]),
  );
  const sorted = (map: Iterable<readonly [string, Expected]>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(answer.offices.map((row) => [String(row.companyId), shown(row)]))).toEqual(
    sorted(summed(({ companyId }) => String(companyId))),
  );
  expect(sorted(answer.agents.items.map((row) => [`${row.companyId} ${row.agentId}`, shown(row)]))).toEqual(
    sorted(summed(({ companyId, agentId }) => `${companyId} ${agentId}`)),
  );
}

test("for any history, the cost at no other prices is the payroll, and at other prices that of the events one by one [PRICE-01, PRICE-04, PRICE-07]", async () => {
  await fc.assert(
    fc.asyncProperty(history, busy, trials, ({ start, steps: before }, then, trial) =>
      inRollback(async () => {
        const world = await aCompany(start);
        for (const [wait, step] of then) before.push([wait, { ...step, link: trial.link } as Step]);
        for (const step of before) await play(world, step);
        if (trial.rolledUp) await fold();
        // The half-month of the last event is over.
        world.now += 16 * 86_400_000;
        const { boss, books, offices, links } = world;
        const link = links[trial.link % links.length]!;
        const companyId = offices[0]!.id;
        const halves = periodsBack(dayAt(world.now), "beWeek", 4)
          .filter(({ end }) => end < dayAt(world.now))
          .slice(0, 3);
        const oldestFirst = halves.map((half) => half.start).sort();
        const within = books.events.filter(({ day }) => oldestFirst.includes(halfOf(day)));
        const range = {
          start: oldestFirst[0]!,
          end: halves
            .map(({ end }) => end)
            .sort()
            .at(-1)!,
        };
        expect(nextDay(range.end)).toBe(halfOf(dayAt(world.now)));
        await withFixedTime(new Date(world.now), async () => {
          const events = within.filter(({ typeId }) => typeId === link.id);
          const asPaid = await ask(linkWhatIf, boss, { id: link.id });
          expectSums(asPaid, oldestFirst, events, (event) => books.pesosOf(event), world);
          const real = await ask(payroll, boss, { ...range, groupBy: "company", siteId: link.siteId, typeId: link.id });
          expect([asPaid.total.php, asPaid.total.newPhp]).toEqual([real.overall.payoutPhp, real.overall.payoutPhp]);
          const { usual, bonus, country, office, officeBonus } = link.bonus
            ? trial
            : { ...trial, bonus: undefined, officeBonus: undefined };
          const other = await ask(linkWhatIf, boss, {
            ...{ id: link.id, ...pesos(usual), ...bonusPesos(bonus) },
            feeGeos: [{ geo: "DE", ...pesos(country) }],
            offices: [{ companyId, ...pesos(office), ...bonusPesos(officeBonus) }],
          });
          const tried = { ...trial, bonus, officeBonus };
          expectSums(other, oldestFirst, events, (event) => replaced(world, event, tried, companyId), world);
          const pool = within.filter(({ flags }) => flags % 2 === 1);
          const tiers = await ask(tiersWhatIf, boss, { tiers: starts(trial.tiers) });
          expectSums(tiers, oldestFirst, pool, (event) => atTiers(world, event, trial.tiers), world);
          let avp = 0;
          for (const half of halves)
            avp += (await ask(payrollAvp, boss, { ...half, groupBy: "company" })).overall.payoutPhp ?? 0;
          expect(tiers.total.php).toBeCloseTo(avp, 5);
        });
      }),
    ),
    { numRuns: times(25) },
  );
}, 3_600_000);
