import { type History, type Measure, WEEK } from "./history";
import { atLeast, atMost } from "./statistics";
import { CONVERSION, DOMAIN, INSTANT, REFUSED, REVERSALS, SILENT } from "./thresholds";

/**
 * The rules of signals: figures in, a verdict out. A signal opens at a fault and closes once it is clear; between the two,
 * an open one stays open and a closed one closed.
 */

/** `since` is in hours since 1970. `of` is what the observed ones are a part of: postbacks, uniques or sales. */
export type Fault = { state: "fault"; since: number; observed: number; expected: number; of?: number };
export type Verdict = Fault | { state: "clear" } | { state: "unclear" };

const CLEAR: Verdict = { state: "clear" };
const UNCLEAR: Verdict = { state: "unclear" };

/** No clicks, or no sales: `last` is the moment of the last one. Only hours that were observed since then count. */
export function silent(history: History, measure: "clicks" | "sales", last: number | undefined, now: number): Verdict {
  const from = last === undefined ? undefined : history.observedSince(last);
  const expected = from === undefined ? undefined : usualAtPresentLevel(history, measure, from, now);
  if (last !== undefined && expected !== undefined && expected >= SILENT[measure].expected)
    return { state: "fault", since: last, observed: 0, expected };
  for (const window of SILENT.windows) {
    const usual = history.usual(measure, now - window, now) ?? 0;
    if (usual < SILENT.closingExpected) continue;
    const observed = history.sum(measure, now - window, now);
    if (observed !== undefined) return observed >= usual * SILENT.closingShare ? CLEAR : UNCLEAR;
  }
  // Silence has become usual.
  return CLEAR;
}

/** A site that sells less than it did is expected to sell less: the level of the week before the silence. */
function usualAtPresentLevel(history: History, measure: "clicks" | "sales", from: number, to: number) {
  const usual = history.usual(measure, from, to);
  if (usual === undefined) return undefined;
  const [week, usualWeek = 0] = [history.sum(measure, from - WEEK, from), history.usual(measure, from - WEEK, from)];
  return week === undefined || usualWeek === 0 ? usual : usual * Math.min(1, week / usualWeek);
}

/** The share of postbacks that are refused. */
export const refused = (history: History, now: number): Verdict =>
  shareRule(history, now, { part: "refused", whole: "postbacks", ...REFUSED });

/** The share of sales that are reversed later. They often come together, so they are compared with the same hours of a week, too. */
export const reversals = (history: History, now: number): Verdict =>
  shareRule(history, now, { part: "reversals", whole: "sales", ...REVERSALS });

type ShareRule = (typeof REFUSED | typeof REVERSALS) & { part: Measure; whole: Measure };

function shareRule(history: History, now: number, rule: ShareRule): Verdict {
  const { part, whole, windows, least, leastShare, factor, margin, chance, perWeek, closingFactor, closingSpare } =
    rule;
  let closing: Verdict | undefined;
  for (const window of windows) {
    const from = now - window;
    const share = history.usualShare(part, whole, from, perWeek);
    const [observed, of] = [history.sum(part, from, now), history.sum(whole, from, now)];
    if (share === undefined) return closing ?? CLEAR;
    if (observed === undefined || of === undefined) {
      closing ??= UNCLEAR;
      continue;
    }
    const all = Math.max(of, history.usual(whole, from, now) ?? 0);
    const expected = Math.max(all * Math.max(share, leastShare), history.usual(part, from, now) ?? 0);
    if (observed >= least && observed >= factor * expected && atLeast(observed, margin * expected) < chance)
      return { state: "fault", since: from, observed, expected, of };
    // A longer window may still have the fault, but it is over.
    if (all >= perWeek && observed <= closingFactor * expected + closingSpare) return CLEAR;
    if (all >= perWeek) closing = UNCLEAR;
  }
  return closing ?? CLEAR;
}

