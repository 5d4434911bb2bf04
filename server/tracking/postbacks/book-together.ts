import { DAY_MS } from "../../kernel/periods/durations";
import { dayOf, payPeriodId } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { isUnreachable, runAfterCommitCallbacks } from "../../kernel/database/transactions";
import type { Client } from "../../kernel/database/sql";
import { BOOK_WITH_REQUESTS, lineOf } from "../sales/booking-statement";
import type { Booking } from "../sales/booking";
import { closedPeriods, lockPeriods } from "../sales/pay-period-state";
import { termsOf } from "../sales/pricing";
import { releaseReversals } from "./acceptance";
import { admit, knownSiteOf } from "./admit";
import { assessClick, assessTerms, isSuspended, type PricedNext } from "./assess";
import type { PostbackInput } from "./decide";
import { eventKey } from "./keys";
import { lookUpClicks } from "./look-up-click";
import { parsePostback, type Postback } from "./parameters";
import { type Outcome, type Request, requestColumns } from "./record";

// SQL by hand: hot path, prepared by name: finds out whether a pending reversal may belong to one of several sales.

/**
 * Nearly all postbacks report a new sale of the current pay period. Those that arrive together are booked together, in
 * four round trips and one COMMIT. Whatever differs from that in any respect is left to `decide`.
 */

export type Undecided = { request: Request; input: PostbackInput };

type Candidate<T> = { of: T; request: Request; postback: Postback; siteId: number; secretHash: Buffer };
type Bookable<T> = Candidate<T> & { outcome: Outcome; booking: Booking; clickedAt: Date };

/**
 * Books the new sales among the postbacks and returns their outcomes. A postback without one has not been touched.
 * Throws the database's errors; then none is booked, unless the connection was lost during the COMMIT.
 */
export async function bookTogether<T extends Undecided>(
  client: Client,
  postbacks: readonly T[],
): Promise<Map<T, Outcome>> {
  const bookable = await assessTogether(client, candidatesAmong(postbacks));
  const outcomes = new Map<T, Outcome>();
  if (bookable.length === 0) return outcomes;
  const eventIds = await bookInTransaction(client, bookable);
  bookable.forEach(({ of, outcome }, n) => {
    const eventId = eventIds.get(n);
    if (eventId !== undefined) outcomes.set(of, { ...outcome, eventId });
  });
  return outcomes;
}

/** The readable sales and bonuses with a secret that was seen before; only the first of several with the same key. */
function candidatesAmong<T extends Undecided>(postbacks: readonly T[]): Candidate<T>[] {
  const keys = new Set<string>();
  return postbacks.flatMap((of) => {
    const { request, input } = of;
    const { params, secretHash, unreadable } = input;
    const siteId = secretHash && !unreadable ? knownSiteOf(secretHash) : undefined;
    if (!secretHash || siteId === undefined) return [];
    const { postback, refused } = parsePostback(params, request.receivedAt);
    if (refused || postback.test || postback.status === "reversed" || postback.reason === "stolen_card") return [];
    const key = eventKey({ ...postback, siteId }).toString("hex");
    if (keys.has(key)) return [];
    keys.add(key);
    return [{ of, request, postback, siteId, secretHash }];
  });
}

/** The candidates that are accepted, with their prices. */
async function assessTogether<T>(client: Client, candidates: readonly Candidate<T>[]): Promise<Bookable<T>[]> {
  if (candidates.length === 0) return [];
  const senders = candidates.map(({ request: { ip, receivedAt }, secretHash }) => ({ secretHash, ip, receivedAt }));
  const [admissions, found] = await Promise.all([admit(client, senders), lookUpClicks(client, candidates)]);
  const today = payPeriodId(dayOf(now()));
  const isOfToday = (time: Date) => payPeriodId(dayOf(time)) === today;
  const assessed = candidates.flatMap((candidate, i) => {
    const [admission, at] = [admissions[i], found[i]];
    if (!admission?.admitted || admission.siteId !== candidate.siteId || !at?.click || isSuspended(at.click)) return [];
    const input = { ...candidate, receivedAt: candidate.request.receivedAt };
    const next = assessClick(input, at);
    return "sale" in next && isOfToday(next.sale.occurredAt) && isOfToday(input.receivedAt)
      ? [{ candidate, input, next }]
      : [];
  });
  if (assessed.length === 0) return [];
  const terms = await termsOf(
    client,
    assessed.map(({ next }) => next.sale),
  );
  return assessed.flatMap(({ candidate, input, next }, i) =>
    bookableOf(candidate, next, assessTerms(input, next, terms[i])),
  );
}

