import type { Link } from "./choose-links";
import type { ClickClass } from "./classify";
import type { Click, Postback } from "./recording";

/** What a server made of the entries of a recording. A status of 0 is no answer at all. */
export type ClickOutcome = {
  click: Click;
  link: Link;
  expected: ClickClass;
  status: number;
  /** The click's id out of the redirect; null without one. */
  id: string | null;
};

export type Verdict = { verdict: string; reason: string | null };
export type PostbackAnswer = Verdict & { status: number; id: string | null };
export type PostbackOutcome = {
  postback: Postback;
  click: ClickOutcome;
  /** The txid as it was sent. */
  txid: string | null;
  /** The event's own time. */
  at: Date;
  answers: PostbackAnswer[];
};

export type Outcomes = { clicks: ClickOutcome[]; postbacks: PostbackOutcome[]; unsent: Postback[] };

/** The moment of a click, to the millisecond: a UUID of version 7 begins with it. */
export const timeOf = (clickId: string): Date =>
  new Date(Number.parseInt(clickId.replaceAll("-", "").slice(0, 12), 16));

const day = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day of a moment in New York, YYYY-MM-DD. */
export const newYorkDay = (moment: Date): string => day.format(moment);
