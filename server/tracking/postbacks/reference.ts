import { statusOf } from "./answer-postback";
import type { PendingReason } from "./assess";
import { describeReason, REASONS } from "./outcomes";
import { EXPECTED, parsePostback, type Postback, type Reason } from "./parameters";
import type { Verdict } from "./record";
import { MAX_PER_MINUTE } from "./refusal-limit";

/** Postbacks for the people who send them, from the rules by which they are answered. */

const REQUIRED: readonly (keyof Postback)[] = ["clickId", "event"];

/** Every parameter as a site sends it, with its rule; the secret has a rule of its own. */
export const postbackParameters = Object.entries(EXPECTED).map(([name, rule]) => ({
  name: name.toLowerCase(),
  isRequired: REQUIRED.includes(name as keyof Postback),
  rule,
}));

type AnyReason = PendingReason | Reason | "spooled";

/** The parameters that a reason is about. */
const FIELDS: Record<AnyReason, readonly string[]> = {
  unknown_click: ["clickid"],
  too_old: ["clickid"],
  suspended: ["clickid"],
  no_original: ["txid"],
  spooled: [],
  missing_clickid: ["clickid"],
  bad_event: ["event"],
  bad_geo: ["geo"],
  bad_ts: ["ts"],
  malformed: ["status", "txid", "reason", "email", "amount", "currency", "test"],
  bad_secret: ["secret"],
  ip_denied: [],
  bonus_not_enabled: ["event"],
};
const PENDING: readonly AnyReason[] = ["unknown_click", "no_original", "too_old", "suspended", "spooled"];

const answer = (verdict: Verdict, reason: AnyReason | null, meaning: string) => ({
  ...{ verdict, reason, meaning },
  status: statusOf({ verdict, reason: reason ?? undefined }),
  fields: [...(reason ? FIELDS[reason] : [])],
});

/** Every answer to a postback that is decided, with its HTTP status and what it means. */
export const postbackAnswers = [
  answer("accepted", null, "The event was booked. Its number is in id."),
  answer("duplicate", null, "The event was already booked. It counts once; its number is in id."),
  answer("test", null, "The request would be accepted. Nothing was booked."),
  ...Object.keys(FIELDS).map((name) => {
    const reason = name as AnyReason;
    const meaning = reason === "spooled" ? "The request is stored and decided within minutes." : REASONS[reason];
    return answer(PENDING.includes(reason) ? "held" : "refused", reason, meaning);
  }),
];

/** Refused requests of an address within a minute; beyond them the answer is 429. */
export const MAX_REFUSALS_PER_MINUTE = MAX_PER_MINUTE;

type Stored = { verdict: string; reason: string | null; receivedAt: Date; params: Readonly<Record<string, unknown>> };

/** The parameter for which a stored postback was refused. Null if there is none, or if it can no longer be found. */
export function refusedField({ verdict, reason, receivedAt, params }: Stored): string | null {
  if (verdict !== "refused" || describeReason(reason) === "") return null;
  const parsed = parsePostback(new Map(Object.entries(params)), receivedAt);
  if (parsed.refused === reason) return parsed.field;
  const fields = FIELDS[reason as AnyReason];
  return fields.length === 1 ? (fields[0] ?? null) : null;
}
