/** A request to one of the tracked paths. */
export type Route =
  | { kind: "code"; code: string; query: string }
  | { kind: "link"; siteId: number; typeId: number; agentId: number; query: string }
  | { kind: "postback"; query: string };

const CODE = "/api/l/";
const LINK = "/api/links/go/";
const POSTBACK = "/api/postback";

/**
 * The route of a request target, which must be exactly as received. Each path has one spelling; undefined for every
 * other target (encoded or doubled slashes, leading zeros, a trailing slash, other case). `query` is the text after the
 * "?".
 */
export function routeOf(target: string): Route | undefined {
  // Every request of the product goes through here, and few are for a tracked path.
  if (!target.startsWith("/api/")) return undefined;
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  const query = end < 0 ? "" : target.slice(end + 1);
  if (path.startsWith(CODE)) {
    const code = path.slice(CODE.length);
    return /^[A-Za-z0-9_-]{1,64}$/.test(code) ? { kind: "code", code, query } : undefined;
  }
  if (path.startsWith(LINK)) {
    const ids = /^([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})$/.exec(path.slice(LINK.length));
    if (!ids) return undefined;
    return { kind: "link", siteId: Number(ids[1]), typeId: Number(ids[2]), agentId: Number(ids[3]), query };
  }
  return path === POSTBACK ? { kind: "postback", query } : undefined;
}
