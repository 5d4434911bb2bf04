import { SUBS, type Subs } from "../../types";

const LONGEST = 255;

/**
 * The parameters sub1 to sub5 of a query string; null if there are none. The first value of each name counts, cut at
 * 255 characters.
 */
export function subsOf(query: string): Subs | null {
  if (!query.includes("sub")) return null;
  const given = new URLSearchParams(query);
  const subs: Partial<Record<(typeof SUBS)[number], string>> = {};
  let some = false;
  for (const name of SUBS) {
    // PostgreSQL's text accepts every character except NUL.
    const value = given.get(name)?.replaceAll("\0", "").slice(0, LONGEST).toWellFormed();
    if (!value) continue;
    subs[name] = value;
    some = true;
  }
  return some ? subs : null;
}
