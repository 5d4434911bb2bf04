import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../world/long";
import {
  fromCents,
  toCents,
  decimalText,
  divide,
  divideAll,
  Money,
  Points,
  roundHalfUp,
  SignedMoney,
  sumCents,
} from "../../server/kernel/text/money";
import { centsOf, dollarCents, dollarCentsOfAll, nearest } from "../oracle/money";

const someCents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });

describe("an amount from outside", () => {
  test("may have up to two decimals, from 0 to 9,999,999.99", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (whole) => {
        const value = Number(`${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`);
        expect(Money.safeParse(value)).toEqual({ success: true, data: value });
        expect(toCents(value)).toBe(BigInt(whole));
      }),
      { numRuns: times(5000) },
    );
    for (const value of [0, 0.01, 0.29, 1.1, 1234.5, 9_999_999.99]) expect(Money.parse(value)).toBe(value);
  });

  test("is otherwise refused in one sentence", () => {
    const numbers = [
      -0.01,
      -0.001,
      -1,
      0.001,
      0.1 + 0.2,
      12.345,
      1e-7,
      9_999_999.991,
      10_000_000,
      1e21,
      Number.NaN,
      Infinity,
      -Infinity,
    ];
    for (const value of [...numbers, "12.50", "1e3", "", null, undefined, true, {}, [], 5n])
      expect([value, Money.safeParse(value).error?.issues.length]).toEqual([value, 1]);
  });
});

test("a signed amount reaches as far below 0 as above, and points from 0 to 10,000", () => {
  for (const value of [-9_999_999.99, -0.01, 0, 9_999_999.99]) expect(SignedMoney.parse(value)).toBe(value);
  for (const value of [-10_000_000, -9_999_999.991, 10_000_000])
    expect([value, SignedMoney.safeParse(value).error?.issues.length]).toEqual([value, 1]);
  for (const value of [0, 1, 10_000]) expect(Points.parse(value)).toBe(value);
  for (const value of [-1, 10_001, 1.5, "1"])
    expect([value, Points.safeParse(value).error?.issues.length]).toEqual([value, 1]);
});

describe("cents", () => {
  test("are read without loss from the database's text and from numbers", () => {
    fc.assert(
      fc.property(someCents, (size) => {
        const text = decimalText(size);
        expect(text).toMatch(/^-?\d+\.\d\d$/);
        expect([centsOf(text), toCents(text)]).toEqual([size, size]);
        expect(toCents(fromCents(size))).toBe(size);
      }),
      { numRuns: times(2000) },
    );
    expect([
      toCents("1234.50"),
      toCents("1234.5"),
      toCents("7"),
      toCents("-0.01"),
      toCents("1.5000"),
      toCents(0.29),
      toCents(-3),
    ]).toEqual([123450n, 123450n, 700n, -1n, 150n, 29n, -300n]);
    expect([0n, -1n, 5n, -123n].map(decimalText)).toEqual(["0.00", "-0.01", "0.05", "-1.23"]);
  });

  test("are refused for a text that is not a plain decimal or has fractions of a cent", () => {
    for (const text of [
      "",
      " 1",
      "1e3",
      "NaN",
      "Infinity",
      "1,5",
      ".5",
      "5.",
      "+1",
      "--1",
      "0x10",
      "1.005",
      "12.341",
      "1\n",
    ])
      expect(() => toCents(text), text).toThrow(RangeError);
    for (const number of [Number.NaN, Infinity, 0.1 + 0.2, 1e21, 1e-7])
      expect(() => toCents(number), String(number)).toThrow(RangeError);
  });

  test("become numbers that JSON writes with at most two decimals, or are refused where numbers are not exact", () => {
    fc.assert(
      fc.property(someCents, (size) => {
        const written = JSON.stringify(fromCents(size));
        expect(written).toMatch(/^-?\d+(\.\d{1,2})?$/);
        expect(centsOf(written)).toBe(size);
      }),
      { numRuns: times(2000) },
    );
    for (const size of [10n ** 15n, -(10n ** 15n)]) expect(() => fromCents(size)).toThrow(RangeError);
  });

  test("sum exactly where numbers would not", () => {
    expect(sumCents(Array.from({ length: 1000 }, () => toCents("0.10")))).toBe(10_000n);
    expect(sumCents([])).toBe(0n);
    fc.assert(
      fc.property(fc.array(someCents), (list) => {
        expect(sumCents(list)).toBe(list.reduce((sum, one) => sum + one, 0n));
      }),
    );
  });
});

describe("division", () => {
  test("rounds to nearest, with halves away from zero on both sides", () => {
    const halves = [
      roundHalfUp(1n, 2n),
      roundHalfUp(-1n, 2n),
      roundHalfUp(3n, 2n),
      roundHalfUp(5n, -2n),
      roundHalfUp(-5n, -2n),
    ];
    expect(halves).toEqual([1n, -1n, 2n, -3n, 3n]);
    expect([roundHalfUp(149n, 100n), roundHalfUp(-149n, 100n), roundHalfUp(0n, 7n)]).toEqual([1n, -1n, 0n]);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: -5000n, max: 5000n }),
        (over, under) => {
          fc.pre(under !== 0n);
          expect(roundHalfUp(over, under)).toBe(nearest(over, under));
        },
      ),
      { numRuns: times(3000) },
    );
    expect(() => roundHalfUp(1n, 0n)).toThrow(new RangeError("Nothing can be divided by 0."));
  });

  test("converts pesos to dollars at the period's rate", () => {
    expect([divide(150_000n, "58.25"), divide(150_000n, "58.2500"), divide(-150_000n, "58.25")]).toEqual([
      2575n,
      2575n,
      -2575n,
    ]);
    expect([divide(1n, "2"), divide(-1n, "2"), divide(1n, "2.0001"), divide(100n, "0.5")]).toEqual([1n, -1n, 0n, 200n]);
    const rates = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 9999 }));
    fc.assert(
      fc.property(someCents, rates, (size, [whole, part]) => {
        const rate = `${whole}.${String(part).padStart(4, "0")}`;
        expect(divide(size, rate)).toBe(dollarCents(size, rate));
      }),
      { numRuns: times(2000) },
    );
    for (const rate of ["0", "0.0000", "-58", "", "1e2", "NaN"])
      expect(() => divide(100n, rate), rate).toThrow(RangeError);
    expect(() => divide(100n, "0.00")).toThrow("A rate is above 0.");
  });

  test("with several rates adds fractions and rounds once [PRICE-05, PRICE-09]", () => {
    // 0.001666… and 0.003333… together are half a cent, which neither is alone.
    const pair = [
      ["60", 10n],
      ["30", 10n],
    ] as const;
    expect([divideAll(pair), divideAll(pair, 5n), divideAll([]), divideAll([], 7n)]).toEqual([1n, 6n, 0n, 7n]);
    const rate = fc.integer({ min: 1, max: 999_999 }).map((whole) => `${whole / 10_000}`.replace(/e.*/, ""));
    const amounts = fc.array(fc.tuple(rate, someCents), { maxLength: 5 });
    fc.assert(
      fc.property(amounts, someCents, (list, beside) => {
        const expected = dollarCentsOfAll(
          list.map(([one, centavos]) => ({ rate: one, centavos })),
          beside,
        );
        expect(divideAll(list, beside)).toBe(expected);
      }),
      { numRuns: times(1000) },
    );
    for (const wrong of ["0", "-58", "", "1e2"]) expect(() => divideAll([[wrong, 100n]]), wrong).toThrow(RangeError);
    expect(() => divideAll([["0.00", 100n]])).toThrow("A rate is above 0.");
  });
});
