/** Why a postback is pending. */
export type PendingReason = "unknown_click" | "too_old" | "suspended" | "no_original" | "unconfirmed";

const ASK = "The event counts only if the network releases it. Please ask your contact.";

/** The next step of a pending postback, for those who sent it. A spooled one has not been decided yet. */
export const HELD: Record<PendingReason | "spooled", string> = {
  unknown_click:
    "No click has this ID yet. It may still be on its way, so we search again for ten minutes after the receipt. If it is not found, the event does not count.",
  too_old: `The click was made more than 30 days earlier. ${ASK}`,
  suspended: `The link was suspended when it was clicked, or is suspended now. ${ASK}`,
  no_original: "The sale that it takes back has not been reported yet. It is booked as soon as its sale is.",
  unconfirmed: `A pixel reported it, and everybody can call a pixel. ${ASK}`,
  spooled: "The request is stored and is decided within minutes. Do not repeat it.",
};
