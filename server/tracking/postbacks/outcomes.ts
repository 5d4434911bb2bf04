import type { PendingReason } from "./assess";
import type { Reason } from "./parameters";
import type { Verdict } from "./record";

const REASONS: Record<PendingReason | Reason, string> = {
  unknown_click: "No click has the click ID that the site sent.",
  too_old: "The click was more than 30 days old when the site reported it.",
  suspended: "The link was not active when the site reported it, or when it was clicked.",
  no_original: "The sale that the site reversed was never reported.",
  bad_secret: "The secret was wrong or belongs to another site.",
  ip_denied: "It came from an address that the site does not allow.",
  missing_clickid: "The site did not send a click ID.",
  bad_event: "The event was not a sale, bonus or click.",
  bad_geo: "The country was not a valid two-letter code.",
  bad_ts: "The time was invalid, before the click or in the future.",
  bonus_not_enabled: "The event was a bonus, but the link pays no bonus.",
  malformed: "The site's request could not be read.",
};

const VERDICTS: Partial<Record<string, string>> & Record<Verdict, string> = {
  accepted: "It was accepted.",
  duplicate: "It was reported before and counts once.",
  held: "It is pending.",
  refused: "It was refused.",
  test: "It was a test.",
};

/** The verdict and reason of a postback as a sentence for the screens. */
export const describeOutcome = (verdict: string, reason: string | null): string => {
  const start = VERDICTS[verdict] ?? "";
  const why = (REASONS as Partial<Record<string, string>>)[reason ?? ""] ?? "";
  return [start, why].filter(Boolean).join(" ");
};
