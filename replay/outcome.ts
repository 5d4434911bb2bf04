import type { Link } from "./choose-links";
import type { ClickClass } from "./classify";
import type { Click, Postback } from "./recording";

/** The server's results for the entries of a recording. A status of 0 means that there was no answer. */
export type ClickOutcome = {
  click: Click;
  link: Link;
  expected: ClickClass;
  status: number;
  /** The click's id from the redirect; null without one. */
  id: string | null;
};

export type Verdict = { verdict: string; reason: string | null };
export type PostbackAnswer = Verdict & { status: number; id: string | null };
export type PostbackOutcome = {
  postback: Postback;
  click: ClickOutcome;
  /** The txid as it was sent. */
  txid: string | null;
  /** The time of the event itself. */
  at: Date;
  answers: PostbackAnswer[];
};

export type Outcomes = { clicks: ClickOutcome[]; postbacks: PostbackOutcome[]; unsent: Postback[] };

/** The moment of a click, to the millisecond: a version 7 UUID begins with it. */
export const timeOf = (clickId: string): Date =>
  new Date(Number.parseInt(clickId.replaceAll("-", "").slice(0, 12), 16));

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The New York day of a moment, YYYY-MM-DD. */
export const newYorkDay = (moment: Date): string => dayFormat.format(moment);
