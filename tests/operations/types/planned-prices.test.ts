import fc from "fast-check";
import { expect, test } from "vitest";
import { currentClient } from "../../../server/kernel/database/transactions";
import { EVENTS } from "../../../server/trade/events";
import type { Actor } from "../../../server/kernel/operation/roles";
import { withFixedTime } from "../../../server/kernel/time/now";
import { save } from "../../../server/fees";
import { nextPrice, priceAt } from "../../../server/tracking";
import { prices, setPrice, update, withdrawPrice } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aPrice, aSite, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { first } from "../../world/first";
import { times } from "../../world/long";

const NOW = "2026-11-20T17:00:00Z";
/** The first moment of 1 December in New York, and the one before it. */
const DECEMBER = "2026-12-01T05:00:00Z";
const EVE = "2026-12-01T04:59:59.999Z";
const onNovember20 = <T>(act: () => Promise<T>) => inRollback(() => withFixedTime(NOW, act));

async function saleAt(typeId: number, moment: string, { companyId = 0, geo = "" } = {}) {
  const price = await priceAt(currentClient(), typeId, companyId, geo, EVENTS.sale, new Date(moment));
  return [price?.source, price?.payout];
}
const history = async (actor: Actor, id: number) => (await ask(prices, actor, { id })).items;

test("a price planned for a half-month pays sales from its first moment in New York on, and none before: usual, country's and office's [PRICE-01, PRICE-04]", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin({ username: "boss" });
    const office = await anOffice({ officeName: "North" });
    const { id } = first((await aSite()).types);
    const from = "2026-12-01";
    expect(await ask(setPrice, actor, { id, from, payout: 650, reason: "winter" })).toMatchObject({
      planned: true,
      since: "2026-12-01T00:00:00.000-05:00",
    });
    await ask(setPrice, actor, { id, from, geo: "PH", payout: 700, earning: 30 });
    await ask(setPrice, actor, { id, from, companyId: office.id, payout: 555 });
    const whose = { default: {}, geo: { geo: "PH" }, office: { companyId: office.id, geo: "PH" } };
    for (const each of Object.values(whose)) expect(await saleAt(id, EVE, each)).toEqual(["default", "500.00"]);
    expect(await saleAt(id, DECEMBER, whose.default)).toEqual(["default", "650.00"]);
    expect(await saleAt(id, DECEMBER, whose.geo)).toEqual(["geo", "700.00"]);
    expect(await saleAt(id, DECEMBER, whose.office)).toEqual(["office", "555.00"]);
    const [newest] = (await history(actor, id)).filter(({ of }) => of === "default");
    expect(newest).toMatchObject({ planned: true, reason: "winter", by: "boss", withdrawn: null });
    expect(newest?.changes).toEqual([{ field: "payout", before: 500, after: 650 }]);
    const { sale } = await ask(nextPrice, actor, { id, geo: "PH" });
    expect([sale.payout, sale.planned]).toEqual([
      500,
      [{ since: "2026-12-01T00:00:00.000-05:00", source: "geo", payout: 700, earning: 30, lpp: 1 }],
    ]);
    await withFixedTime(DECEMBER, async () => {
      expect((await history(actor, id)).some(({ planned }) => planned)).toBe(false);
      expect((await ask(nextPrice, actor, { id })).sale).toMatchObject({ payout: 650, planned: [] });
    });
  }));

