import { createHash } from "node:crypto";
import type { EventCode } from "../kernel/events";

export type Status = "approved" | "reversed";

export type Identity = { siteId: number; clickId: string; event: EventCode; status: Status; txid?: string | null };

const hash = (text: string) => createHash("sha256").update(text).digest();

/** The 32 bytes under which an event may be booked once: (site, event, status, txid), without txid (click, event, status). */
export function eventKey({ siteId, clickId, event, status, txid }: Identity): Buffer {
  return hash(txid ? `txid|${siteId}|${event}|${status}|${txid}` : `click|${clickId}|${event}|${status}`);
}

/** A second key of a reversal: whichever way it names its original, that is reversed once. */
export const reversalKey = (originalId: number): Buffer => hash(`reverses|${originalId}`);
