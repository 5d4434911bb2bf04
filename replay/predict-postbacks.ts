import type { Type } from "./choose-links";
import type { PostbackOutcome, Verdict } from "./outcome";
import { secretOf } from "./plan-purchases";

/**
 * The expected result of a postback: a verdict for each of its repetitions, and the events that it books. `spooled`: it
 * or an earlier one of the same event went to the spool, so the verdicts depend on when that was loaded.
 */
export type PredictedPostback = { outcome: PostbackOutcome; verdicts: Verdict[]; booked: Booked[]; spooled: boolean };
export type Booked = { event: "sale" | "bonus"; sign: 1 | -1; outcome: PostbackOutcome };

/**
 * A second implementation of the rules of postbacks, independent of the product: whose secret is valid, what the type
 * pays, what came before. Prices, countries and ages are not checked. The outcomes must be in the order in which they
 * were sent, and all their clicks must have an id.
 */
export function predictPostbacks(
  outcomes: readonly PostbackOutcome[],
  types: ReadonlyMap<number, Type>,
): PredictedPostback[] {
  const bookedKeys = new Set<string>();
  const pendingReversals = new Map<string, PostbackOutcome[]>();
  const inSpool = new Set<string>();
  const predict = (outcome: PostbackOutcome): Omit<PredictedPostback, "spooled"> => {
    const { postback, click } = outcome;
    const { event, reversed, secret, times } = postback;
    const repeatVerdict = (first: Verdict, rest = first) => [first, ...Array.from({ length: times - 1 }, () => rest)];
    const siteSecret = secretOf(click.link.siteId);
    if ((secret ?? siteSecret) !== siteSecret)
      return { outcome, verdicts: repeatVerdict(refused("bad_secret")), booked: [] };
    if (event === "bonus" && !types.get(click.link.typeId)?.paysBonus) {
      return { outcome, verdicts: repeatVerdict(refused("bonus_not_enabled")), booked: [] };
    }
    const key = eventKey(outcome, reversed);
    if (bookedKeys.has(key)) return { outcome, verdicts: repeatVerdict(DUPLICATE), booked: [] };
    const original = eventKey(outcome, false);
    if (reversed && !bookedKeys.has(original)) {
      pendingReversals.set(original, [...(pendingReversals.get(original) ?? []), outcome]);
      return { outcome, verdicts: repeatVerdict({ verdict: "held", reason: "no_original" }), booked: [] };
    }
    bookedKeys.add(key);
    // A reversal that arrived early is booked with its original.
    const pendingReversal = reversed ? undefined : pendingReversals.get(key)?.[0];
    if (pendingReversal) bookedKeys.add(eventKey(pendingReversal, true));
    const booked: Booked[] = [{ event, sign: reversed ? -1 : 1, outcome }];
    if (pendingReversal) booked.push({ event, sign: -1, outcome: pendingReversal });
    return { outcome, verdicts: repeatVerdict({ verdict: "accepted", reason: null }, DUPLICATE), booked };
  };
  return outcomes.map((outcome) => {
    const original = eventKey(outcome, false);
    if (outcome.answers.some(({ reason }) => reason === "spooled")) inSpool.add(original);
    return { ...predict(outcome), spooled: inSpool.has(original) };
  });
}

const DUPLICATE: Verdict = { verdict: "duplicate", reason: null };
const refused = (reason: string): Verdict => ({ verdict: "refused", reason });

/** An event is identified by site, event, status and txid; without a txid, by click, event and status. */
function eventKey({ postback, click, txid }: PostbackOutcome, reversed: boolean): string {
  const identity = txid === null ? `click ${click.id}` : `site ${click.link.siteId} txid ${txid}`;
  return `${postback.event} ${reversed ? "reversed" : "approved"} ${identity}`;
}
