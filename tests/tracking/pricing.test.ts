import fc from "fast-check";
import { expect, it } from "vitest";
import { EVENTS } from "../../server/trade/events";
import { times } from "../world/long";
import { currentClient, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { priceAt, termsOf } from "../../server/tracking/sales/pricing";
import { type Found, priceBy, type Version } from "../oracle/prices";
import { aPrice, anAgent, anOffice, aSite } from "../world/builders";
import { onlyRow } from "../world/builders/only-row";
import { first } from "../world/first";
import { inRollback } from "../world/database";
import { test } from "../world/rollback";

const DAY = 86_400_000;
const START = Date.parse("2026-03-01T05:00:00Z");
const on = (day: number) => new Date(START + day * DAY);

test("the office's own fee takes precedence over the country's, and the country's over the default [PRICE-01]", async () => {
  const office = await anOffice();
  const other = await anOffice();
  const { types } = await aSite({ types: [{ bonus: true }] });
  const type = first(types);
  await aPrice({ type, geo: "DE", payout: 610, earning: 31, since: on(1) });
  await aPrice({ type, office, payout: 720, earning: 33.33, lpp: 3, bonusPayout: 275.5, since: on(2) });
  const price = (company: number, geo: string, event: 0 | 1 | 2, day = 5) =>
    priceAt(currentClient(), type.id, company, geo, event, on(day));

  expect(await price(office.id, "DE", EVENTS.sale)).toMatchObject({ source: "office", payout: "720.00", lpp: 3 });
  expect(await price(office.id, "DE", EVENTS.sale, 1)).toMatchObject({ source: "geo", payout: "610.00", lpp: 1 });
  expect(await price(other.id, "DE", EVENTS.sale)).toMatchObject({ source: "geo", earning: "31.00" });
  expect(await price(other.id, "FR", EVENTS.sale)).toMatchObject({ source: "default", payout: "500.00" });
  expect(await price(other.id, "", EVENTS.sale)).toMatchObject({ source: "default", payout: "500.00" });
  // A country's fee applies to sales only.
  expect(await price(other.id, "DE", EVENTS.bonus)).toMatchObject({ source: "default", payout: "250.00" });
  expect(await price(office.id, "DE", EVENTS.bonus)).toMatchObject({ source: "office", payout: "275.50" });
  expect(await price(office.id, "DE", EVENTS.click)).toEqual({
    source: "none",
    priceId: null,
    payout: "0.00",
    earning: "0.00",
    lpp: 0,
  });
  await aPrice({ type, office, enabled: false, payout: 720, since: on(6) });
  expect(await price(office.id, "DE", EVENTS.sale, 7)).toMatchObject({ source: "geo" });
  expect(await price(office.id, "DE", EVENTS.sale, 5)).toMatchObject({ source: "office" });
});

test("a type without bonus has no price for one, and a type that stopped paying it has a price until then [PRICE-01]", async () => {
  const { id } = await anOffice();
  const { types } = await aSite({ types: [{ bonus: false }, { bonus: true }] });
  const [never, once] = [first(types), first(types.slice(1))];
  expect(await priceAt(currentClient(), never.id, id, "", EVENTS.bonus, on(1))).toBeUndefined();
  await execute(sql`
      INSERT INTO prices (type_id, payout, earning, lpp, since) VALUES (${once.id}, 500, 20, 1, ${on(3)})`);
  await execute(sql`UPDATE types SET bonus = false WHERE id = ${once.id}`);
  expect(await priceAt(currentClient(), once.id, id, "", EVENTS.bonus, on(2))).toMatchObject({
    payout: "250.00",
    lpp: 2,
  });
  expect(await priceAt(currentClient(), once.id, id, "", EVENTS.bonus, on(4))).toBeUndefined();
  // Before the first price the first price applies.
  expect(await priceAt(currentClient(), once.id, id, "", EVENTS.sale, new Date(0))).toMatchObject({
    payout: "500.00",
  });
  expect(await priceAt(currentClient(), once.id, id, "", EVENTS.bonus, new Date(0))).toMatchObject({
    payout: "250.00",
  });
  await execute(sql`DELETE FROM prices WHERE type_id = ${once.id}`);
  await expect(priceAt(currentClient(), once.id, id, "", EVENTS.sale, on(1))).rejects.toThrow("has no price");
});

test("each of many events has the office, flags and price of its own time [PRICE-03] [PRICE-06]", async () => {
  const [before, after] = [await anOffice(), await anOffice()];
  const agent = await anAgent({ office: before });
  const site = await aSite({ avp: true });
  const type = first(site.types);
  await aPrice({ type, office: after, payout: 900, since: on(10) });
  await aPrice({ type, payout: 400, since: on(14) });
  await execute(sql`UPDATE agent_offices SET until = ${on(5)} WHERE agent_id = ${agent.id}`);
  await execute(sql`
      INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent.id}, ${after.id}, ${on(5)})`);
  await execute(sql`UPDATE agents SET company_id = ${after.id} WHERE id = ${agent.id}`);
  await execute(sql`INSERT INTO site_flags VALUES (${site.id}, ${on(12)}, true, false)`);
  await execute(sql`UPDATE sites SET use_approve_sale = true, avp = false WHERE id = ${site.id}`);

  const wanted = (occurred: number, received: number) => ({
    agentId: agent.id,
    siteId: site.id,
    typeId: type.id,
    event: EVENTS.sale,
    geo: "US",
    occurredAt: on(occurred),
    receivedAt: on(received),
  });
  const terms = await termsOf(currentClient(), [
    wanted(4.99, 4.99),
    wanted(5, 5),
    wanted(4, 11),
    wanted(11, 11),
    wanted(4, 20),
  ]);
  expect(terms.map(({ companyId, flags, price }) => [companyId, flags, price?.payout])).toEqual([
    [before.id, 1, "500.00"],
    [after.id, 1, "500.00"],
    [before.id, 1, "500.00"],
    [after.id, 1, "900.00"],
    [before.id, 2, "400.00"],
  ]);
  const nobody = { ...wanted(1, 1), agentId: 2_000_000_000 };
  await expect(termsOf(currentClient(), [wanted(1, 1), nobody])).rejects.toThrow("1 of 2");
});

it("any history of versions gives the same price as reading the versions one by one [PRICE-01]", async () => {
  const money = fc.integer({ min: 0, max: 999_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const version = fc.record({
    whose: fc.constantFrom("default", "office", "other", "DE", "FR"),
    enabled: fc.boolean(),
    payout: money,
    earning: money,
    lpp: fc.integer({ min: 0, max: 10_000 }),
    bonus: fc.option(fc.record({ payout: money, earning: money, lpp: fc.integer({ min: 0, max: 10_000 }) })),
    day: fc.integer({ min: 1, max: 6 }),
  });
  const asked = fc.record({
    office: fc.boolean(),
    geo: fc.constantFrom("DE", "FR", "US", ""),
    event: fc.constantFrom("sale" as const, "bonus" as const, "click" as const),
    day: fc.integer({ min: 0, max: 7 }),
  });
  const begins = fc.integer({ min: 0, max: 4 });

  await fc.assert(
    fc.asyncProperty(
      fc.array(version, { maxLength: 12 }),
      fc.array(asked, { minLength: 8, maxLength: 8 }),
      begins,
      (given, questions, begun) =>
        inRollback(async () => {
          const [office, other] = [await anOffice(), await anOffice()];
          const { types } = await aSite({ types: [{ bonus: true }] });
          const type = first(types);
          const usual = await onlyRow<{ id: number }>(sql`
            UPDATE prices SET since = ${on(begun)} WHERE type_id = ${type.id} RETURNING id`);
          const versions: Version[] = [
            {
              id: usual.id,
              companyId: null,
              geo: null,
              enabled: true,
              payout: "500.00",
              earning: "20.00",
              lpp: 1,
              bonusPayout: "250.00",
              bonusEarning: "10.00",
              bonusLpp: 2,
              since: on(begun).getTime(),
            },
          ];
          for (const { whose, day, bonus, ...one } of given) {
            const companyId = { office: office.id, other: other.id }[whose as "office" | "other"] ?? null;
            const geo = whose.length === 2 ? whose : null;
            const enabled = whose === "default" || one.enabled;
            const since = on(day).getTime();
            const rest = geo
              ? { lpp: null, bonusPayout: null, bonusEarning: null, bonusLpp: null }
              : {
                  lpp: one.lpp,
                  bonusPayout: bonus?.payout ?? null,
                  bonusEarning: bonus?.earning ?? null,
                  bonusLpp: bonus?.lpp ?? null,
                };
            const { id } = await onlyRow<{ id: number }>(sql`
            INSERT INTO prices (type_id, company_id, geo, enabled, payout, earning, lpp, bonus_payout, bonus_earning,
              bonus_lpp, since)
            VALUES (${type.id}, ${companyId}, ${geo}, ${enabled}, ${one.payout}, ${one.earning}, ${rest.lpp},
              ${rest.bonusPayout}, ${rest.bonusEarning}, ${rest.bonusLpp}, ${on(day)})
            RETURNING id`);
            versions.push({ id, companyId, geo, enabled, payout: one.payout, earning: one.earning, ...rest, since });
          }
          for (const { office: own, geo, event, day } of questions) {
            const companyId = own ? office.id : other.id;
            const found: Found | undefined = await priceAt(
              currentClient(),
              type.id,
              companyId,
              geo,
              EVENTS[event],
              on(day),
            );
            expect(found).toEqual(priceBy(versions, { companyId, geo, event, moment: on(day).getTime() }));
          }
        }),
    ),
    { numRuns: times(60) },
  );
});
