import type { IncomingHttpHeaders } from "node:http";

/** The headers in which proxies pass on the address of a client. */
export type ForwardingHeaders = Pick<IncomingHttpHeaders, "forwarded"> & {
  "x-forwarded-for"?: string | string[] | undefined;
};

/**
 * The hops that the proxies wrote, the nearest one last, each as in the header. Undefined without either header.
 * `X-Forwarded-For` wins over `Forwarded`, because most proxies set it and pass on the other one as a client sent it.
 */
export function forwardedHops(headers: ForwardingHeaders): string[] | undefined {
  const list = headers["x-forwarded-for"];
  if (list !== undefined) {
    const hops = (typeof list === "string" ? list : list.join(",")).split(",").map((hop) => hop.trim());
    return hops.filter((hop) => hop !== "");
  }
  const { forwarded } = headers;
  return forwarded === undefined ? undefined : splitOutsideQuotes(forwarded, ",").map(nodeOf);
}

const FOR = /^for\s*=\s*(.*)$/is;

/** The value of `for` in an element of `Forwarded` (RFC 7239); "" without one. */
function nodeOf(element: string): string {
  const [value = ""] = splitOutsideQuotes(element, ";").flatMap((pair) => FOR.exec(pair)?.[1] ?? []);
  return value.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/gs, "$1");
}

/**
 * The parts of a text between separators that are not within quotation marks, trimmed and without empty ones. Read from
 * the end: a client could begin the header with a quotation mark that is never closed, but a proxy appends to it.
 */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let end = text.length;
  let isQuoted = false;
  for (let at = text.length - 1; at >= -1; at--) {
    const character = text[at];
    if (character === '"' && text[at - 1] !== "\\") isQuoted = !isQuoted;
    if (at >= 0 && (isQuoted || character !== separator)) continue;
    const part = text.slice(at + 1, end).trim();
    if (part !== "") parts.unshift(part);
    end = at;
  }
  return parts;
}
