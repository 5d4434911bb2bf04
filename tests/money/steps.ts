import fc from "fast-check";

/** The events in a history of money; each step comes some time after the one before. */

const cents = fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom(0, 1, 33, 50_000));
const money = cents.map((value) => (value / 100).toFixed(2));
const lpp = fc.integer({ min: 0, max: 50 });
const nth = fc.nat(50);
const enabled = fc.boolean();
const price = { payout: money, earning: money };
const bonus = { bonusPayout: money, bonusEarning: money, bonusLpp: lpp };

/** The next half-month in order or any other, allowed or not. */
const which = fc.oneof({ weight: 2, arbitrary: fc.constant("next" as const) }, { weight: 1, arbitrary: fc.nat(7) });

export const steps = {
  sale: fc.record({
    does: fc.constant("sale" as const),
    agent: nth,
    link: nth,
    bonus: fc.nat(3).map((one) => one === 0),
    geo: fc.constantFrom("DE", "FR", "US", ""),
    /** Hours between the sale and its report, and between the report and its booking. */
    late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(500)),
    held: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(300)),
  }),
  reverse: fc.record({ does: fc.constant("reverse" as const), event: nth }),
  price: fc.record({ does: fc.constant("price" as const), link: nth, ...price, lpp, ...bonus }),
  geoFee: fc.record({
    ...{ does: fc.constant("geoFee" as const), link: nth, geo: fc.constantFrom("DE", "FR"), enabled, ...price },
  }),
  officeFee: fc.record({
    does: fc.constant("officeFee" as const),
    link: nth,
    office: nth,
    enabled,
    ...price,
    lpp,
    ...bonus,
  }),
  flags: fc.record({ does: fc.constant("flags" as const), site: nth, avp: fc.boolean(), useApproveSale: fc.boolean() }),
  tiers: fc.record({
    does: fc.constant("tiers" as const),
    /** Pesos and dollars of a sale, and the size of each tier in sales. */
    list: fc.array(fc.record({ php: money, dollars: money, size: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    next: fc.boolean(),
  }),
  move: fc.record({ does: fc.constant("move" as const), agent: nth }),
  close: fc.record({
    does: fc.constant("close" as const),
    which,
    rate: fc.integer({ min: 40_000_000, max: 65_000_000 }),
  }),
  pay: fc.record({ does: fc.constant("pay" as const), which }),
  run: fc.record({
    does: fc.constant("run" as const),
    act: fc.constantFrom("undo" as const, "undo" as const, "export" as const, "fail" as const),
    which: fc.oneof({ weight: 3, arbitrary: fc.constant("last" as const) }, { weight: 1, arbitrary: fc.nat(7) }),
    payment: nth,
  }),
  hold: fc.record({ does: fc.constant("hold" as const), agent: nth }),
  line: fc.record({
    does: fc.constant("line" as const),
    agent: nth,
    kind: fc.constantFrom("adjustment" as const, "advance" as const, "penalty" as const),
    amount: fc.integer({ min: 1, max: 50_000 }),
  }),
};
const weights: Record<keyof typeof steps, number> = {
  ...{
    sale: 14,
    reverse: 4,
    price: 2,
    geoFee: 1,
    officeFee: 2,
    flags: 1,
    tiers: 1,
    move: 1,
    close: 4,
    pay: 4,
    run: 3,
    hold: 1,
    line: 1,
  },
};

/** Minutes until the step: moments, hours or days, or until a minute before or after New York's next midnight. */
const waits = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 60, 90, 720, 1_440, 4_320, 14_400) },
  { weight: 2, arbitrary: fc.constantFrom("before midnight" as const, "after midnight" as const) },
);

const step = fc.oneof(
  ...Object.entries(steps).map(([name, arbitrary]) => ({ weight: weights[name as keyof typeof steps], arbitrary })),
);
export type Step = {
  [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer T> ? T : never;
}[keyof typeof steps];
export type Wait = typeof waits extends fc.Arbitrary<infer T> ? T : never;

/** The months after these moments include both clock changes of New York, a leap day and an ordinary month. */
export const history = fc.record({
  start: fc.constantFrom(
    "2026-03-05T05:00:00Z",
    "2025-10-29T04:00:00Z",
    "2024-02-25T05:00:00Z",
    "2026-06-28T04:00:00Z",
  ),
  steps: fc.array(fc.tuple(waits, step as fc.Arbitrary<Step>), { minLength: 8, maxLength: 30 }),
});
