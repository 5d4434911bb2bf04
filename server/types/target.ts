/**
 * The redirect target of a link: an http(s) address with macros in its path, query or fragment. A macro in the host
 * would let the sender of a click choose the destination.
 */
const MACROS = [
  "clickid",
  "agentid",
  "officeid",
  "siteid",
  "typeid",
  "ch",
  "geo",
  "sub1",
  "sub2",
  "sub3",
  "sub4",
  "sub5",
] as const;
type Macro = (typeof MACROS)[number];
type Place = "path" | "query" | "fragment";
type Piece = { macro: Macro; place: Place; after: string };

export const SUBS = ["sub1", "sub2", "sub3", "sub4", "sub5"] as const;
/** sub1 … sub5 of a click, as far as it has them. */
export type Subs = Readonly<Partial<Record<(typeof SUBS)[number], string>>>;

/** The values of a target's macros for one click. A HEAD request has no click id, so none is passed on. */
export type Filling = {
  clickid: string;
  agentid: number;
  officeid: number;
  siteid: number;
  typeid: number;
  ch: number;
  geo: string;
  subs: Subs | null;
};
export type Target = (filling: Filling) => string;

/** The reason why an address cannot be a redirect target, as a sentence for its form. Undefined if it can. */
export function checkTarget(url: string): string | undefined {
  const read = readTarget(url);
  return typeof read === "string" ? read : undefined;
}

/**
 * Compiles a target once, so that a click only joins texts. Values are encoded for their place. The click id is added
 * under `clickParam` and sub1 to sub5 under their names, unless a macro already placed them. Parameters in the target
 * itself take precedence (docs/decisions/0011-tracked-links-and-clicks.md). Throws a RangeError for an invalid target.
 */
export function compileTarget(url: string, clickParam: string): Target {
  const read = readTarget(url);
  if (typeof read === "string") throw new RangeError(read);
  const { start, pieces, hasQuery, fragmentAt, names } = read;
  const body = pieces.filter(({ place }) => place !== "fragment");
  const fragment = pieces.filter(({ place }) => place === "fragment");
  const placed = new Set<string>(pieces.map(({ macro }) => macro));
  const idParam = clickParam || "clickid";
  const id = placed.has("clickid") || names.has(idParam) ? undefined : encodeURIComponent(idParam);
  const passed = SUBS.filter((name) => !placed.has(name) && !names.has(name));
  return (filling) => {
    let address = start;
    for (const piece of body) address += valueOf(piece, filling) + piece.after;
    let sign = hasQuery ? (/[?&]$/.test(address) ? "" : "&") : "?";
    const append = (name: string, value: string) => {
      address += `${sign}${name}=${value}`;
      sign = "&";
    };
    if (id !== undefined && filling.clickid !== "") append(id, filling.clickid);
    if (filling.subs) {
      for (const name of passed) {
        const value = filling.subs[name];
        if (value !== undefined) append(name, encodeURIComponent(value));
      }
    }
    address += fragmentAt;
    for (const piece of fragment) address += valueOf(piece, filling) + piece.after;
    return address;
  };
}

function valueOf({ macro, place }: Piece, filling: Filling): string {
  switch (macro) {
    case "clickid":
    case "geo":
      return filling[macro];
    case "agentid":
    case "officeid":
    case "siteid":
    case "typeid":
    case "ch":
      return String(filling[macro]);
    default: {
      const value = filling.subs?.[macro] ?? "";
      // Browsers resolve dot segments, encoded or not, so a visitor could choose another path.
      if (place === "path" && /^\.+$/.test(value)) return "";
      return encodeURIComponent(value);
    }
  }
}

type Read = {
  /** The address up to the first macro, the fragment, or its end. */
  start: string;
  pieces: Piece[];
  hasQuery: boolean;
  /** "#…" up to the fragment's first macro; "" without a fragment. */
  fragmentAt: string;
  /** Names of the target's own parameters. */
  names: Set<string>;
};

function readTarget(text: string): Read | string {
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const unknown = named.find((name) => !MACROS.includes(name as Macro));
  if (unknown !== undefined) return `There is no macro {${unknown}}. Please use one of {${MACROS.join("}, {")}}.`;
  if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ""))) return "Please close each brace of a macro.";
  // The address is parsed with a placeholder for each macro, so that it is normalized around them.
  let mark = "qz";
  while (text.toLowerCase().includes(mark)) mark += "z";
  let count = 0;
  const marked = text.trim().replaceAll(/\{[^{}]*\}/g, () => `${mark}${count++}x`);
  if (!/^https?:\/\//i.test(marked) || !URL.canParse(marked)) return WRONG_ADDRESS;
  const url = new URL(marked);
  if (url.host.includes(mark) || (url.username + url.password).includes(mark)) {
    return "A macro may stand in the path, the query or the fragment only.";
  }
  const [whole = ""] = url.href.split("#", 1);
  const body = split(whole, mark, named as Macro[]);
  const fragment = split(url.hash, mark, named as Macro[]);
  return {
    start: body.start,
    pieces: [...body.pieces, ...fragment.pieces.map((piece) => ({ ...piece, place: "fragment" as const }))],
    hasQuery: whole.includes("?"),
    fragmentAt: fragment.start,
    names: new Set(url.searchParams.keys()),
  };
}

const WRONG_ADDRESS = "Please enter an http or https address.";

function split(text: string, mark: string, macros: readonly Macro[]): { start: string; pieces: Piece[] } {
  const [start = "", ...rest] = text.split(new RegExp(`${mark}(\\d+)x`));
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
