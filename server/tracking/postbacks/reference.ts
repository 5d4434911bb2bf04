import { statusOf } from "./response";
import type { PendingReason } from "./held";
import { HELD } from "./held";
import { REASONS } from "./outcomes";
import { EXPECTED, type Postback, type Reason } from "./parameters";
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
  unconfirmed: [],
  spooled: [],
  missing_clickid: ["clickid"],
  bad_event: ["event"],
  bad_ts: ["ts"],
  malformed: ["status", "txid", "reason", "test"],
  bad_secret: ["secret"],
  ip_denied: [],
  page_denied: [],
  bonus_not_enabled: ["event"],
};
const isPending = (reason: AnyReason): reason is PendingReason => reason in HELD;

const answer = (verdict: Verdict, reason: AnyReason | null, meaning: string) => ({
  ...{ verdict, reason, meaning },
  status: statusOf({ verdict, reason: reason ?? undefined }),
  fields: [...(reason ? FIELDS[reason] : [])],
});

/** Every answer to a postback that is decided, with its HTTP status and what it means. */
export const postbackAnswers = [
  answer("accepted", null, "The event was booked. Its number is in id."),
  answer(
    "duplicate",
    null,
    "The event was already booked. It counts once; its number is in id. If this is another event, detail says in what it differs from the first.",
  ),
  answer("test", null, "Nothing was booked. wouldBe is the verdict that the request would have got."),
  ...Object.keys(FIELDS).map((name) => {
    const reason = name as AnyReason;
    if (reason === "spooled") return answer("held", reason, HELD[reason]);
    return isPending(reason)
      ? answer("held", reason, `${REASONS[reason]} ${HELD[reason]}`)
      : answer("refused", reason, REASONS[reason]);
  }),
];

/** Refused requests of an address within a minute; beyond them the answer is 429. */
export const MAX_REFUSALS_PER_MINUTE = MAX_PER_MINUTE;
