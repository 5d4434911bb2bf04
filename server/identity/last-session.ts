import { isHttps } from "../kernel/net/security-headers";
import { seal, unseal } from "../kernel/process/secrets";

/**
 * A cookie that outlives the session stores the token of the browser's last session, encrypted. It grants no access. It
 * identifies the account when a form is posted after the session has ended, and shows that someone was signed in here.
 */

/** Seven days: up to 12 hours for the session, the rest for forms posted after it ended. */
export const LAST_SESSION_SECONDS = 7 * 24 * 60 * 60;

const OWNER = "last-session";

const name = () => (isHttps() ? "__Host-last" : "last");

/** The cookie, as `name=value`, for a new session. */
export const sealedLastSession = (token: string): string => `${name()}=${seal(token, OWNER).toString("base64url")}`;

/**
 * The token of the browser's last session, from its `Cookie` header. Undefined if the cookie is missing or was not
 * created by this server. Does not query the database, so it can be used to limit the body size before reading it.
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