function bookableOf<T>(
  candidate: Candidate<T>,
  { click }: PricedNext,
  assessment: ReturnType<typeof assessTerms>,
): Bookable<T>[] {
  if (assessment.verdict !== "accepted") return [];
  const { siteId, postback } = candidate;
  const outcome = { ...assessment, siteId, postback };
  return [{ ...candidate, outcome, booking: assessment.booking, clickedAt: click.clickedAt }];
}

/**
 * Books the sales in one transaction. Returns the event IDs by position, without those that another connection booked
 * meanwhile; none at all if the pay period has been closed.
 */
async function bookInTransaction<T>(client: Client, bookable: readonly Bookable<T>[]): Promise<Map<number, number>> {
  const lines = bookable.map(({ booking, request, postback }, n) => ({
    ...lineOf(n, booking, dayOf(booking.occurredAt)),
    ...requestColumns(request, postback),
  }));
  const periods = [...new Set(lines.map(({ day }) => payPeriodId(day)))];
  try {
    // Sent at once, so that the five take one round trip. Each sees what was committed before it began: the pay period
    // is read after its lock has been taken.
    const [, , { rows }, closed, mayBeReversed] = await Promise.all([
      client.query("BEGIN"),
      lockPeriods(client, periods),
      client.query<{ n: number; id: number }>({ ...BOOK_WITH_REQUESTS, values: [JSON.stringify(lines)] }),
      closedPeriods(client, periods),
      hasPendingReversals(client, bookable),
    ]);
    if (closed.length > 0) {
      await client.query("ROLLBACK");
      return new Map();
    }
    const ids = new Map(rows.map(({ n, id }) => [n, Number(id)]));
    if (mayBeReversed)
      for (const [n, { booking }] of bookable.entries()) if (ids.has(n)) await releaseReversals(client, booking);
    await client.query("COMMIT");
    await runAfterCommitCallbacks(client);
    return ids;
  } catch (error) {
    if (!isUnreachable(error)) await client.query("ROLLBACK");
    throw error;
  }
}

const MAY_BE_REVERSED = {
  name: "may-be-reversed",
  text: `
    SELECT EXISTS (
      SELECT 1 FROM postbacks
      WHERE verdict = 'held' AND status = 'reversed' AND received_at >= $4::timestamptz
        AND (click_id = ANY($1::uuid[]) OR (site_id = ANY($2::integer[]) AND txid = ANY($3::text[])))) AS found`,
};

/**
 * Whether a pending reversal may belong to one of the sales. A reversal is received after the click of its sale, or
 * within a day before if the clock was set back; the bound limits the plan to the months since.
 */
async function hasPendingReversals<T>(client: Client, sales: readonly Bookable<T>[]): Promise<boolean> {
  const oldest = Math.min(...sales.map(({ clickedAt }) => clickedAt.getTime()));
  const values = [
    sales.map(({ postback }) => postback.clickId),
    [...new Set(sales.map(({ siteId }) => siteId))],
    sales.flatMap(({ postback }) => postback.txid ?? []),
    new Date(oldest - DAY_MS).toISOString(),
  ];
  const { rows } = await client.query<{ found: boolean }>({ ...MAY_BE_REVERSED, values });
  return rows[0]?.found ?? true;
}
