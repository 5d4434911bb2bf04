import fc from "fast-check";
import { expect, it } from "vitest";
import { currentClient, execute } from "../../../server/kernel/database/transactions";
import { now } from "../../../server/kernel/time/now";
import { EVENTS } from "../../../server/trade/events";
import { sql } from "../../../server/kernel/database/sql";
import { nextPrice, priceAt } from "../../../server/tracking";
import { prices, update, writeOfficePrice } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aPrice, aSale, aSite, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { first } from "../../world/first";
import { times } from "../../world/long";
import { test } from "../../world/rollback";

test("the next price states which price applies and why the others do not [PRICE-01]", async () => {
  const { actor } = await aSuperadmin();
  const [own, off, none] = [
    await anOffice({ officeName: "Own" }),
    await anOffice({ officeName: "Off" }),
    await anOffice({ officeName: "None" }),
  ];
  const type = first((await aSite({ types: [{ bonus: true }] })).types);
  await aPrice({ type, geo: "US", payout: 610 });
  await aPrice({
    type,
    office: own,
    payout: 720,
    bonusPayout: null as never,
    bonusEarning: null as never,
    bonusLpp: null as never,
  });
  await aPrice({ type, office: off, payout: 1, enabled: false });
  const asked = async (more: object) => {
    const { sale, bonus } = await ask(nextPrice, actor, { id: type.id, ...more });
    const why = ({ steps }: typeof sale) => steps.map(({ holds, reason }) => (holds ? `*${reason}` : reason));
    return {
      sale: [sale.source, sale.payout, ...why(sale)],
      bonus: bonus && [bonus.source, bonus.payout, ...why(bonus)],
    };
  };
  expect(await asked({ companyId: own.id, geo: "us" })).toEqual({
    sale: [
      "office",
      720,
      "*Own has a price of its own.",
      "US has a price of its own, but the office's price takes precedence.",
      "The link's usual price comes last.",
    ],
    bonus: [
      "default",
      250,
      "Own's own price does not include a bonus.",
      "Country prices apply to sales only.",
      "*The link's usual price applies.",
    ],
  });
  expect((await asked({ companyId: off.id, geo: "US" })).sale).toEqual([
    ...[
      "geo",
      610,
      "Off's own price is switched off.",
      "*US has a price of its own.",
      "The link's usual price comes last.",
    ],
  ]);
  expect((await asked({ companyId: none.id, geo: "DE" })).sale).toEqual([
    ...[
      "default",
      500,
      "None has no price of its own.",
      "DE has no price of its own.",
      "*The link's usual price applies.",
    ],
  ]);
  expect((await asked({})).sale.slice(2, 4)).toEqual(["No office was chosen.", "No country was chosen."]);
});

it("the next price equals the price of the next booked event, for any history, office and country [PRICE-01]", async () => {
  const step = fc.record({
    whose: fc.constantFrom("default", "DE", "US", "0", "1"),
    payout: fc.integer({ min: 0, max: 99_999 }),
    enabled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), (history) =>
      inRollback(async () => {
        const { actor } = await aSuperadmin();
        const offices = [await anOffice(), await anOffice()];
        const type = first((await aSite({ types: [{ bonus: true }] })).types);
        for (const { whose, payout, enabled } of history) {
          const office = offices[Number(whose)];
          const geo = whose.length === 2 ? whose : undefined;
          await aPrice({
            type,
            payout: payout / 100,
            enabled: whose === "default" || enabled,
            ...(office ? { office } : {}),
            ...(geo ? { geo } : {}),
          });
        }
        for (const companyId of [undefined, ...offices.map(({ id }) => id)]) {
          for (const geo of ["", "DE", "US"]) {
            const { sale, bonus } = await ask(nextPrice, actor, {
              id: type.id,
              geo,
              ...(companyId ? { companyId } : {}),
            });
            for (const [event, told] of [
              [EVENTS.sale, sale],
              [EVENTS.bonus, bonus],
            ] as const) {
              const price = await priceAt(currentClient(), type.id, companyId ?? 0, geo, event, now());
              expect(told?.payout).toBe(Number(price?.payout));
              expect(told?.steps.filter(({ holds }) => holds).map(({ source }) => source)).toEqual([price?.source]);
            }
          }
        }
      }),
    ),
    { numRuns: times(4) },
  );
});

