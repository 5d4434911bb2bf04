import type { IncomingHttpHeaders } from "node:http";
import { constant, sql, type Statement } from "../kernel/sql";

/** Stored numbers of the classes of clicks. Only ok counts (docs/decisions/0011-tracked-links-and-clicks.md). */
export const classes = { ok: 0, suspended: 1, blacklisted: 2, bot: 3, prefetch: 4, rate: 5 } as const;
export type ClassName = keyof typeof classes;
export const classNames = Object.keys(classes) as ClassName[];
export const isCountedClick = (column = sql`class`): Statement => sql`${column} = ${constant(classes.ok)}`;

/** What a click is judged by. Later marks are asked for only when none before them fits. */
export type Marks = {
  /** Why the link does not work, in words. */
  suspended: string | undefined;
  /** The entry of the black list that holds the address. */
  blacklisted: () => string | undefined;
  /** The part of the user agent that robots have. */
  robot: string | undefined;
  headers: IncomingHttpHeaders;
  /** Counts the click; true when it is one too many within a minute. */
  tooMany: () => boolean;
};

export type Judgement = { class: ClassName; reason: string | null };
const OK: Judgement = { class: "ok", reason: null };

/** The first that fits: suspended, blacklisted, bot, prefetch, rate, ok (TRACK-10 to TRACK-15), with its reason in words. */
export function judge({ suspended, blacklisted, robot, headers, tooMany }: Marks): Judgement {
  if (suspended !== undefined) return { class: "suspended", reason: suspended };
  const entry = blacklisted();
  if (entry !== undefined) return { class: "blacklisted", reason: `The address is on the black list (${entry}).` };
  if (robot !== undefined) return { class: "bot", reason: `The user agent belongs to a robot (${robot}).` };
  const prefetch = prefetchHeader(headers);
  if (prefetch !== undefined) return { class: "prefetch", reason: `The browser prefetched the link (${prefetch}).` };
  if (tooMany()) return { class: "rate", reason: "Too many clicks by this visitor on this link within a minute." };
  return OK;
}

const AHEAD = ["sec-purpose", "purpose", "x-moz"];

function prefetchHeader(headers: IncomingHttpHeaders): string | undefined {
  return AHEAD.find((name) => {
    const value = headers[name];
    return typeof value === "string" && /\b(prefetch|prerender|preview)\b/i.test(value);
  });
}
