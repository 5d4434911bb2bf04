import { decodeMacros } from "../kernel/text/macros";

/**
 * The macros of a redirect target, an http(s) address, with their meanings as people read them. They are replaced in its
 * path, query or fragment. A macro in the host would let the sender of a click choose the destination.
 */
export const MACROS = {
  clickid: "ID of the click, which a postback sends back",
  agentid: "ID of the agent",
  officeid: "ID of the agent's office",
  siteid: "ID of the site",
  typeid: "ID of the link",
  ch: "the link's channel (bbrCh)",
  geo: "two-letter country of the visitor, empty if unknown",
  sub1: "sub ID 1 of the click",
  sub2: "sub ID 2 of the click",
  sub3: "sub ID 3 of the click",
  sub4: "sub ID 4 of the click",
  sub5: "sub ID 5 of the click",
  gclid: "ID of a click on an ad of Google",
  fbclid: "ID of a click on an ad of Meta",
  utm_source: "utm_source of the click",
  utm_medium: "utm_medium of the click",
  utm_campaign: "utm_campaign of the click",
  utm_term: "utm_term of the click",
  utm_content: "utm_content of the click",
} as const;
type Macro = keyof typeof MACROS;
type Place = "path" | "query" | "fragment";
type Piece = { macro: Macro; place: Place; after: string };

