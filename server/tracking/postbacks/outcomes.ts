import type { PendingReason } from "./assess";
import { parsePostback, type Reason } from "./parameters";
import type { Verdict } from "./record";

/** Why a postback is pending or refused. */
export const REASONS: Record<PendingReason | Reason, string> = {
  unknown_click: "No click has the click ID that the site sent.",
  too_old: "The click was more than 30 days old when the site reported it.",
  suspended: "The link was suspended when it was clicked or when the site reported it.",
  no_original: "Reversal of a sale that we have not received.",
  bad_secret: "The secret was wrong or belongs to another site.",
  ip_denied: "It came from an address that the site does not allow.",
  missing_clickid: "The site did not send a click ID.",
  bad_event: "The event was not a sale, bonus or click.",
  bad_geo: "Unknown country code.",
  bad_ts: "Invalid time: not a date, before the click, or in the future.",
  bonus_not_enabled: "The event was a bonus, but the link pays no bonus.",
  malformed: "The request could not be read.",
};

const VERDICTS: Partial<Record<string, string>> & Record<Verdict, string> = {
  accepted: "It was accepted.",
  duplicate: "Already reported; counted once.",
  held: "It is pending.",
  refused: "It was refused.",
  test: "It was a test.",
};

type Decided = { verdict: string; reason: string | null; receivedAt: Date; params: Readonly<Record<string, unknown>> };

/** The verdict and reason of a postback as sentences. */
export const describeOutcome = (verdict: string, reason: string | null): string =>
  [VERDICTS[verdict] ?? "", describeReason(reason)].filter(Boolean).join(" ");

/** Like `describeOutcome`, for a stored postback: names the parameter that could not be read. */
export const describePostback = ({ verdict, ...decided }: Decided): string =>
  [VERDICTS[verdict] ?? "", storedReason(decided)].filter(Boolean).join(" ");

/** Why a stored postback was not booked, or that it counts once. Empty if the verdict says it all. */
export const explainVerdict = ({ verdict, ...decided }: Decided): string =>
  storedReason(decided) || (verdict === "duplicate" ? VERDICTS.duplicate : "");

/** Why a postback was not booked. Empty for an unknown reason. */
export const describeReason = (reason: string | null): string =>
  (REASONS as Partial<Record<string, string>>)[reason ?? ""] ?? "";

/** The stored parameters are those of the request, so parsing them again finds the one that was refused. */
function storedReason({ reason, receivedAt, params }: Omit<Decided, "verdict">): string {
  const { detail, refused } = parsePostback(new Map(Object.entries(params)), receivedAt);
  return reason === "malformed" && refused === reason ? `${capitalize(detail)}.` : describeReason(reason);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Refusals that lie in the request itself or in its click. */
const FINAL: readonly (string | null)[] = [
  ...(["bad_secret", "missing_clickid", "bad_event", "bad_geo", "bad_ts", "malformed"] satisfies Reason[]),
];

type Replayable = { verdict: string; reason: string | null; siteId: number | null; eventId: number | null };

/**
 * Whether a replay can change the result of a stored postback: it is pending, or refused for a reason outside of the
 * request, such as a setting of the site.
 */
export const canReplay = ({ verdict, reason, siteId, eventId }: Replayable): boolean =>
  siteId !== null && eventId === null && (verdict === "held" || (verdict === "refused" && !FINAL.includes(reason)));
