import { now } from "../../kernel/time/now";
import { type Day, dayOf } from "../../kernel/time";
import type { Client } from "../../kernel/database/sql";
import { BOOK, lineOf } from "./booking-statement";
import { type Correction, frozenPesos, writeCorrections } from "./corrections";
import { lockPayPeriods, nextOpenDay } from "./pay-period-state";
import { termsOf } from "./pricing";
import { type Booking, bookingOf, type Sale } from "./sale";

/** Books events. Rows of `sale_events` and their measures are created only here. */

/** One of the events is already booked. The caller must roll back what the transaction has done so far. */
export class AlreadyBooked extends Error {}

/**
 * Plans sales with the office of their own time and the price and flags of their receipt. Throws for a bonus that is
 * not paid.
 */
export async function plan(client: Client, sales: readonly Sale[]): Promise<Booking[]> {
  const terms = await termsOf(client, sales);
  return sales.map((sale, i) => {
    const saleTerms = terms[i];
    const booking = saleTerms && bookingOf(sale, saleTerms);
    if (!booking) throw new Error(`Type ${sale.typeId} pays no bonus.`);
    return booking;
  });
}

/**
 * Books events in the open transaction (READ COMMITTED): keys, rows and measures in one statement, in the order given.
 * The day is the New York day of the event's own time. If that day is in a closed pay period, it is the day of receipt;
 * if that is closed too because the event was pending so long, it is today, or the first day of the next open period.
 * It is never a day of a closed period. A correction also gets its ledger line. Returns the events' IDs in the order
 * given. Throws AlreadyBooked if one of them is already booked.
 */
export async function book(client: Client, bookings: readonly Booking[]): Promise<number[]> {
  const today = dayOf(now());
  const candidateDays = ({ occurredAt, receivedAt }: Booking): Day[] => [dayOf(occurredAt), dayOf(receivedAt), today];
  const days = bookings.flatMap((booking) => [...candidateDays(booking), booking.original?.day ?? today]);
  const isClosed = await lockPayPeriods(client, new Set(days));
  const lines: ReturnType<typeof lineOf>[] = [];
  const corrections: Correction[] = [];
  for (const booking of bookings) {
    const day = candidateDays(booking).find((choice) => !isClosed(choice)) ?? (await nextOpenDay(client, today));
    const { original } = booking;
    const frozen = original && isClosed(original.day) ? await frozenPesos(client, original) : undefined;
    lines.push(lineOf(lines.length, booking, day, frozen?.pesos));
    if (frozen) corrections.push({ ...booking, day, frozen });
  }
  const { rows } = await client.query<{ n: number; id: number }>({ ...BOOK, values: [JSON.stringify(lines)] });
  if (rows.length !== lines.length) throw new AlreadyBooked("An event is already booked.");
  await writeCorrections(client, corrections);
  return rows.sort((a, b) => a.n - b.n).map(({ id }) => Number(id));
}
