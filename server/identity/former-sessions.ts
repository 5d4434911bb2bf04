import { isHttps } from "../kernel/net/security-headers";
import { fromBase64Url, seal, unseal } from "../kernel/process/secrets";

/**
 * A cookie that outlives the session has the tokens of the browser's last sessions, encrypted. It grants no access. It
 * identifies the account when a form is posted after the session has ended, shows that someone was signed in here, and is
 * how an account knows a browser again.
 */

export const FORMER_SESSIONS_SECONDS = 90 * 24 * 60 * 60;
/** More than one, because people share browsers. */
const MOST = 5;

const SEAL_CONTEXT = "last-session";
/** In no token. */
const SEPARATOR = ".";

const name = () => (isHttps() ? "__Host-last" : "last");

/** The cookie, as `name=value`, for a new session. `cookies` is the `Cookie` header of the browser that opened it. */
export function formerSessionsCookie(token: string, cookies: string | null): string {
  const tokens = [token, ...formerSessions(cookies).filter((former) => former !== token)].slice(0, MOST);
  return `${name()}=${seal(tokens.join(SEPARATOR), SEAL_CONTEXT).toString("base64url")}`;
}

/**
 * The tokens of the browser's last sessions, the newest first, from its `Cookie` header. Empty if the cookie is missing or
 * was not created by this server. Does not query the database, so it can be used to limit the body size before reading it.
 */
export function formerSessions(cookies: string | null | undefined): string[] {
  const prefix = `${name()}=`;
  const line = (cookies ?? "").split(/;\s*/).find((pair) => pair.startsWith(prefix));
  if (line === undefined) return [];
  try {
    return unseal(fromBase64Url(line.slice(prefix.length)), SEAL_CONTEXT)
      .toString()
      .split(SEPARATOR);
  } catch {
    return [];
  }
}
