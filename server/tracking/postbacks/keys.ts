import { createHash } from "node:crypto";
import type { EventCode } from "../../trade/events";

export type Status = "approved" | "reversed";

export type Identity = { siteId: number; clickId: string; event: EventCode; status: Status; txid?: string | null };

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * The 32-byte key under which an event can be booked only once: (site, event, status, txid), or (click, event, status)
 * without a txid.
 */
export function eventKey({ siteId, clickId, event, status, txid }: Identity): Buffer {
  return hash(txid ? `txid|${siteId}|${event}|${status}|${txid}` : `click|${clickId}|${event}|${status}`);
}

/** A second key of a reversal, so that an original is reversed only once, however the reversal identifies it. */
export const reversalKey = (originalId: number): Buffer => hash(`reverses|${originalId}`);
