import type { Type } from "./choose-links";
import type { PostbackOutcome, Verdict } from "./outcome";
import { secretOf } from "./plan-purchases";

/**
 * The expected result of a postback: a verdict for each of its repetitions, and the events that it books. `spooled`: it
 * or an earlier one of the same event went to the spool, so the verdicts depend on when that was loaded.
 */
export type Judged = { outcome: PostbackOutcome; verdicts: Verdict[]; booked: Booked[]; spooled: boolean };
export type Booked = { event: "sale" | "bonus"; sign: 1 | -1; outcome: PostbackOutcome };

/**
 * A second implementation of the rules of postbacks, independent of the product: whose secret is valid, what the type
 * pays, what came before. Prices, countries and ages are not checked. The outcomes must be in the order in which they
 * were sent, and all their clicks must have an id.
 */
export function judgePostbacks(outcomes: readonly PostbackOutcome[], types: ReadonlyMap<number, Type>): Judged[] {
  const known = new Set<string>();
  const held = new Map<string, PostbackOutcome[]>();
  const inSpool = new Set<string>();
  const judgedOf = (outcome: PostbackOutcome): Omit<Judged, "spooled"> => {
    const { postback, click } = outcome;
    const { event, reversed, secret, times } = postback;
    const answers = (first: Verdict, rest = first) => [first, ...Array.from({ length: times - 1 }, () => rest)];
    const right = secretOf(click.link.siteId);
    if ((secret ?? right) !== right) return { outcome, verdicts: answers(refused("bad_secret")), booked: [] };
    if (event === "bonus" && !types.get(click.link.typeId)?.paysBonus) {
      return { outcome, verdicts: answers(refused("bonus_not_enabled")), booked: [] };
    }
    const own = keyOf(outcome, reversed);
    if (known.has(own)) return { outcome, verdicts: answers(DUPLICATE), booked: [] };
    const original = keyOf(outcome, false);
    if (reversed && !known.has(original)) {
      held.set(original, [...(held.get(original) ?? []), outcome]);
      return { outcome, verdicts: answers({ verdict: "held", reason: "no_original" }), booked: [] };
    }
    known.add(own);
    // A reversal that arrived early is booked with its original.
    const waiting = reversed ? undefined : held.get(own)?.[0];
    if (waiting) known.add(keyOf(waiting, true));
    const booked: Booked[] = [{ event, sign: reversed ? -1 : 1, outcome }];
    if (waiting) booked.push({ event, sign: -1, outcome: waiting });
    return { outcome, verdicts: answers({ verdict: "accepted", reason: null }, DUPLICATE), booked };
  };
  return outcomes.map((outcome) => {
    const original = keyOf(outcome, false);
    if (outcome.answers.some(({ reason }) => reason === "spooled")) inSpool.add(original);
    return { ...judgedOf(outcome), spooled: inSpool.has(original) };
  });
}

const DUPLICATE: Verdict = { verdict: "duplicate", reason: null };
const refused = (reason: string): Verdict => ({ verdict: "refused", reason });

/** An event is identified by site, event, status and txid; without a txid, by click, event and status. */
function keyOf({ postback, click, txid }: PostbackOutcome, reversed: boolean): string {
  const whose = txid === null ? `click ${click.id}` : `site ${click.link.siteId} txid ${txid}`;
  return `${postback.event} ${reversed ? "reversed" : "approved"} ${whose}`;
}
