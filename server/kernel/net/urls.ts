import { domainToUnicode } from "node:url";
import { config } from "../process/config";
import { isHttps } from "./security-headers";

/** The public URL of a path of the product. */
export function productUrl(path: string): string {
  const { APP_URL, HOST, PORT } = config();
  return new URL(path, APP_URL ?? `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`).href;
}

type OriginHeaders = { site?: string | null; origin?: string | null; host?: string | null };

/**
 * True if a request comes from the product's own pages. Browsers send Sec-Fetch-Site, older ones only Origin; without
 * both it is false. With https only the origin of APP_URL counts: a page on another domain of this server, such as one
 * for tracked links, would be same-origin with its own requests.
 */
export function isOwnOrigin({ site, origin, host }: OriginHeaders): boolean {
  const { APP_URL } = config();
  const published = APP_URL === undefined ? undefined : new URL(APP_URL).origin;
  const claimedOrigin = origin ?? undefined;
  const isOwn =
    claimedOrigin !== undefined && (claimedOrigin === published || (!isHttps() && claimedOrigin === `http://${host}`));
  if (site === undefined || site === null) return isOwn;
  return (site === "same-origin" || site === "none") && (isOwn || claimedOrigin === undefined || !isHttps());
}

const INVALID_URL = "Please enter an http or https address, such as https://example.org/land.";

/** False for a part of a host whose xn-- form cannot be decoded: browsers refuse it, and Node 24 does not. */
const isDecodable = (part: string): boolean => !part.startsWith("xn--") || !/^(xn--|$)/.test(domainToUnicode(part));

/**
 * Checks an address that people are redirected to. Returns a message for its form, or undefined if it is allowed. It
 * refuses everything that a browser may read differently from a person: other schemes, credentials before the host,
 * hosts in other alphabets, as a number or with escapes, spaces, control characters and backslashes.
 */
export function webAddressError(text: string): string | undefined {
  const [, scheme = ""] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text) ?? [];
  if (!/^https?:\/\//i.test(text)) {
    return scheme === "" || /^https?$/i.test(scheme)
      ? INVALID_URL
      : `An address may not begin with ${scheme.slice(0, 20)}:. ${INVALID_URL}`;
  }
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return "An address may not contain spaces or backslashes.";
  const [, authority = ""] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (authority.includes("@")) return "An address may not contain a username or password.";
  const host = authority.replace(/:\d*$/, "").toLowerCase();
  if (/[^\x21-\x7e]/.test(host))
    return "Please write the host in plain letters; a name of another alphabet begins with xn--.";
  if (!URL.canParse(text) || !host.split(".").every(isDecodable)) return INVALID_URL;
  const { hostname, port } = new URL(text);
  if (hostname !== host || port === "0") return "Please write the host as browsers show it: its plain name.";
  return undefined;
}
