import type { EventCode } from "../../trade/events";
import type { Day } from "../../kernel/time";
import type { Price, PriceRequest, Terms } from "./pricing";

/** Sales, bonuses and reversals before they are booked. */

export type Sale = PriceRequest & {
  clickId: string;
  txid?: string | null;
  email?: string | null;
  referer?: string | null;
  amount?: string | null;
  currency?: string | null;
  reason?: string | null;
  stolenCard?: boolean;
};

export type Booking = Sale & { companyId: number; flags: number; price: Price; sign: 1 | -1; original?: Original };

/** The fields that a reversal takes over from its original. */
export type Original = {
  id: number;
  agentId: number;
  siteId: number;
  typeId: number;
  companyId: number;
  flags: number;
  event: EventCode;
  occurredAt: Date;
  day: Day;
  clickId: string;
  geo: string;
  email: string | null;
  referer: string | null;
  price: Price;
};

/** Combines a sale with its terms; undefined for a bonus that is not paid. */
export const bookingOf = (sale: Sale, { companyId, flags, price }: Terms): Booking | undefined =>
  price && { ...sale, companyId, flags, price, sign: 1 };

export type ReversalDetails = Pick<
  Sale,
  "occurredAt" | "receivedAt" | "txid" | "email" | "amount" | "currency" | "reason"
> & {
  stolenCard?: boolean;
};

/** The reversal of an event, with the original's agent, office, type, flags and price. `book` negates the amounts. */
export function reversalOf(original: Original, details: ReversalDetails): Booking {
  const { agentId, siteId, typeId, companyId, flags, event, clickId, geo, referer, price } = original;
  const carried = { agentId, siteId, typeId, companyId, flags, event, clickId, geo, referer, price };
  return { ...details, ...carried, email: details.email ?? original.email, sign: -1, original };
}