export const SUB_NAMES = ["sub1", "sub2", "sub3", "sub4", "sub5"] as const;
/** Parameters of campaigns, which are kept like sub IDs, but passed on by macros alone. */
const CAMPAIGN_NAMES = [
  ...(["gclid", "fbclid", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
] as const;
/** Every parameter of a tracked link that is kept with the click. */
export const KEPT_NAMES = [...SUB_NAMES, ...CAMPAIGN_NAMES] as const;
/** The kept parameters that a click has. */
export type Subs = Readonly<Partial<Record<(typeof KEPT_NAMES)[number], string>>>;

/** The values of a target's macros for one click. A HEAD request has no click id, so none is passed on. */
export type MacroValues = {
  clickid: string;
  agentid: number;
  officeid: number;
  siteid: number;
  typeid: number;
  ch: number;
  geo: string;
  subs: Subs | null;
};
export type Target = (values: MacroValues) => string;

/** The reason why an address cannot be a redirect target, as a sentence for its form. Undefined if it can. */
export function checkTarget(url: string): string | undefined {
  const parsed = parseTarget(decodeMacros(url));
  return typeof parsed === "string" ? parsed : undefined;
}

/** Receives the click ID on sites without a parameter of their own. */
export const DEFAULT_CLICK_PARAM = "clickid";

/** The parameters in which the links of a site pass the click ID, in their order and without repetitions. */
export function clickNamesOf(links: readonly { url: string }[], clickParam: string): string[] {
  const names = links.flatMap(({ url }) => {
    const placed = [...decodeMacros(url).matchAll(/[?&#]([^?&#=]+)=[^&#]*\{clickid\}/g)].map(([, name = ""]) => name);
    return placed.length > 0 ? placed : [clickParam || DEFAULT_CLICK_PARAM];
  });
  return names.length > 0 ? [...new Set(names)] : [clickParam || DEFAULT_CLICK_PARAM];
}

/**
 * Compiles a target once, so that a click only joins texts. Values are encoded for their place. The click id is added
 * under `clickParam` and sub1 to sub5 under their names, unless a macro already placed them. Parameters in the target
 * itself take precedence (docs/decisions/0011-tracked-links-and-clicks.md). Throws a RangeError for an invalid target.
 * A target stored before encoded braces were checked may have an unknown name between them, and is followed as it is.
 */
export function compileTarget(url: string, clickParam: string): Target {
  const decoded = parseTarget(decodeMacros(url));
  const parsed = typeof decoded === "string" ? parseTarget(url) : decoded;
  if (typeof parsed === "string") throw new RangeError(parsed);
  const { start, pieces, hasQuery, fragmentStart, names } = parsed;
  const body = pieces.filter(({ place }) => place !== "fragment");
  const fragment = pieces.filter(({ place }) => place === "fragment");
  const placedMacros = new Set<string>(pieces.map(({ macro }) => macro));
  const idParam = clickParam || DEFAULT_CLICK_PARAM;
  const id = placedMacros.has("clickid") || names.has(idParam) ? undefined : encodeURIComponent(idParam);
  const remainingSubs = SUB_NAMES.filter((name) => !placedMacros.has(name) && !names.has(name));
  return (values) => {
    let address = start;
    for (const piece of body) address += valueOf(piece, values) + piece.after;
    let separator = hasQuery ? (/[?&]$/.test(address) ? "" : "&") : "?";
    const append = (name: string, value: string) => {
      address += `${separator}${name}=${value}`;
      separator = "&";
    };
    if (id !== undefined && values.clickid !== "") append(id, values.clickid);
    if (values.subs) {
      for (const name of remainingSubs) {
        const value = values.subs[name];
        if (value !== undefined) append(name, encodeURIComponent(value));
      }
    }
    address += fragmentStart;
    for (const piece of fragment) address += valueOf(piece, values) + piece.after;
    return address;
  };
}

function valueOf({ macro, place }: Piece, values: MacroValues): string {
  switch (macro) {
    case "clickid":
    case "geo":
      return values[macro];
    case "agentid":
    case "officeid":
    case "siteid":
    case "typeid":
    case "ch":
      return String(values[macro]);
    default: {
      const value = values.subs?.[macro] ?? "";
      // Browsers resolve dot segments, encoded or not, so a visitor could choose another path.
      if (place === "path" && /^\.+$/.test(value)) return "";
      return encodeURIComponent(value);
    }
  }
}

type ParsedTarget = {
  /** The address up to the first macro, the fragment, or its end. */
  start: string;
  pieces: Piece[];
  hasQuery: boolean;
  /** "#…" up to the fragment's first macro; "" without a fragment. */
  fragmentStart: string;
  /** Names of the target's own parameters. */
  names: Set<string>;
};

function parseTarget(text: string): ParsedTarget | string {
  const macroNames = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const unknown = macroNames.find((name) => !Object.hasOwn(MACROS, name));
  if (unknown !== undefined)
    return `There is no macro {${unknown}}. Please use one of {${Object.keys(MACROS).join("}, {")}}.`;
  if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ""))) return "Please close each brace of a macro.";
  // The address is parsed with a placeholder for each macro, so that it is normalized around them.
  let placeholder = "qz";
  while (text.toLowerCase().includes(placeholder)) placeholder += "z";
  let count = 0;
  const withPlaceholders = text.trim().replaceAll(/\{[^{}]*\}/g, () => `${placeholder}${count++}x`);
  if (!/^https?:\/\//i.test(withPlaceholders) || !URL.canParse(withPlaceholders)) return INVALID_ADDRESS;
  const url = new URL(withPlaceholders);
  if (url.host.includes(placeholder) || (url.username + url.password).includes(placeholder)) {
    return "Macros are allowed in the path, the query or the fragment only.";
  }
  const [beforeFragment = ""] = url.href.split("#", 1);
  const body = split(beforeFragment, placeholder, macroNames as Macro[]);
  const fragment = split(url.hash, placeholder, macroNames as Macro[]);
  return {
    start: body.start,
    pieces: [...body.pieces, ...fragment.pieces.map((piece) => ({ ...piece, place: "fragment" as const }))],
    hasQuery: beforeFragment.includes("?"),
    fragmentStart: fragment.start,
    names: new Set(url.searchParams.keys()),
  };
}

const INVALID_ADDRESS = "Please enter an http or https address.";

function split(text: string, placeholder: string, macros: readonly Macro[]): { start: string; pieces: Piece[] } {
  const [start = "", ...rest] = text.split(new RegExp(`${placeholder}(\\d+)x`));
  const pieces: Piece[] = [];
  let before = start;
  for (let i = 0; i < rest.length; i += 2) {
    const macro = macros[Number(rest[i])];
    const after = rest[i + 1] ?? "";
    if (macro) pieces.push({ macro, place: before.includes("?") ? "query" : "path", after });
    before += after;
  }
  return { start, pieces };
}
