import { isHttps } from "../kernel/every-answer";
import { seal, unseal } from "../kernel/secrets";

/**
 * A browser keeps the token of its last session, sealed, in a cookie that outlives the session. It opens nothing: it
 * proves whose session it was when a form is posted too late, and that somebody was signed in here at all.
 */

/** A session lasts 12 hours at most; the rest is how late a form may be posted. */
export const LAST_SESSION_SECONDS = 7 * 24 * 60 * 60;

const OWNER = "last-session";

const name = () => (isHttps() ? "__Host-last" : "last");

/** The cookie's name and value for a session that has just been opened. */
export const sealedLastSession = (token: string): string => `${name()}=${seal(token, OWNER).toString("base64url")}`;

/**
 * The token of the browser's last session, by its `Cookie` header; undefined where nobody was signed in, or the cookie
 * was not made here. Asks no database, so it can decide how much of a body is read.
 */
export function lastSession(cookies: string | null | undefined): string | undefined {
  const prefix = `${name()}=`;
  const line = (cookies ?? "").split(/;\s*/).find((pair) => pair.startsWith(prefix));
  if (line === undefined) return undefined;
  try {
    return unseal(Buffer.from(line.slice(prefix.length), "base64url"), OWNER).toString();
  } catch {
    return undefined;
  }
}