test("a planned price can be withdrawn until it starts, stays in the time line, and does not show as the present one", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin({ username: "boss" });
    const { id } = first((await aSite()).types);
    const { priceId } = await ask(setPrice, actor, { id, from: "2026-12-01", payout: 650 });
    expect(await ask(update, actor, { id })).toMatchObject({ payout: 500 });
    expect(await ask(withdrawPrice, actor, { id, priceId })).toEqual({ deleted: 1 });
    expect(await ask(withdrawPrice, actor, { id, priceId })).toEqual({ deleted: 0 });
    expect(await saleAt(id, DECEMBER)).toEqual(["default", "500.00"]);
    expect((await history(actor, id))[0]).toMatchObject({
      ...{ id: priceId, planned: false, withdrawn: { at: "2026-11-20T12:00:00.000-05:00", by: "boss" } },
      changes: [{ field: "payout", before: 500, after: 650 }],
    });
    const begun = await ask(setPrice, actor, { id, from: "2026-12-01", payout: 660 });
    await withFixedTime(DECEMBER, async () => {
      expect(await refused(withdrawPrice, actor, { id, priceId: begun.priceId })).toMatchObject({ status: 409 });
    });
    const presentId = (await history(actor, id)).at(-1)?.id;
    expect(await refused(withdrawPrice, actor, { id, priceId: presentId })).toEqual({ status: 404 });
    const other = first((await aSite()).types);
    expect(await refused(withdrawPrice, actor, { id: other.id, priceId: begun.priceId })).toEqual({ status: 404 });
  }));

test("a change made before a plan starts is not undone by it, and a second plan for the same half-month replaces the first", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const { id } = first((await aSite({ types: [{ bonus: true }] })).types);
    const later = { id, from: "2026-12-16" };
    const { priceId } = await ask(setPrice, actor, { id, from: "2026-12-01", payout: 650 });
    await ask(setPrice, actor, { ...later, lpp: 5 });
    expect(await saleAt(id, "2026-12-20T12:00:00Z")).toEqual(["default", "650.00"]);
    // The points are changed now: the plan of 1 December only changes pesos, that of 16 December changes the points.
    await ask(update, actor, { id, lpp: 3, bonus: false });
    const at = async (moment: string) => {
      const sale = await priceAt(currentClient(), id, 0, "", EVENTS.sale, new Date(moment));
      const bonus = await priceAt(currentClient(), id, 0, "", EVENTS.bonus, new Date(moment));
      return [sale?.payout, sale?.lpp, bonus?.payout];
    };
    expect(await at(NOW)).toEqual(["500.00", 3, undefined]);
    expect(await at(DECEMBER)).toEqual(["650.00", 3, undefined]);
    expect(await at("2026-12-16T05:00:00Z")).toEqual(["650.00", 5, undefined]);
    await ask(setPrice, actor, { id, from: "2026-12-01", earning: 25 });
    expect(await at(DECEMBER)).toEqual(["650.00", 3, undefined]);
    await ask(setPrice, actor, { id, from: "2026-12-01", payout: 680 });
    expect(await at(DECEMBER)).toEqual(["680.00", 3, undefined]);
    expect(await at("2026-12-16T05:00:00Z")).toEqual(["680.00", 5, undefined]);
    expect((await history(actor, id)).find((each) => each.id === priceId)?.withdrawn).not.toBeNull();
    const current = (await history(actor, id)).find(({ planned, since }) => planned && since < "2026-12-10");
    await ask(withdrawPrice, actor, { id, priceId: current?.id });
    expect(await at("2026-12-16T05:00:00Z")).toEqual(["500.00", 5, undefined]);
  }));

test("a form opened before a planned price started is not saved over it", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const office = await anOffice();
    const { id } = first((await aSite()).types);
    const { version } = await ask(update, actor, { id, typename: "spring" });
    await ask(setPrice, actor, { id, from: "2026-12-01", payout: 650 });
    const own = { typeId: id, companyId: office.id };
    const fee = await ask(save, actor, { ...own, enable: true, payout: 555, reason: "asked for" });
    await ask(setPrice, actor, { id, companyId: office.id, from: "2026-12-01", payout: 600 });
    expect((await history(actor, id)).find(({ reason }) => reason !== "")).toMatchObject({ reason: "asked for" });
    expect(await ask(save, actor, { ...own, lpp: 2, version: fee.version })).toMatchObject({ payout: 555 });
    await withFixedTime(DECEMBER, async () => {
      expect(await refused(update, actor, { id, version, payout: 500 })).toMatchObject({ status: 409 });
      expect(await refused(save, actor, { ...own, version: fee.version + 1, payout: 1 })).toMatchObject({
        status: 409,
      });
      const now = await ask(update, actor, { id });
      expect(now.payout).toBe(650);
    });
    await withFixedTime("2026-12-01T06:00:00Z", async () => {
      const now = await ask(update, actor, { id });
      expect(await ask(update, actor, { id, version: now.version, payout: 640 })).toMatchObject({ payout: 640 });
    });
  }));

