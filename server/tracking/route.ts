/** A request to one of the tracked paths. */
export type Route =
  | { kind: "code"; code: string; query: string }
  | { kind: "link"; siteId: number; typeId: number; agentId: number; query: string }
  | { kind: "postback"; query: string }
  | { kind: "batch"; query: string }
  | { kind: "pixel"; query: string }
  /** Below the path of tracked links, but no link is spelled like this. */
  | { kind: "unknown" };

const CODE = "/api/l/";
const LINK = "/api/links/go/";
const POSTBACK = "/api/postback";
const BATCH = "/api/postback/batch";
const PIXEL = "/api/pixel.gif";

/**
 * The route of a request target, which must be exactly as received; undefined if it is not below a tracked path. A link
 * has one spelling, followed by nothing but marks that it picked up when it was pasted: an encoded or doubled slash
 * inside, leading zeros or other case are unknown. `query` is the text after the "?".
 */
export function routeOf(target: string): Route | undefined {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  const query = end < 0 ? "" : target.slice(end + 1);
  if (path.startsWith(CODE)) {
    const [, code, rest] = /^([A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])(.*)$/s.exec(path.slice(CODE.length)) ?? [];
    return code !== undefined && isPickedUp(rest) ? { kind: "code", code, query } : UNKNOWN;
  }
  if (path.startsWith(LINK)) {
    const [, siteId, typeId, agentId, rest] =
      /^([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})(?!\d)(.*)$/s.exec(path.slice(LINK.length)) ?? [];
    if (agentId === undefined || !isPickedUp(rest)) return UNKNOWN;
    return { kind: "link", siteId: Number(siteId), typeId: Number(typeId), agentId: Number(agentId), query };
  }
  if (path === POSTBACK) return { kind: "postback", query };
  if (path === BATCH) return { kind: "batch", query };
  if (path === PIXEL) return { kind: "pixel", query };
  return ODD_SPELLING.test(path) ? UNKNOWN : undefined;
}

const UNKNOWN: Route = { kind: "unknown" };

/** The paths of tracked links with other slashes or in other case. */
const ODD_SPELLING = /^(?:[/\\]|%2f|%5c)+api(?:[/\\]|%2f|%5c)+(?:l|links(?:[/\\]|%2f|%5c)+go)(?:[/\\]|%2f|%5c|$)/i;

const MAX_PICKED_UP = 100;
/** Blanks, invisible characters, brackets, quotation marks and other punctuation, in any script. */
const MARKS = /^(?:(?![%#&@])[\s\p{P}\p{Cf}<>|~^`´])*$/u;

/** Whether the text after a link consists of marks alone, such as the full stop of a sentence or a closing bracket. */
function isPickedUp(rest = ""): boolean {
  if (rest === "") return true;
  if (rest.length > MAX_PICKED_UP) return false;
  // Node reads the bytes of a request target as Latin-1.
  const bytes = Buffer.from(rest, "latin1");
  try {
    return MARKS.test(decodeURIComponent(bytes.toString("latin1") === rest ? bytes.toString() : rest));
  } catch {
    return false;
  }
}
