import type { HoldReason } from "./postback-judgement";
import type { Reason } from "./postback-parameters";
import type { Verdict } from "./postback-record";

const REASONS: Record<HoldReason | Reason, string> = {
  unknown_click: "No click has the id that the site sent.",
  too_old: "The click was more than 30 days old when the site reported it.",
  suspended: "The link did not work any more when the site reported it, or when it was clicked.",
  no_original: "The sale that the site takes back was never reported.",
  bad_secret: "The site's secret was wrong, or another site's.",
  ip_denied: "It came from an address that is not one of the site's.",
  missing_clickid: "The site sent no click id.",
  bad_event: "The site sent an event that is none of sale, bonus and click.",
  bad_geo: "The site sent a country that is none.",
  bad_ts: "The site sent a time that is none, before the click or in the future.",
  bonus_not_enabled: "It was a bonus, and the link pays none.",
  malformed: "The site's request could not be read.",
};

const VERDICTS: Partial<Record<string, string>> & Record<Verdict, string> = {
  accepted: "It was accepted.",
  duplicate: "It was reported before and counts once.",
  held: "It is held.",
  refused: "It was refused.",
  test: "It was a test.",
};

/** What became of a postback, as a sentence for people. */
export const fateOf = (verdict: string, reason: string | null): string => {
  const start = VERDICTS[verdict] ?? "";
  const why = (REASONS as Partial<Record<string, string>>)[reason ?? ""] ?? "";
  return [start, why].filter(Boolean).join(" ");
};