test("only superadmins set prices, and an impossible price names its field", () =>
  onNovember20(async () => {
    const [{ actor }, admin, office] = [await aSuperadmin(), await anAdmin(), await anOffice()];
    const { id } = first((await aSite()).types);
    expect(await refused(setPrice, admin.actor, { id, payout: 1 })).toEqual({ status: 403 });
    expect(await refused(withdrawPrice, admin.actor, { id, priceId: 1 })).toEqual({ status: 403 });
    expect(await refused(setPrice, actor, { id: 2_000_000_000, payout: 1 })).toEqual({ status: 404 });
    expect(await refused(setPrice, actor, { id, companyId: 2_000_000_000, payout: 1 })).toEqual({ status: 404 });
    for (const [field, input] of [
      ["from", { from: "2026-12-02", payout: 1 }],
      ["from", { from: "2026-11-16", payout: 1 }],
      ["from", { from: "2026-11-01", payout: 1 }],
      ["companyId", { geo: "US", companyId: office.id, payout: 1 }],
      ["enable", { enable: false, from: "2026-12-01" }],
      ["lpp", { geo: "US", lpp: 1 }],
      ["bonusPayout", { bonusPayout: 1 }],
      ["payout", { payout: 500 }],
    ] as const) {
      expect([input, await refused(setPrice, actor, { id, ...input })]).toMatchObject([
        input,
        { status: 422, data: { [field]: [expect.any(String)] } },
      ]);
    }
    expect(await ask(setPrice, actor, { id, payout: 501 })).toMatchObject({ planned: false });
    expect(await saleAt(id, NOW)).toEqual(["default", "501.00"]);
  }));

test("after the clock was set back, the last price still counts as the newest, while a plan waits for its start", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const { id } = first((await aSite()).types);
    await ask(setPrice, actor, { id, from: "2026-12-01", payout: 650 });
    await aPrice({ type: { id }, payout: 520, since: "2026-11-25T12:00:00Z" });
    await ask(setPrice, actor, { id, earning: 21 });
    expect((await history(actor, id))[1]).toMatchObject({
      since: "2026-11-25T07:00:00.001-05:00",
      changes: [{ field: "earning", before: 20, after: 21 }],
    });
    expect(await saleAt(id, "2026-11-25T12:00:00.001Z")).toEqual(["default", "520.00"]);
    expect(await saleAt(id, DECEMBER)).toEqual(["default", "650.00"]);
  }));

test("for any plans and withdrawals, the price at a moment is the last plan that started and was not withdrawn [PRICE-01]", () => {
  const step = fc.record({
    half: fc.constantFrom("2026-12-01", "2026-12-16", "2027-01-01"),
    payout: fc.integer({ min: 0, max: 99_999 }),
    withdrawn: fc.boolean(),
  });
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) =>
      onNovember20(async () => {
        const { actor } = await aSuperadmin();
        const { id } = first((await aSite()).types);
        const kept = new Map<string, number>();
        for (const { half, payout, withdrawn } of steps) {
          const pesos = payout / 100;
          const before =
            [...kept]
              .filter(([start]) => start <= half)
              .sort()
              .at(-1)?.[1] ?? 500;
          if (pesos === before) continue;
          const { priceId } = await ask(setPrice, actor, { id, from: half, payout: pesos });
          kept.set(half, pesos);
          if (!withdrawn) continue;
          await ask(withdrawPrice, actor, { id, priceId });
          kept.delete(half);
        }
        for (const half of ["2026-11-16", "2026-12-01", "2026-12-16", "2027-01-01"]) {
          const expected =
            [...kept]
              .filter(([start]) => start <= half)
              .sort()
              .at(-1)?.[1] ?? 500;
          expect(await saleAt(id, `${half}T05:00:00Z`)).toEqual(["default", expected.toFixed(2)]);
        }
      }),
    ),
    { numRuns: times(15) },
  );
});
