import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../world/long";
import {
  avpLabel,
  avpRange,
  count,
  dateOnly,
  dateTime,
  dollars,
  eventLabel,
  heading,
  percent,
  percentChange,
  period,
  pesos,
  ratio,
  ROLE_CHOICES,
  roleLabel,
  shorten,
  signed,
  statusLabel,
} from "../../app/components/formats";
import { wallClock } from "../oracle/days";

describe("figures", () => {
  test("dollars have two decimals and no sign [FORMAT-03]", () => {
    expect([1234.5, -1234.5, 0, 0.07, 9_999_999.99, 1_000_000].map(dollars)).toEqual([
      "$1,234.50",
      "$1,234.50",
      "$0.00",
      "$0.07",
      "$9,999,999.99",
      "$1,000,000.00",
    ]);
  });

  test("pesos have their own sign and no other [FORMAT-04]", () => {
    expect([1234.5, -1234.5, 0].map(pesos)).toEqual(["₱1,234.50", "₱1,234.50", "₱0.00"]);
  });

  test("an amount added or subtracted has a real minus sign", () => {
    expect([150, -150, 0, -0].map((amount) => signed(pesos, amount))).toEqual([
      "₱150.00",
      "−₱150.00",
      "₱0.00",
      "₱0.00",
    ]);
    expect(signed(dollars, -0.07)).toBe("−$0.07");
  });

  test("a change has a sign and two decimals, and zero is 0% [FORMAT-05]", () => {
    expect([12.5, -12.5, 0, -0, 100, -100, 100 / 3, 0.004, -0.004, 0.01].map(percentChange)).toEqual([
      "+12.50%",
      "−12.50%",
      "0%",
      "0%",
      "+100.00%",
      "−100.00%",
      "+33.33%",
      "0%",
      "0%",
      "+0.01%",
    ]);
  });

  test("a share has no plus sign [FORMAT-05]", () => {
    expect([12.5, 100, 0, -5, 0.004].map(percent)).toEqual(["12.50%", "100.00%", "0%", "−5.00%", "0%"]);
  });

  test("counts have commas between thousands, ratios have two decimals", () => {
    expect([ratio(12.5), ratio(0)]).toEqual(["1:12.50", "1:0.00"]);
    expect([999, 1000, 10_692, 1_234_567, 0, -3, -12_345].map(count)).toEqual([
      ...["999", "1,000", "10,692", "1,234,567", "0", "−3", "−12,345"],
    ]);
  });
});

describe("times", () => {
  test("an instant is shown as New York's day and time, from any representation [FORMAT-01]", () => {
    const range = { min: Date.parse("2019-01-01T00:00:00Z"), max: Date.parse("2032-01-01T00:00:00Z") };
    fc.assert(
      fc.property(fc.integer(range), (time) => {
        const { day, time: shown } = wallClock(time);
        const text = `${day} (${shown.slice(0, 5)})`;
        const forms = [time, new Date(time), new Date(time).toISOString()];
        expect(forms.map(dateTime)).toEqual([text, text, text]);
        expect(forms.map(dateOnly)).toEqual([day, day, day]);
      }),
      { numRuns: times(1000) },
    );
    expect(dateTime("2026-11-21T00:05:00-05:00")).toBe("2026-11-21 (00:05)");
    expect(dateTime(Date.parse("2026-03-08T07:00:00Z"))).toBe("2026-03-08 (03:00)");
  });

  test("a day is not shifted by time zones [FORMAT-01]", () => {
    expect(["2026-11-21", "2026-01-01"].map(dateOnly)).toEqual(["2026-11-21", "2026-01-01"]);
  });

  test("a period is start ~ end [FORMAT-02]", () => {
    expect(period({ start: "2026-11-01", end: "2026-11-15" })).toBe("2026-11-01 ~ 2026-11-15");
  });
});

describe("texts", () => {
  test("a long link is cut with an ellipsis at 30 characters or at the given length [FORMAT-07]", () => {
    const link = "https://example.org/landing/page";
    expect(shorten(link)).toBe("https://example.org/landing/p…");
    expect([shorten(link.slice(0, 30)), shorten(link, 20), shorten("", 20)]).toEqual([
      link.slice(0, 30),
      "https://example.org…",
      "",
    ]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const short = shorten(text, max);
        expect([...short].length).toBe(Math.min(max, [...text].length));
        expect(short === text || (short.endsWith("…") && text.startsWith(short.slice(0, -1)))).toBe(true);
      }),
    );
  });

  test("a heading loses its first underscore and its first hyphen [FORMAT-08]", () => {
    expect(["sale_logs", "click-outs", "a_b_c-d-e", "plain", "-_"].map(heading)).toEqual([
      "sale logs",
      "click outs",
      "a b_c d-e",
      "plain",
      "  ",
    ]);
  });

  test("roles are named by their levels, and an unknown one is 'role' [FORMAT-10, FORMAT-11, FORMAT-12]", () => {
    expect(ROLE_CHOICES.map(({ value, label }) => `${value} ${label}`)).toEqual([
      "null All Roles",
      "0 Superadmin",
      "5 Admin",
      "10 Company",
      "20 Agent",
    ]);
    expect([0, 5, 10, 20, 7, -1, Number.NaN].map(roleLabel)).toEqual([
      "Superadmin",
      "Admin",
      "Company",
      "Agent",
      "role",
      "role",
      "role",
    ]);
  });

  test("event types have names, and an unknown one is empty [FORMAT-14]", () => {
    expect([0, 1, 2, 3, -1, 0.5].map(eventLabel)).toEqual(["Sale", "Bonus", "Click", "", "", ""]);
  });

  test("a status is Activated or Suspended, and says if it is hidden [FORMAT-09]", () => {
    const labels = [statusLabel(1), statusLabel(0), statusLabel(true, true), statusLabel(false, true)];
    expect(labels).toEqual(["Activated", "Suspended", "Activated (Hidden)", "Suspended (Hidden)"]);
  });
});

test("an AVP tier is named by its range of sales, and the last has no upper end [REP-AVP-05]", () => {
  const label = (index: number, from: number, to: number) => avpLabel({ index, from, to });
  expect(label(0, 0, 0)).toBe("0 sales");
  expect(label(0, 0, 1000)).toBe("0 sales");
  expect(label(1, 1, 9)).toBe("1-9 sales");
  expect(label(2, 10, 999)).toBe("10-999 sales");
  expect(label(3, 50, 1000)).toBe("50+ sales");
});

test("a cell shows an AVP tier's bounds from the third tier on, otherwise NO [REP-AVP-06]", () => {
  const label = (index: number, from: number, to: number) => avpRange({ index, from, to });
  expect([label(0, 0, 0), label(1, 1, 9), label(1, 1, 1000)]).toEqual(["NO", "NO", "NO"]);
  expect([label(2, 10, 24), label(3, 25, 999)]).toEqual(["10 - 24", "25 - 999"]);
  expect([label(4, 50, 1000), label(2, 10, 100_000)]).toEqual(["50+", "10+"]);
});
