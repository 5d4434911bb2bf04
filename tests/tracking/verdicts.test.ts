import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { EVENTS } from "../../server/trade/events";
import { classes } from "../../server/tracking/clicks/classes";
import { clickId } from "../../server/tracking/clicks/click-id";
import { assessClick, assessTerms, isSuspended, type PricedNext } from "../../server/tracking/postbacks/assess";
import { eventKey, reversalKey } from "../../server/tracking/postbacks/keys";
import { type FoundClick } from "../../server/tracking/postbacks/look-up-click";
import { parsePostback, type Postback, type ReadablePostback } from "../../server/tracking/postbacks/parameters";
import { reversalOf, type Original } from "../../server/tracking/sales/sale";

const RECEIVED = new Date("2026-05-20T12:00:00.000Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400_000;
const at = (ms: number) => new Date(RECEIVED.getTime() + ms);
const CLICK_ID = clickId(at(-DAY).getTime());

const parsed = (params: Record<string, unknown>) =>
  parsePostback(new Map(Object.entries({ clickid: CLICK_ID, event: "sale", ...params })), RECEIVED);
const valueOf = (name: keyof Postback, sent: unknown) => {
  const { postback, refused } = parsed({ [name]: sent });
  return refused ?? postback[name];
};
type Row = [name: keyof Postback, sent: unknown, value: unknown];
const all = (name: keyof Postback, sent: unknown[], value: unknown): Row[] => sent.map((one) => [name, one, value]);
const expectRows = (rows: Row[]) => {
  for (const [name, sent, value] of rows) expect([name, sent, valueOf(name, sent)]).toEqual([name, sent, value]);
};

describe("a parameter", () => {
  test("has the meaning that its text has [POST-16]", () => {
    expectRows([
      ...all("event", ["sale", 0, "0"], EVENTS.sale),
      ["event", "bonus", EVENTS.bonus],
      ["event", 2, EVENTS.click],
      ["status", undefined, "approved"],
      ["status", "approved", "approved"],
      ["status", "reversed", "reversed"],
      ...all("txid", [undefined, null, ""], null),
      ["txid", "x".repeat(255), "x".repeat(255)],
      ["txid", 17, "17"],
      ["txid", 2 ** 53 - 1, "9007199254740991"],
      ["txid", 0.25, "0.25"],
      ["reason", "why not", "why not"],
      ["geo", undefined, ""],
      ["geo", "de", "DE"],
      ["email", `${"a".repeat(249)}@b.de`, `${"a".repeat(249)}@b.de`],
      ["amount", "-12.50", "-12.50"],
      ["amount", "123456789012345.12345678", "123456789012345.12345678"],
      ["amount", 12.5, "12.5"],
      ["amount", 12, "12"],
      ["currency", undefined, null],
      ["currency", "usd", "USD"],
      ...all("test", ["1", "true", true, 1], true),
      ...all("test", ["0", "false", false, 0, undefined], false),
    ]);
    expect(parsed({ clickid: CLICK_ID.toUpperCase() }).postback.clickId).toBe(CLICK_ID);
  });

  test("is refused where a sign more or less changes what it means [POST-16]", () => {
    expectRows([
      ...all("event", ["xsale", "sale ", "-0", "00"], "bad_event"),
      ...all("status", ["xapproved", "approvedx", "reversed "], "malformed"),
      ...all("test", ["00", "11", "xtrue", "truex", "falsex"], "malformed"),
      ...all("txid", [2 ** 53, 1e300, true, {}, "x".repeat(256), "a\0b", "\ud800"], "malformed"),
    ]);
    for (const clickid of [`${CLICK_ID}0`, `0${CLICK_ID}`, CLICK_ID.replace("-", "")])
      expect(parsed({ clickid }).refused).toBe("malformed");
  });

  test("beside the event costs no sale: it counts as not sent, with a warning [POST-16]", () => {
    const rows: [name: "geo" | "email" | "amount" | "currency", sent: string[], value: string | null][] = [
      ["geo", ["ade", "dex", "d1", "XX", "EU", "USA"], ""],
      ["email", ["a@b c", "a@b@c", `${"a".repeat(250)}@b.de`], null],
      ["amount", ["1.", ".5", "x1", "1x", "1234567890123456", "1.123456789", "--1", "1.2.3"], null],
      ["currency", ["xusd", "usdx", "u5d"], null],
    ];
    for (const [name, values, value] of rows)
      for (const sent of values) {
        const { postback, refused } = parsed({ [name]: sent });
        expect([sent, refused, postback[name], postback.warnings.map(({ field }) => field)]).toEqual([
          ...[sent, undefined, value, [name]],
        ]);
      }
    expect(parsed({ geo: "uk", email: "a b@c.example", amount: " 5 " }).postback).toMatchObject({
      ...{ geo: "GB", email: "a+b@c.example", amount: "5", warnings: [] },
    });
  });

  test("that is invalid leaves the valid ones readable, and the first names the refusal [POST-16]", () => {
    expect(parsed({ event: "x", status: "much", txid: "T" })).toMatchObject({
      ...{ refused: "bad_event", field: "event", postback: { clickId: CLICK_ID, txid: "T" } },
    });
    expect(parsed({ clickid: undefined, test: "much" })).toMatchObject({
      refused: "missing_clickid",
      field: "clickid",
    });
    expect(parsed({ test: "much" }).postback).not.toHaveProperty("test");
  });
});

describe("the time of an event", () => {
  const time = (ts: unknown) => {
    const { postback, refused } = parsed({ ts });
    return refused ?? postback.ts;
  };

  test("is read from every form of ISO 8601 and of Unix seconds to the millisecond [POST-17]", () => {
    const read: [unknown, unknown][] = [
      [undefined, null],
      ["2026-05-20T10:20:30Z", new Date("2026-05-20T10:20:30Z")],
      ["2026-05-20t10:20:30z", new Date("2026-05-20T10:20:30Z")],
      ["2026-05-20T10:20Z", new Date("2026-05-20T10:20:00Z")],
      ["2026-05-20T10:20:30.5Z", new Date("2026-05-20T10:20:30.500Z")],
      ["2026-05-20T10:20:30,123456789Z", new Date("2026-05-20T10:20:30.123Z")],
      ["2026-05-20T10:20:30+01:30", new Date("2026-05-20T08:50:30Z")],
      ["2026-05-20T10:20:30 01:30", new Date("2026-05-20T08:50:30Z")],
      ["2026-05-20T06:20:30-0130", new Date("2026-05-20T07:50:30Z")],
      ["2026-05-20T23:59:59+15:59", new Date("2026-05-20T08:00:59Z")],
      ["2026-05-19T00:00:00Z", new Date("2026-05-19T00:00:00Z")],
      [1779271200, new Date("2026-05-20T10:00:00Z")],
      ["1779271200.25", new Date("2026-05-20T10:00:00.250Z")],
      ["1779271200.123456789", new Date("2026-05-20T10:00:00.123Z")],
      ["0", new Date("1970-01-01T00:00:00Z")],
      ["1779271200250", new Date("2026-05-20T10:00:00.250Z")],
      [RECEIVED.toISOString(), RECEIVED],
    ];
    for (const [sent, expected] of read) expect([sent, time(sent)]).toEqual([sent, expected]);
  });

  test("is refused if it cannot be read, or is more than five minutes after the receipt [POST-17]", () => {
    for (const sent of [1, 5 * MINUTE].map((ms) => at(ms).toISOString())) expect(time(sent)).toEqual(new Date(sent));
    for (const sent of [
      at(5 * MINUTE + 1).toISOString(),
      "2026-05-18T24:00:00Z",
      "2026-05-20T10:60:00Z",
      "2026-05-20T10:00:60Z",
      "2026-05-20T10:00:00+16:00",
      "2026-05-20T10:00:00+01:60",
      "2026-05-20T10:00:00",
      "2026-02-30T10:00:00Z",
      "x2026-05-20T10:00:00Z",
      "2026-05-20T10:00:00Zx",
      "2026-05-20T10:00:00.1234567890Z",
      "x1779271200",
      "1779271200x",
      "1779271200.",
      "1779271200.1234567890",
      "1779271200000000",
    ])
      expect([sent, time(sent)]).toEqual([sent, "bad_ts"]);
  });

  test("may be up to a day after the receipt if the clock was set back after the click [POST-17]", () => {
    const read = (clickedAt: number, ts: Date) =>
      parsed({ clickid: clickId(at(clickedAt).getTime()), ts: ts.toISOString() }).refused ?? "read";
    const [latest, tooLate] = [at(DAY + 5 * MINUTE), at(DAY + 5 * MINUTE + 1)];
    expect([read(SECOND, latest), read(SECOND, tooLate), read(DAY - 1, latest)]).toEqual(["read", "bad_ts", "read"]);
    const late = at(5 * MINUTE + 1);
    expect([read(0, late), read(DAY, late), read(-SECOND, late)]).toEqual(["bad_ts", "bad_ts", "bad_ts"]);
    // Only a click ID contains the time of its click.
    expect(parsed({ clickid: 7, ts: late.toISOString() })).toMatchObject({ refused: "malformed" });
    expect(parsed({ clickid: 7, ts: late.toISOString() }).postback).not.toHaveProperty("ts");
  });
});

const SITE = 3;
const OWNER = { agentId: 5, typeId: 7, companyId: 11 };
const click = (more: Partial<FoundClick> = {}): FoundClick => ({
  ...OWNER,
  ...{ id: CLICK_ID, siteId: SITE, clickedAt: at(-DAY), class: classes.ok, geo: "DE", referer: null, inForce: true },
  ...more,
});
const postback = (more: Partial<Postback> = {}): ReadablePostback => ({
  ...{ clickId: CLICK_ID, event: EVENTS.sale, status: "approved", txid: "T", reason: null, geo: "", email: null },
  ...{ ts: null, amount: null, currency: null, test: false, warnings: [] },
  ...more,
});
const assessed = (sent: Partial<Postback>, found: Partial<FoundClick> | null = {}, booked: number | null = null) =>
  assessClick(
    { postback: postback(sent), siteId: SITE, receivedAt: RECEIVED },
    { click: found ? click(found) : undefined, booked },
  );

describe("what follows from the click", () => {
  test("is refused for a click of another site, even if it was booked [POST-05]", () => {
    expect(assessed({}, { siteId: SITE + 1 }, 9)).toMatchObject({
      ...{ verdict: "refused", reason: "bad_secret", field: "secret" },
    });
  });

  test("is a duplicate of what is booked, pending without its click, and else a sale [POST-08] [POST-10]", () => {
    expect(assessed({}, {}, 0)).toEqual({ verdict: "duplicate", eventId: 0, owner: OWNER });
    expect(assessed({}, null, 9)).toEqual({ verdict: "duplicate", eventId: 9, owner: undefined });
    expect(assessed({}, null)).toMatchObject({ verdict: "held", reason: "unknown_click", field: "clickid" });
    expect(assessed({ status: "reversed" }, null)).toMatchObject({ reversed: { occurredAt: RECEIVED, txid: "T" } });
    expect(assessed({ status: "reversed", reason: "stolen_card" })).toMatchObject({
      ...{ reversed: { stolenCard: true, reason: "stolen_card" }, owner: OWNER },
    });
    expect(assessed({ geo: "FR", reason: "other" }, { referer: "https://a.example/" })).toMatchObject({
      sale: {
        agentId: OWNER.agentId,
        typeId: OWNER.typeId,
        siteId: SITE,
        geo: "FR",
        stolenCard: false,
        occurredAt: RECEIVED,
        referer: "https://a.example/",
      },
      owner: OWNER,
    });
    expect(assessed({})).toMatchObject({ sale: { geo: "DE", txid: "T", clickId: CLICK_ID, receivedAt: RECEIVED } });
  });

  const occurred = (ts: Date, clickedAt: Date | null) => {
    const next = assessed({ ts }, clickedAt && { clickedAt });
    if ("sale" in next) return next.sale.occurredAt;
    return "reason" in next ? next.reason : next;
  };

  test("happened at its own time, from its click to its receipt, with five minutes for a clock that is off [POST-17]", () => {
    const clicked = at(-DAY + 500);
    expect(occurred(at(-SECOND), clicked)).toEqual(at(-SECOND));
    expect(occurred(RECEIVED, clicked)).toEqual(RECEIVED);
    expect(occurred(at(1), clicked)).toEqual(RECEIVED);
    expect(occurred(clicked, clicked)).toEqual(clicked);
    expect(occurred(at(-DAY + 499), clicked)).toEqual(clicked);
    expect(occurred(at(-DAY + 500 - 5 * MINUTE), clicked)).toEqual(clicked);
    expect(occurred(at(-DAY + 499 - 5 * MINUTE), clicked)).toBe("bad_ts");
    expect(occurred(at(-40 * DAY), null)).toBe("unknown_click");
    expect(assessed({ ts: at(-2 * DAY) })).toMatchObject({
      ...{ verdict: "refused", reason: "bad_ts", field: "ts", owner: OWNER },
      detail: expect.stringContaining("it is 1 day before the click") as string,
    });
  });

  test("may have happened within a day before the receipt if the clock was set back after the click [POST-17]", () => {
    const later = at(SECOND);
    expect(occurred(at(-DAY + 1), later)).toEqual(at(-DAY + 1));
    expect(occurred(at(-DAY), later)).toBe("bad_ts");
    expect(occurred(at(-SECOND), at(DAY))).toBe("bad_ts");
  });
});

const PRICE = { source: "default", priceId: 1, payout: "500.00", earning: "20.00", lpp: 1 } as const;
const termsOf = (found: Partial<FoundClick>, { force, priced = true }: { force?: boolean; priced?: boolean } = {}) => {
  const input = { postback: postback(), siteId: SITE, receivedAt: RECEIVED, ...(force !== undefined && { force }) };
  const next = assessClick(input, { click: click(found), booked: null }) as PricedNext;
  const terms = { companyId: 11, flags: 3, price: priced ? PRICE : undefined };
  const { verdict, ...rest } = assessTerms(input, next, terms);
  return { verdict, reason: "reason" in rest ? rest.reason : undefined, booking: "booking" in rest && rest.booking };
};

describe("what follows from the terms", () => {
  test("is accepted up to 30 days after the click, and of a link in force [POST-12] [POST-13]", () => {
    const old = { clickedAt: at(-30 * DAY) };
    const older = { clickedAt: at(-30 * DAY - 1) };
    expect(termsOf(old)).toMatchObject({ verdict: "accepted", booking: { sign: 1, flags: 3, price: PRICE } });
    expect(termsOf(older)).toMatchObject({ verdict: "held", reason: "too_old", booking: { sign: 1 } });
    expect(termsOf({ inForce: false })).toMatchObject({ verdict: "held", reason: "suspended", booking: { sign: 1 } });
    expect(termsOf({ class: classes.suspended })).toMatchObject({ verdict: "held", reason: "suspended" });
    expect(termsOf({ class: classes.bot })).toMatchObject({ verdict: "accepted" });
    for (const found of [older, { inForce: false }])
      expect([termsOf(found, { force: true }).verdict, termsOf(found, { force: false }).verdict]).toEqual([
        ...["accepted", "held"],
      ]);
    expect([click(), click({ inForce: false }), click({ class: classes.suspended })].map(isSuspended)).toEqual([
      ...[false, true, true],
    ]);
  });

  test("is refused for a bonus that is not paid, even by force [POST-16]", () => {
    expect(termsOf({}, { priced: false, force: true })).toMatchObject({
      verdict: "refused",
      reason: "bonus_not_enabled",
    });
  });
});

test("an event is booked once by what identifies it: its transaction, else its click [POST-08]", () => {
  const of = { siteId: SITE, clickId: CLICK_ID, event: EVENTS.sale, status: "approved", txid: "T" } as const;
  const text = (key: Buffer) => key.toString("hex");
  const sha = (plain: string) => createHash("sha256").update(plain).digest("hex");
  expect(text(eventKey(of))).toBe(sha(`txid|${SITE}|0|approved|T`));
  expect(text(eventKey({ ...of, txid: null }))).toBe(sha(`click|${CLICK_ID}|0|approved`));
  expect(text(reversalKey(17))).toBe(sha("reverses|17"));
});

test("a reversal takes over the terms of its original, and the e-mail address if it has none of its own [POST-11]", () => {
  const original: Original = {
    ...{ id: 1, ...OWNER, siteId: SITE, flags: 3, event: EVENTS.bonus, occurredAt: at(-DAY), day: "2026-05-19" },
    ...{ clickId: CLICK_ID, geo: "DE", email: "a@b.example", referer: null, price: PRICE },
  };
  const details = { occurredAt: RECEIVED, receivedAt: RECEIVED, txid: "R" };
  expect(reversalOf(original, details)).toMatchObject({
    ...{ ...OWNER, sign: -1, original, price: PRICE, flags: 3, event: EVENTS.bonus, txid: "R", email: "a@b.example" },
  });
  expect(reversalOf(original, { ...details, email: "c@d.example" }).email).toBe("c@d.example");
});
