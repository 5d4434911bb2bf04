import { LegacyLink } from "~models";
import type { Coded } from "./codes";
import { ownLinkCodes } from "./link-keys";

/** A tracked link that stands in a text. */
export type LinkInText = Coded & {
  /** Direct: the ids are in the path; encoded: a code of ours; legacy: a code of the older server. */
  shape: "direct" | "encoded" | "legacy";
  /** The host that it stands on, as it is written; null where it begins with its path. */
  host: string | null;
  /** Its path as it is written, which need not be one that is answered. */
  path: string;
  /** What follows "?", without it. */
  query: string;
};

const MOST = 20;
/** A code that is not ours is looked up: a text of nothing but such codes must end. */
const MOST_TRIED = 200;
const MOST_MARKS = 4;
const LARGEST_ID = 2_147_483_647;
/** Host and path before ours are looked for in so many characters. */
const BEFORE = 300;

const PATH = /api\/(?:l\/([\w-]{1,64})(?![\w-])|links\/go\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})(?!\d))/g;
const UP_TO = /[^\s,;<>"'()[\]{}|\\^`]*$/;
const BEHIND = /^(\/[^\s?#<>"'|\\^`{}]{0,2000})?(?:\?([^\s#<>"'|\\^`{}]{0,2000}))?/;
const SENTENCE_END = /[).,;:!?*\]]+$/;

/**
 * Every link of either shape in a text, each once: on any host, with anything around it, and as mails write it (folded
 * lines, entities, inside of a redirector's address). A text that is nothing but a code is read as one.
 */
export async function linksInText(text: string): Promise<LinkInText[]> {
  const bare = text.trim();
  const alone = /^[\w-]{1,64}$/.test(bare) ? await coded(bare) : undefined;
  if (alone) return [{ ...alone, host: null, path: `/api/l/${bare}`, query: "" }];
  const plain = unfolded(text);
  const found = await standingIn(plain);
  // Inside of another address its slashes are encoded.
  return found.length === 0 && /%2f/i.test(plain) ? standingIn(decoded(plain)) : found;
}

async function standingIn(text: string): Promise<LinkInText[]> {
  const found = new Map<string, LinkInText>();
  let tried = 0;
  for (const match of text.matchAll(PATH)) {
    if (found.size === MOST || ++tried > MOST_TRIED) break;
    const before = UP_TO.exec(text.slice(Math.max(0, match.index - BEFORE), match.index))?.[0] ?? "";
    if (/[\w%-]$/.test(before)) continue;
    const link = await linkOf(match);
    if (!link) continue;
    const { ids, written } = link;
    const after = text.slice(match.index + match[0].length);
    const [, more = "", query = ""] = written === match[0] ? (BEHIND.exec(after) ?? []) : [];
    const { host, above } = placeOf(before);
    const path = above + written + more.replace(SENTENCE_END, "");
    found.set(`${host}${path}?${query}`, { ...ids, host, path, query: query.replace(SENTENCE_END, "") });
  }
  return [...found.values()];
}

type Ids = Coded & Pick<LinkInText, "shape">;

async function linkOf([written, code, ...ids]: RegExpMatchArray): Promise<{ ids: Ids; written: string } | undefined> {
  if (code === undefined) {
    const [siteId, typeId, agentId] = ids.map(Number) as [number, number, number];
    if (Math.max(siteId, typeId, agentId) > LARGEST_ID) return undefined;
    return { ids: { siteId, typeId, agentId, shape: "direct" }, written };
  }
  // Marks of emphasis may stand behind a code, and are signs of codes too: _…/api/l/code_
  for (let length = code.length; length > Math.max(0, code.length - MOST_MARKS); length--) {
    const ids = await coded(code.slice(0, length));
    if (ids) return { ids, written: `api/l/${code.slice(0, length)}` };
    if (!/[-_]/.test(code[length - 1] ?? "")) break;
  }
  return undefined;
}

/** What a code stands for: one of ours, else one of the older server. */
async function coded(code: string): Promise<Ids | undefined> {
  const own = (await ownLinkCodes()).decode(code);
  if (own) return { ...own, shape: "encoded" };
  const old = await LegacyLink.findOne({ attributes: ["siteId", "typeId", "agentId"], where: { code }, raw: true });
  if (!old) return undefined;
  const { siteId, typeId, agentId } = old;
  return { siteId, typeId, agentId, shape: "legacy" };
}

/** Host and path that stand before a link: "https://shop.example/go/" is on shop.example, below /go/. */
function placeOf(before: string): { host: string | null; above: string } {
  const scheme = before.lastIndexOf("//");
  const rest = scheme < 0 ? before : before.slice(scheme + 2);
  const [, host = "", above = "/"] = /^(?:[^/@]*@)?([\w.-]+(?::\d+)?)?(\/.*)?$/.exec(rest) ?? [];
  return { host: host !== "" && (scheme >= 0 || /[.:]/.test(host)) ? host.toLowerCase() : null, above };
}

/** A mail's text as it was written: lines that were folded for the way, signs that were encoded for it or for HTML. */
function unfolded(text: string): string {
  const whole = text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").replaceAll("&amp;", "&");
  return /=\r?\n|quoted-printable/i.test(whole) ? whole.replace(/=\r?\n/g, "").replaceAll(/=3d/gi, "=") : whole;
}

const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
