import { describe, expect, test } from "vitest";
import { classNames, classifyClick, type ClickSignals } from "../../server/tracking/clicks/classes";
import { Rate } from "../../server/tracking/clicks/visitor";

/** A click to which all classes from number `from` on apply. */
const marked = (from: number): ClickSignals => ({
  suspended: from <= 1 ? "The site is suspended." : undefined,
  blacklisted: () => (from <= 2 ? "203.0.113.0/24" : undefined),
  robot: from <= 3 ? "bot" : undefined,
  headers: from <= 4 ? { "sec-purpose": "prefetch" } : {},
  tooMany: () => from <= 5,
});

test("the first of several matching classes counts: suspended, blacklisted, bot, prefetch, rate [TRACK-10]", () => {
  const order = ["suspended", "blacklisted", "bot", "prefetch", "rate"];
  expect(order.map((_, index) => classifyClick(marked(index + 1)).class)).toEqual(order);
  expect(classifyClick(marked(6))).toEqual({ class: "ok", reason: null });
  expect([...classNames].sort()).toEqual(["ok", ...order].sort());
});

test("a request without a user agent is a robot's, with a reason of its own [TRACK-13]", () => {
  expect(classifyClick({ ...marked(6), robot: null })).toEqual({
    class: "bot",
    reason: "The request has no user agent.",
  });
});

test("a click in an earlier class does not count towards the visitor's rate [TRACK-15]", () => {
  let counted = 0;
  const tooMany = () => ++counted > 0;
  for (const from of [1, 2, 3, 4]) classifyClick({ ...marked(from), tooMany });
  expect(counted).toBe(0);
  expect(classifyClick({ ...marked(6), tooMany }).class).toBe("rate");
});

describe("a prefetch", () => {
  const plain = marked(6);
  test.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;anonymous-client-ip"],
    ["sec-purpose", "prerender"],
    ["purpose", "prefetch"],
    ["purpose", "Preview"],
    ["x-moz", "prefetch"],
  ])("is recognized by %s: %s", (name, value) => {
    expect(classifyClick({ ...plain, headers: { [name]: value } })).toEqual({
      class: "prefetch",
      reason: expect.stringContaining(name) as string,
    });
  });
  test.each([
    ["purpose", "shopping"],
    ["sec-purpose", "prefetching-nothing"],
    ["sec-fetch-purpose", "prefetch"],
  ])("is not recognized by %s: %s", (name, value) => {
    expect(classifyClick({ ...plain, headers: { [name]: value } }).class).toBe("ok");
  });
});

describe("a visitor's rate on a link", () => {
  const visitor = { high: 1, low: 2, bits: 3n };

  test("is counted separately for each agent's link [TRACK-15]", () => {
    const rate = new Rate(1, 0);
    expect([7, 8, 7, 8].map((agentId) => rate.exceeded(visitor, agentId, 1_000))).toEqual([false, false, true, true]);
  });

  test("is counted separately for each visitor, even if two visitors share half of their bits [TRACK-15]", () => {
    const rate = new Rate(1, 0);
    const visitors = [visitor, { ...visitor, high: 9 }, { ...visitor, low: 9 }, visitor];
    expect(visitors.map((each) => rate.exceeded(each, 7, 1_000))).toEqual([false, false, false, true]);
  });

  test("is forgotten after a minute, but not before fifty-five seconds [TRACK-15]", () => {
    const rate = new Rate(1, 0);
    expect(rate.exceeded(visitor, 7, 0)).toBe(false);
    expect(rate.exceeded(visitor, 7, 54_999)).toBe(true);
    expect(rate.exceeded(visitor, 7, 54_999 + 60_000)).toBe(false);
  });
});