test("an AVP site shows the tiers, a link without a bonus shows none, and admins see no earnings [LINK-02]", async () => {
  const [{ actor }, admin, office] = [await aSuperadmin(), await anAdmin(), await anOffice()];
  const site = await aSite({ avp: true });
  const { id } = first(site.types);
  await execute(sql`
      INSERT INTO avp_tiers VALUES ('2020-01-01', 0, 0, 1000, 150, 3)
      ON CONFLICT DO NOTHING`);
  const told = await ask(nextPrice, actor, { id });
  expect(told.avp?.length).toBeGreaterThan(0);
  expect([told.bonus, told.sale.earning]).toEqual([null, 20]);
  expect((await ask(nextPrice, admin.actor, { id })).sale).not.toHaveProperty("earning");
  expect((await ask(nextPrice, actor, { id: first((await aSite()).types).id })).avp).toBeNull();
  expect(await refused(nextPrice, office.actor, { id })).toEqual({ status: 403 });
  expect(await refused(nextPrice, admin.actor, { id, companyId: 2_000_000_000 })).toEqual({ status: 404 });
  expect(await refused(nextPrice, admin.actor, { id: 2_000_000_000 })).toEqual({ status: 404 });
  for (const geo of ["USA", "U", "1A", "U\0"])
    expect(await refused(nextPrice, admin.actor, { id, geo })).toMatchObject({
      status: 422,
      data: { geo: [expect.any(String)] },
    });
});

test("the timeline shows each change with author, scope, before and after; stored events do not change [PRICE-03, PRICE-04]", async () => {
  const [{ actor }, admin] = [await aSuperadmin({ username: "boss" }), await anAdmin()];
  const office = await anOffice({ officeName: "North", agents: 1 });
  const type = first((await aSite({ enabledFor: [office] })).types);
  const sale = await aSale({ agent: first(office.agents), type, at: new Date() });
  await ask(update, actor, { id: type.id, payout: 600, feeGeos: [{ geo: "US", payout: 610, earning: 31 }] });
  const call = { actor, changed: () => undefined } as never;
  await writeOfficePrice(call, { typeId: type.id, companyId: office.id }, { enabled: true, lpp: 9 });
  const { items, total } = await ask(prices, actor, { id: type.id });
  expect(total).toBe(4);
  expect(items.map(({ of, geo, officeName, by, isFirst }) => [of, geo ?? officeName, by, isFirst])).toEqual([
    ["office", "North", "boss", true],
    ["geo", "US", "boss", true],
    ["default", null, "boss", false],
    ["default", null, null, true],
  ]);
  expect(items[2]?.changes).toEqual([
    { field: "payout", before: 500, after: 600 },
    { field: "bonusPayout", before: 250, after: null },
    { field: "bonusEarning", before: 10, after: null },
    { field: "bonusLpp", before: 2, after: null },
  ]);
  expect(items[0]?.changes).toContainEqual({ field: "lpp", before: null, after: 9 });
  const seen = await ask(prices, admin.actor, { id: type.id });
  expect(seen.items.flatMap(({ changes }) => changes.map(({ field }) => field))).not.toContain("earning");
  expect((await ask(prices, actor, { id: type.id, page: 2, pageSize: 3 })).items.map(({ id }) => id)).toEqual([
    items[3]?.id,
  ]);
  const stored = await currentClient().query("SELECT payout, lpp FROM sale_events WHERE id = $1", [sale.id]);
  expect(stored.rows).toEqual([{ payout: "500.00", lpp: 1 }]);
  expect(await refused(prices, actor, { id: 2_000_000_000 })).toEqual({ status: 404 });
});
