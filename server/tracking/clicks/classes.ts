import type { IncomingHttpHeaders } from "node:http";
import { constant, sql, type Statement } from "../../kernel/database/sql";

/** The stored numbers of the click classes. Only ok counts (docs/decisions/0011-tracked-links-and-clicks.md). */
export const classes = { ok: 0, suspended: 1, blacklisted: 2, bot: 3, prefetch: 4, rate: 5 } as const;
export type ClassName = keyof typeof classes;
export const classNames = Object.keys(classes) as ClassName[];
export const isCountedClick = (column = sql`class`): Statement => sql`${column} = ${constant(classes.ok)}`;

/** The properties by which a click is classified. The functions are called only if no earlier check applies. */
export type ClickSignals = {
  /** Why the link does not work, as a sentence; undefined if it works. */
  suspended: string | undefined;
  /** Returns the black list entry that contains the address. */
  blacklisted: () => string | undefined;
  /** The part of the user agent that identifies a robot; null without a user agent, which every browser sends. */
  robot: string | null | undefined;
  headers: IncomingHttpHeaders;
  /** Counts the click. Returns true if it exceeds the limit per minute. */
  tooMany: () => boolean;
};

export type Classification = { class: ClassName; reason: string | null };
const OK: Classification = { class: "ok", reason: null };

/**
 * Returns the first class that applies: suspended, blacklisted, bot, prefetch, rate, ok (TRACK-10 to TRACK-15). The
 * reason is a sentence, or null for ok.
 */
export function classifyClick({ suspended, blacklisted, robot, headers, tooMany }: ClickSignals): Classification {
  if (suspended !== undefined) return { class: "suspended", reason: suspended };
  const entry = blacklisted();
  if (entry !== undefined) return { class: "blacklisted", reason: `The address is on the black list (${entry}).` };
  if (robot === null) return { class: "bot", reason: "The request has no user agent." };
  if (robot !== undefined) return { class: "bot", reason: `The user agent belongs to a robot (${robot}).` };
  const prefetch = prefetchHeader(headers);
  if (prefetch !== undefined) return { class: "prefetch", reason: `The browser prefetched the link (${prefetch}).` };
  const use = otherUse(headers);
  if (use !== undefined) return { class: "prefetch", reason: `The browser did not open the link as a page (${use}).` };
  if (tooMany()) return { class: "rate", reason: "Too many clicks by this visitor on this link within a minute." };
  return OK;
}

const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-sec-purpose", "x-moz"];

function prefetchHeader(headers: IncomingHttpHeaders): string | undefined {
  return PREFETCH_HEADERS.find((name) => {
    const value = headers[name];
    return typeof value === "string" && /\b(prefetch|prerender|preview)\b/i.test(value);
  });
}

/** Destinations of a request that opens a page, in a window or in a frame. */
const PAGES = new Set(["document", "iframe", "frame", "fencedframe"]);

/** The use for which the browser requested the link, if not as a page: an image, a script, or a request by a page's script. */
function otherUse(headers: IncomingHttpHeaders): string | undefined {
  const { "sec-fetch-dest": destination, "sec-fetch-mode": mode } = headers;
  if (typeof destination === "string" && !PAGES.has(destination)) return `sec-fetch-dest: ${destination.slice(0, 20)}`;
  return mode === undefined || mode === "navigate" ? undefined : `sec-fetch-mode: ${String(mode).slice(0, 20)}`;
}
