import { DAY_MS } from "../../kernel/time/durations";
import { dayOf } from "../../kernel/time";
import { payPeriodId } from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { isUnreachable, runAfterCommitCallbacks } from "../../kernel/database/transactions";
import type { Client } from "../../kernel/database/sql";
import { BOOK_WITH_REQUESTS, lineOf } from "../sales/booking-statement";
import type { Booking } from "../sales/sale";
import { closedPeriods, lockPeriods } from "../sales/pay-period-state";
import { termsOf } from "../sales/pricing";
import { releaseReversals } from "./acceptance";
import { admit, knownSiteOf } from "./admit";
import { assessClick, assessTerms, isSuspended, type PricedNext } from "./assess";
import type { PostbackInput } from "./decide";
import { differencesOf } from "./duplicates";
import { lookUpClicks } from "./look-up-click";
import { parsePostback, type ReadablePostback } from "./parameters";
import { type Outcome, recordAll, type Request, requestColumns } from "./record";

/**
 * Nearly all postbacks report a new sale of the current pay period, or one that was reported before. Those that arrive
 * together are decided together, in four round trips and one COMMIT. Whatever differs from that in any respect is left
 * to `decide`.
 */

export type Undecided = { request: Request; input: PostbackInput };

type Candidate<T> = { of: T; request: Request; postback: ReadablePostback; siteId: number; secretHash: Buffer };
type Priceable<T> = Candidate<T> & { next: PricedNext };
type Bookable<T> = Candidate<T> & { outcome: Outcome; booking: Booking; clickedAt: Date };

/**
 * Books the new sales among the postbacks, records the duplicates, and returns the outcomes of both. A postback without
 * an outcome has not been touched. Throws the database's errors; what it had decided until then may be stored.
 */
export async function bookTogether<T extends Undecided>(
  client: Client,
  postbacks: readonly T[],
): Promise<Map<T, Outcome>> {
  const outcomes = new Map<T, Outcome>();
  const candidates = candidatesAmong(postbacks);
  if (candidates.length === 0) return outcomes;
  const { duplicates, priceable } = await assessTogether(client, candidates);
  if (duplicates.length > 0) {
    const differences = await differencesOf(
      client,
      duplicates.map(({ outcome, ...duplicate }) => ({ ...duplicate, eventId: outcome.eventId })),
    );
    const explained = duplicates.map(({ outcome, ...of }, i) => ({
      ...of,
      outcome: { ...outcome, detail: differences[i] },
    }));
    await recordAll(client, explained);
    for (const { of, outcome } of explained) outcomes.set(of, outcome);
  }
  const bookable = await priceTogether(client, priceable);
  const eventIds = bookable.length > 0 ? await bookInTransaction(client, bookable) : undefined;
  bookable.forEach(({ of, outcome }, n) => {
    const eventId = eventIds?.get(n);
    if (eventId !== undefined) outcomes.set(of, { ...outcome, eventId });
  });
  return outcomes;
}

/** The readable sales and bonuses with a secret that was seen before. */
const candidatesAmong = <T extends Undecided>(postbacks: readonly T[]): Candidate<T>[] =>
  postbacks.flatMap((of) => {
    const { request, input } = of;
    const { params, secretHash, unreadable } = input;
    const siteId = secretHash && !unreadable ? knownSiteOf(secretHash) : undefined;
    if (!secretHash || siteId === undefined || request.pixelHost !== undefined) return [];
    const { postback, refused } = parsePostback(params, request.receivedAt);
    if (refused || postback.test || postback.status === "reversed" || postback.reason === "stolen_card") return [];
    return [{ of, request, postback, siteId, secretHash }];
  });

type Repeated = Outcome & { eventId: number };
type Assessed<T> = { duplicates: (Candidate<T> & { outcome: Repeated })[]; priceable: Priceable<T>[] };

/** The duplicates among the candidates, and the new sales of the current pay period. */
async function assessTogether<T>(client: Client, candidates: readonly Candidate<T>[]): Promise<Assessed<T>> {
  const senders = candidates.map(({ request: { ip, receivedAt }, secretHash }) => ({ secretHash, ip, receivedAt }));
  const [admissions, found] = await Promise.all([admit(client, senders), lookUpClicks(client, candidates)]);
  const today = payPeriodId(dayOf(now()));
  const isOfToday = (time: Date) => payPeriodId(dayOf(time)) === today;
  const assessed: Assessed<T> = { duplicates: [], priceable: [] };
  for (const [i, candidate] of candidates.entries()) {
    const [admission, clickAndEvent] = [admissions[i], found[i]];
    const { siteId, postback, request } = candidate;
    if (!admission?.admitted || admission.siteId !== siteId || !clickAndEvent?.click) continue;
    const next = assessClick({ ...candidate, receivedAt: request.receivedAt }, clickAndEvent);
    if ("eventId" in next) {
      assessed.duplicates.push({ ...candidate, outcome: { ...next, siteId, postback } });
    }
    if (!("sale" in next) || isSuspended(clickAndEvent.click)) continue;
    if (isOfToday(next.sale.occurredAt) && isOfToday(request.receivedAt))
      assessed.priceable.push({ ...candidate, next });
  }
  return assessed;
}

/** The sales that are accepted, with their prices. */
async function priceTogether<T>(client: Client, priceable: readonly Priceable<T>[]): Promise<Bookable<T>[]> {
  if (priceable.length === 0) return [];
  const terms = await termsOf(
    client,
    priceable.map(({ next }) => next.sale),
  );
  return priceable.flatMap(({ next, ...candidate }, i) => {
    const { siteId, postback, request } = candidate;
    const assessment = assessTerms({ ...candidate, receivedAt: request.receivedAt }, next, terms[i]);
    if (assessment.verdict !== "accepted") return [];
    const outcome = { ...assessment, siteId, postback };
    return [{ ...candidate, outcome, booking: assessment.booking, clickedAt: next.click.clickedAt }];
  });
}

/**
 * Books the sales in one transaction. Returns the event IDs by position. A sale that repeats another one of the batch,
 * or that another connection booked meanwhile, has none; if the pay period has been closed, no sale has.
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
  name: "may-be-settled",
  text: `
    SELECT EXISTS (
      SELECT 1 FROM postbacks
      WHERE verdict = 'held' AND (status = 'reversed' OR pixel_host IS NOT NULL)
        AND received_at >= $4::timestamptz AND received_at < $5::timestamptz
        AND (click_id = ANY($1::uuid[]) OR (site_id = ANY($2::integer[]) AND txid = ANY($3::text[])))) AS found`,
};

/**
 * Whether a pending reversal, or what a pixel reported, may belong to one of the sales. Either is received after the click of its sale and
 * before now, give or take a day for a clock that was set back; the bounds limit the plan to these months.
 */
async function hasPendingReversals<T>(client: Client, sales: readonly Bookable<T>[]): Promise<boolean> {
  const oldest = Math.min(...sales.map(({ clickedAt }) => clickedAt.getTime()));
  const newest = Math.max(...sales.map(({ request }) => request.receivedAt.getTime()));
  const values = [
    sales.map(({ postback }) => postback.clickId),
    [...new Set(sales.map(({ siteId }) => siteId))],
    sales.flatMap(({ postback }) => postback.txid ?? []),
    new Date(oldest - DAY_MS).toISOString(),
    new Date(newest + DAY_MS).toISOString(),
  ];
  const { rows } = await client.query<{ found: boolean }>({ ...MAY_BE_REVERSED, values });
  return rows[0]?.found ?? true;
}
