import { HELD, type PendingReason } from "./held";
import { parsePostback, type Reason, ruleOf } from "./parameters";
import type { Verdict } from "./record";

/** Refusals that are no longer answered, but are in the log. */
type FormerReason = "bad_geo";

/** Why a postback is pending or refused. */
export const REASONS: Record<PendingReason | Reason | FormerReason, string> = {
  unknown_click: "No click has the click ID that the site sent.",
  too_old: "The click was more than 30 days old when the site reported it.",
  suspended: "The link was suspended when it was clicked or when the site reported it.",
  no_original: "Reversal of a sale that we have not received.",
  unconfirmed: "The pixel of the site reported it. It waits for a superadmin to confirm it.",
  bad_secret: "The secret was wrong or belongs to another site.",
  ip_denied: "It came from an address that the site does not allow.",
  page_denied: "The pixel was called by a page that is not the site's.",
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

type Decided = {
  verdict: string;
  reason: string | null;
  detail: string | null;
  receivedAt: Date;
  params: Readonly<Record<string, unknown>>;
};

/** The verdict and reason of a postback as sentences. */
export const describeOutcome = (verdict: string, reason: string | null): string =>
  [VERDICTS[verdict] ?? "", describeReason(reason)].filter(Boolean).join(" ");

/** The verdict that a stored test would have got, as a sentence. */
export function describeTest(reason: string | null, eventId: number | null): string {
  if (eventId !== null) return "It would be a duplicate.";
  if (reason === null) return "It would be accepted.";
  return reason in HELD ? "It would be pending." : "It would be refused.";
}

/** Like `describeOutcome`, for a stored postback: gives the answer that its refusal had. */
export const describePostback = ({ verdict, ...decided }: Decided): string =>
  [VERDICTS[verdict] ?? "", storedReason(verdict, decided)].filter(Boolean).join(" ");

/** Why a stored postback was not booked, or that it counts once. Empty if the verdict says it all. */
export const explainVerdict = ({ verdict, ...decided }: Decided): string =>
  verdict === "duplicate" ? describePostback({ verdict, ...decided }) : storedReason(verdict, decided);

/** Why a postback was not booked. Empty for an unknown reason. */
export const describeReason = (reason: string | null): string =>
  (REASONS as Partial<Record<string, string>>)[reason ?? ""] ?? "";

/** The explanation of a pending one is for the site; people of the network read why it is pending. */
function storedReason(verdict: string, { reason, detail, receivedAt, params }: Omit<Decided, "verdict">): string {
  if (detail !== null && verdict !== "held") return capitalized(detail);
  if (reason !== "malformed") return describeReason(reason);
  // Former versions stored no explanation, but parsing the parameters again finds the one that was refused.
  const { refused, field } = parsePostback(new Map(Object.entries(params)), receivedAt);
  return refused === reason ? `${capitalized(ruleOf(field))}.` : describeReason(reason);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Refusals that lie in the request itself or in its click. */
const FINAL: readonly (string | null)[] = [
  ...(["bad_secret", "missing_clickid", "bad_event", "bad_ts"] satisfies Reason[]),
];
/** Refusals of these parameters are in the log, but nothing is refused for them today. */
const REFUSED_ONCE: readonly (string | null)[] = ["malformed", "bad_geo"];
const SIDE_DATA = ["geo", "email", "amount", "currency"];

type Replayable = {
  verdict: string;
  reason: string | null;
  siteId: number | null;
  eventId: number | null;
  receivedAt?: Date;
  params?: Readonly<Record<string, unknown>>;
};

/**
 * Whether a replay can change the result of a stored postback: it is pending, or refused for a reason outside of the
 * request, such as a setting of the site, or for a parameter that is accepted today.
 */
export function canReplay({
  verdict,
  reason,
  siteId,
  eventId,
  receivedAt = new Date(0),
  params = {},
}: Replayable): boolean {
  if (siteId === null || eventId !== null) return false;
  if (verdict === "held") return true;
  if (verdict !== "refused" || FINAL.includes(reason)) return false;
  if (!REFUSED_ONCE.includes(reason)) return true;
  const hadSideData = SIDE_DATA.some((name) => name in params);
  return hadSideData && !parsePostback(new Map(Object.entries(params)), receivedAt).refused;
}
