import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { fromCents, toCents } from "../../../server/kernel/text/money";
import { bridge, statement, statementScreen, writeLine } from "../../../server/payroll";
import { bridgeKeys, sharesOf } from "../../../server/payroll/statements/bridge";
import { AT_TIER } from "../../../server/tracking";
import { ask, refused } from "../../reports/ask";
import { anAgent, anOffice, aPrice, aSite } from "../../world/builders";
import { first } from "../../world/first";
import { aBoss, boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, soldOften, takenBack } from "./world";

type Lines = Parameters<typeof sharesOf>[0];

const line = (more: Partial<Lines[number]>): Lines[number] => ({
  ...{ kind: "event" as const, basis: "Sale at ₱100.00 (default)", agentId: 1, agent: "ann", typeId: 1 },
  ...{ count: 1, php: "100.00" },
  ...more,
});
const parts = (earlier: Lines, later: Lines) =>
  Object.fromEntries(
    bridgeKeys.flatMap((key) => {
      const own = sharesOf(earlier, later).filter((share) => share.key === key);
      return own.length > 0 ? [[key, fromCents(own.reduce((sum, { php }) => sum + php, 0n))]] : [];
    }),
  );

describe("the parts of a difference", () => {
  it("are the number of sales at the former pay, and the change of the pay", () => {
    const before = [line({ count: 4, php: "400.00" })];
    expect(parts(before, [line({ count: 6, php: "600.00" })])).toEqual({ sales: 200 });
    expect(parts(before, [line({ count: 4, php: "480.00" })])).toEqual({ price: 80 });
    expect(parts(before, [line({ count: 6, php: "720.00" })])).toEqual({ sales: 200, price: 120 });
    expect(parts(before, [])).toEqual({ sales: -400 });
    expect(parts([], before)).toEqual({ sales: 400 });
  });

  it("count lines of several prices of a link together, and round to the centavo", () => {
    const before = [line({ count: 2, php: "200.00" }), line({ basis: "Sale at ₱50.01 (geo)", php: "50.01" })];
    expect(parts(before, [line({ count: 4, php: "400.00" })])).toEqual({ sales: 83.34, price: 66.65 });
  });

  it("keep bonuses, the AVP tier, corrections and written lines apart", () => {
    const before = [
      line({ basis: "Bonus at ₱50.00 (default)", count: 2, php: "100.00" }),
      line({ basis: AT_TIER, count: 9, php: "900.00" }),
      line({ kind: "correction", basis: "Sale at ₱100.00 (default)", count: -1, php: "-100.00" }),
      line({ kind: "advance", basis: null, typeId: null, count: null, php: "-30.00" }),
      line({ kind: "payment", basis: null, typeId: null, count: null, php: "-900.00" }),
    ];
    const after = [
      line({ basis: "Bonus at ₱50.00 (default)", count: 3, php: "150.00" }),
      line({ basis: AT_TIER, count: 10, php: "1500.00" }),
      line({ kind: "penalty", basis: null, typeId: null, count: null, php: "-5.00" }),
    ];
    expect(parts(before, after)).toEqual({
      ...{ sales: 100, bonuses: 50, tier: 500, corrections: 100, adjustments: 25 },
    });
  });

  it("add up to the difference to the centavo in 300 random histories", () => {
    const kinds = ["event", "correction", "adjustment", "advance", "penalty", "payment"] as const;
    const aLine = fc
      .record({
        kind: fc.constantFrom(...kinds, "event" as const),
        basis: fc.constantFrom("Sale at ₱1.00 (default)", "Sale at ₱2.00 (geo)", "Bonus at ₱5.00 (geo)", AT_TIER),
        agentId: fc.integer({ min: 1, max: 3 }),
        typeId: fc.integer({ min: 1, max: 3 }),
        count: fc.integer({ min: -3, max: 9 }),
        php: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((centavos) => (centavos / 100).toFixed(2)),
      })
      .map((given) => line(given));
    const sum = (lines: Lines) =>
      lines.reduce((total, { kind, php }) => (kind === "payment" ? total : total + toCents(php)), 0n);
    fc.assert(
      fc.property(fc.array(aLine, { maxLength: 12 }), fc.array(aLine, { maxLength: 12 }), (before, after) => {
        const total = sharesOf(before, after).reduce((all, { php }) => all + php, 0n);
        expect(total).toBe(sum(after) - sum(before));
      }),
      { numRuns: 300 },
    );
  });
});

const at = <T>(body: () => Promise<T>, moment = OVER[SECOND] ?? "") => withFixedTime(moment, body);

it("a statement says why it is more or less than the one before, and the call gives the same parts [LEDGER-06]", () =>
  inPayroll(async () => {
    const writer = await aBoss();
    const plain = first((await aSite({ sitename: "Roses", types: [{ typename: "Trial" }] })).types);
    const avp = first((await aSite({ avp: true })).types);
    const office = await anOffice();
    const ann = await anAgent({ username: "ann", office });
    const early = await soldOften(2, ann, plain, "2026-03-05T17:00:00Z");
    await soldOften(1, ann, avp, "2026-03-05T17:00:00Z");
    await closed(FIRST);
    await paid(FIRST);
    await aPrice({ type: plain, payout: 650, since: "2026-03-17T00:00:00Z" });
    await sold(ann, plain, "2026-03-20T17:00:00Z");
    await soldOften(10, ann, avp, "2026-03-20T17:00:00Z");
    await takenBack(first(early), "2026-03-21T17:00:00Z");
    await at(() =>
      ask(writeLine, writer, {
        agentId: ann.id,
        kind: "adjustment",
        php: 25,
        reason: "Thanks",
        periodId: SECOND,
      } as never),
    );
    const answer = await at(() => ask(bridge, boss, { periodId: SECOND, agentId: ann.id }));
    const { settlement } = await at(() => ask(statement, boss, { periodId: SECOND, agentId: ann.id }));
    expect(answer.current).toBe(settlement.earned.php);
    expect(answer.difference).toBe(answer.current - answer.previous);
    expect(answer.previous).toBe(1_100);
    const inCentavos = answer.parts.map(({ pesos }) => toCents(pesos.toFixed(2)));
    expect(inCentavos.reduce((sum, php) => sum + php, 0n)).toBe(toCents(answer.difference.toFixed(2)));
    expect(Object.fromEntries(answer.parts.map(({ key, pesos }) => [key, pesos]))).toMatchObject({
      ...{ sales: -500 + 900, bonuses: 0, tier: 500, corrections: -500, adjustments: 25 },
    });
    const { sheet } = await at(() => ask(statementScreen, boss, { periodId: SECOND, agentId: ann.id }));
    expect(sheet?.bridge).toMatchObject({ difference: answer.difference, start: "2026-03-01", end: "2026-03-15" });
    const sales = sheet?.bridge?.parts.find(({ key }) => key === "sales");
    expect(sales?.rows.find(({ site }) => site === "Roses")).toMatchObject({
      ...{ link: "Trial", agent: "ann", before: { count: 2, php: 1_000 }, now: { count: 1 }, pesos: -500 },
    });
    const own = await at(() => ask(statementScreen, ann.actor, { periodId: SECOND }));
    expect(own.sheet?.bridge?.parts.flatMap(({ rows }) => rows.map(({ agent }) => agent))).not.toContain("ann");
    const stranger = await anAgent();
    expect(await refused(bridge, stranger.actor, { periodId: SECOND, agentId: ann.id })).toMatchObject({ status: 404 });
    expect(await at(() => refused(bridge, boss, { periodId: SECOND }))).toMatchObject({ status: 422 });
  }));
