import { KEPT_NAMES, type Subs } from "../../types";

const MAX_LENGTH = 255;
/** Most clicks have none, and need not be parsed. Names may be percent-encoded. */
const MAY_HAVE = /sub|clid|utm_|%/;

/**
 * The parameters sub1 to sub5 of a query string, and those of campaigns; null if there are none. The first value of each
 * name counts, cut at 255 characters.
 */
export function subsOf(query: string): Subs | null {
  if (!MAY_HAVE.test(query)) return null;
  const params = new URLSearchParams(query);
  const subs: Partial<Record<(typeof KEPT_NAMES)[number], string>> = {};
  let hasAny = false;
  for (const name of KEPT_NAMES) {
    // PostgreSQL's text accepts every character except NUL.
    const value = params.get(name)?.replaceAll("\0", "").slice(0, MAX_LENGTH).toWellFormed();
    if (!value) continue;
    subs[name] = value;
    hasAny = true;
  }
  return hasAny ? subs : null;
}

/** The same with at most 255 characters in all: those that do not fit are left out. */
export function fewSubs(subs: Subs | null): Subs | null {
  if (subs === null) return null;
  const kept: Partial<Record<(typeof KEPT_NAMES)[number], string>> = {};
  let room = MAX_LENGTH;
  for (const name of KEPT_NAMES) {
    const value = subs[name];
    if (value === undefined || value.length > room) continue;
    kept[name] = value;
    room -= value.length;
  }
  return room === MAX_LENGTH ? null : kept;
}