/** Sales per unique click. No sales at all are a silence. */
export function conversion(history: History, now: number): Verdict {
  const { windows, low, high, margin, chance, perWeek, closingLow, closingHigh, closingExpected } = CONVERSION;
  let closing: Verdict | undefined;
  for (const window of windows) {
    const from = now - window;
    const share = history.usualShare("sales", "uniques", from, perWeek);
    const [observed, of] = [history.sum("sales", from, now), history.sum("uniques", from, now)];
    if (share === undefined) return closing ?? CLEAR;
    if (observed === undefined || of === undefined) {
      closing ??= UNCLEAR;
      continue;
    }
    const expected = of * share;
    // A change that is over by now opens nothing: the last part of the window differs, too.
    const lately = now - window / 3;
    const [soldLately = 0, expectedLately] = [
      history.sum("sales", lately, now),
      (history.sum("uniques", lately, now) ?? 0) * share,
    ];
    const isLow =
      observed > 0 &&
      observed <= low * expected &&
      soldLately <= closingLow * expectedLately &&
      atMost(observed, expected / margin) < chance;
    const isHigh =
      observed >= high * expected &&
      soldLately >= closingHigh * expectedLately &&
      atLeast(observed, expected * margin) < chance;
    if (expected >= CONVERSION.expected && (isLow || isHigh))
      return { state: "fault", since: from, observed, expected, of };
    const isUsual = observed >= closingLow * expected && observed <= closingHigh * expected;
    if (expected >= closingExpected && isUsual) return CLEAR;
    if (expected >= closingExpected) closing = UNCLEAR;
  }
  return closing ?? CLEAR;
}

/** Sales of an agent, or of all of them together, and how many of them followed their click at once. */
export type InstantSales = { sales: number; instant: number };

/** Sales at once after their click, compared with the share of all other agents. */
export function instant(agent: InstantSales, all: InstantSales, now: number): Verdict {
  const { least, share, leastShare, chance, window, closingShare } = INSTANT;
  const others = { sales: all.sales - agent.sales, instant: all.instant - agent.instant };
  const usual = Math.max(others.sales > 0 ? others.instant / others.sales : 0, leastShare);
  const expected = agent.sales * usual;
  const isFault = agent.instant >= least && agent.instant >= share * agent.sales;
  if (isFault && atLeast(agent.instant, expected) < chance)
    return { state: "fault", since: now - window, observed: agent.instant, expected, of: agent.sales };
  return agent.instant < closingShare * agent.sales || agent.instant < 2 ? CLEAR : UNCLEAR;
}

export type LastSeen = { clicks: number | undefined; sales: number | undefined };
export const SITE_KINDS = ["silent", "refused", "conversion", "reversals"] as const;
type Quiet = "clicks" | "sales";
export type SiteVerdicts = Record<(typeof SITE_KINDS)[number], Verdict> & { measure: Quiet };

/**
 * The verdicts about a site. `opened` is the measure of its open signal of silence. A changed conversion is a consequence of
 * silence and of refused postbacks, not a fault of its own.
 */
export function siteVerdicts(history: History, last: LastSeen, now: number, opened: Quiet = "clicks"): SiteVerdicts {
  const quiet = {
    clicks: silent(history, "clicks", last.clicks, now),
    sales: silent(history, "sales", last.sales, now),
  };
  const measure = (["clicks", "sales"] as const).find((one) => quiet[one].state === "fault") ?? opened;
  const refusals = refused(history, now);
  const changed = conversion(history, now);
  const isExplained = quiet[measure].state === "fault" || refusals.state !== "clear";
  return {
    silent: quiet[measure],
    refused: refusals,
    conversion: changed.state === "fault" && isExplained ? UNCLEAR : changed,
    reversals: reversals(history, now),
    measure,
  };
}

/** Accounts that are paid to the same destination, by its lowest account. */
export const destinations = (groups: readonly (readonly number[])[]): Map<number, readonly number[]> =>
  new Map(groups.filter(({ length }) => length > 1).map((accounts) => [Math.min(...accounts), accounts]));

/** `failures` in a row; the first was at `since`. */
export function domain({ failures, since }: { failures: number; since: number }): Verdict {
  if (failures === 0) return CLEAR;
  return failures < DOMAIN.failures ? UNCLEAR : { state: "fault", since, observed: failures, expected: 0 };
}
