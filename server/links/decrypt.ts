import { z } from "zod";
import { LegacyLink, NamedLink } from "~models";
import { Verbatim } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { type Coded, withoutEmphasis } from "./codes";
import { ownLinkCodes } from "./list";

/** A tracked link found in a text. */
export type LinkInText = Coded & {
  /** direct: the ids are in the path. encoded: a code made here. named: an alias. legacy: a code of the older server. */
  shape: "direct" | "encoded" | "named" | "legacy";
  /** The link's host, in lowercase, with its port if it has one. Null if the link begins with its path. */
  host: string | null;
  /** The scheme before the host; https where there is none. */
  scheme: "http" | "https";
  /** The path as written, which need not be one that this server answers. */
  path: string;
  /** The part after "?", without it. */
  query: string;
  /** The parameters that a saved link adds to those of the address. */
  saved?: string;
};

const MAX_LINKS = 20;
/**
 * Maximum number of matches tried: each unknown code costs a database query, so a text full of them must not take
 * forever.
 */
const MOST_TRIED = 200;
const LARGEST_ID = 2_147_483_647;
/** Number of characters before a match that are searched for its host and path. */
const BEFORE = 300;

const PATH = /api\/(?:l\/([\w-]{1,64})(?![\w-])|links\/go\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})(?!\d))/g;
const UP_TO = /[^\s,;<>"'()[\]{}|\\^`]*$/;
const BEHIND = /^(\/[^\s?#<>"'|\\^`{}]{0,2000})?(?:\?([^\s#<>"'|\\^`{}]{0,2000}))?/;
const SENTENCE_END = /[).,;:!?*\]]+$/;

/**
 * Every link of either shape in a text, each once: on any host, within any text, and as mails write it (folded lines,
 * HTML entities, or inside a redirector's address). A text that is just a code is read as that code. At most MOST links
 * are returned.
 */
export async function linksInText(text: string): Promise<LinkInText[]> {
  const bare = text.trim();
  const single = /^[\w-]{1,64}$/.test(bare) ? await decodeCode(bare) : undefined;
  if (single) return [{ ...single, host: null, scheme: "https", path: `/api/l/${bare}`, query: "" }];
  const plain = unfold(text);
  const links = await findLinks(plain);
  // Inside another address, the link's slashes are percent-encoded.
  return links.length === 0 && /%2f/i.test(plain) ? findLinks(decodePercent(plain)) : links;
}

async function findLinks(text: string): Promise<LinkInText[]> {
  const links = new Map<string, LinkInText>();
  let tried = 0;
  for (const match of text.matchAll(PATH)) {
    if (links.size === MAX_LINKS || ++tried > MOST_TRIED) break;
    const before = UP_TO.exec(text.slice(Math.max(0, match.index - BEFORE), match.index))?.[0] ?? "";
    if (/[\w%-]$/.test(before)) continue;
    const link = await linkOf(match);
    if (!link) continue;
    const { ids, written } = link;
    const after = text.slice(match.index + match[0].length);
    const [, more = "", query = ""] = written === match[0] ? (BEHIND.exec(after) ?? []) : [];
    const { host, scheme, above } = parseHost(before);
    const path = above + written + more.replace(SENTENCE_END, "");
    links.set(`${host}${path}?${query}`, { ...ids, host, scheme, path, query: query.replace(SENTENCE_END, "") });
  }
  return [...links.values()];
}

type Ids = Coded & Pick<LinkInText, "shape" | "saved">;

async function linkOf([written, code, ...ids]: RegExpMatchArray): Promise<{ ids: Ids; written: string } | undefined> {
  if (code === undefined) {
    const [siteId, typeId, agentId] = ids.map(Number) as [number, number, number];
    if (Math.max(siteId, typeId, agentId) > LARGEST_ID) return undefined;
    return { ids: { siteId, typeId, agentId, shape: "direct" }, written };
  }
  for (const one of withoutEmphasis(code)) {
    const ids = await decodeCode(one);
    if (ids) return { ids, written: `api/l/${one}` };
  }
  return undefined;
}

/** The link of a code: one made here, otherwise one of the older server or an alias, in the order of a click. */
async function decodeCode(code: string): Promise<Ids | undefined> {
  const own = (await ownLinkCodes()).decode(code);
  if (own) return { ...own, shape: "encoded" };
  const old = await LegacyLink.findOne({ attributes: ["siteId", "typeId", "agentId"], where: { code }, raw: true });
  if (old) return { siteId: old.siteId, typeId: old.typeId, agentId: old.agentId, shape: "legacy" };
  const named = await NamedLink.findOne({ where: { alias: code, deletedAt: null }, include: ["type"] });
  if (!named?.type) return undefined;
  const { typeId, agentId, query: saved, type } = named;
  return { siteId: type.siteId, typeId, agentId, shape: "named", saved };
}

/** The text that precedes a link, in its parts: for "http://shop.example/go/", the scheme http, the host shop.example and the path /go/. */
function parseHost(before: string): Pick<LinkInText, "host" | "scheme"> & { above: string } {
  const slashes = before.lastIndexOf("//");
  const scheme = /\bhttp:$/i.test(before.slice(0, Math.max(0, slashes))) ? "http" : "https";
  const rest = slashes < 0 ? before : before.slice(slashes + 2);
  const [, host = "", above = "/"] = /^(?:[^/@]*@)?([\w.-]+(?::\d+)?)?(\/.*)?$/.exec(rest) ?? [];
  return { host: host !== "" && (slashes >= 0 || /[.:]/.test(host)) ? host.toLowerCase() : null, scheme, above };
}

/**
 * Restores a mail's original text: removes soft line breaks and invisible characters, and decodes "=3D" and "&amp;".
 */
function unfold(text: string): string {
  const joined = text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").replaceAll("&amp;", "&");
  return /=\r?\n|quoted-printable/i.test(joined) ? joined.replace(/=\r?\n/g, "").replaceAll(/=3d/gi, "=") : joined;
}

const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** The link of a code, ours or the older server's, or the first link in a text, of either shape. Throws 404. */
export const decrypt = query({
  name: "links.decrypt",
  does: "read tracked links",
  allow: atLeast("admin"),
  input: z.object({ value: Verbatim(8_192).trim() }),
  output: z.object({ siteId: z.int(), typeId: z.int(), agentId: z.int() }),
  async run(_call, { value }) {
    const [link] = await linksInText(value);
    if (!link) throw notFound("This link was not created here.");
    return link;
  },
});
