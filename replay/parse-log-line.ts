import { METHODS } from "node:http";
import { isIP } from "node:net";
import { type Click, headerText, UnreadableLine } from "./recording";

const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
const COMBINED = new RegExp(
  String.raw`^(\S+) \S+ .+? \[[^\]]*\] ${QUOTED} (?:\d{3}|-) (?:\d+|-) ${QUOTED} ${QUOTED}(?: .*)?$`,
);

/**
 * A line of the combined log format of Apache and nginx: address, request, referer and user agent. Its time, status and
 * size belong to another server's answer and are not used. Throws an UnreadableLine.
 */
export function parseLogLine(text: string, line: number): Click {
  const [, address = "", request = "", referer = "", userAgent = ""] =
    COMBINED.exec(text) ?? refuse("it is not a complete line of the combined log format");
  if (isIP(address) === 0) refuse("it identifies its visitor by a host name, not an address");
  const [, method = "", target = ""] =
    /^(\S+) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(request) ?? refuse("it holds no request");
  if (!METHODS.includes(method) || method === "CONNECT") refuse("its method asks for no path");
  return {
    kind: "click",
    line,
    name: String(line),
    method,
    address,
    userAgent: headerText(unescaped(userAgent)),
    referer: headerText(unescaped(referer)),
    target: pathOf(target),
  };
}

function refuse(reason: string): never {
  throw new UnreadableLine(reason);
}

/** The path of a request target, without host and query: `/` if it has none. */
function pathOf(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  return path === "" ? "/" : path;
}

/**
 * The original text of an escaped log field, "" for the dash of an absent header. Control characters, which no header
 * can carry, stay escaped.
 */
function unescaped(text: string): string {
  if (text === "-") return "";
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|(["\\t]))/g, (spelled, hex?: string, character?: string) => {
    if (character !== undefined) return character === "t" ? "\t" : character;
    const code = Number.parseInt(hex ?? "", 16);
    return code >= 0x20 && code !== 0x7f ? String.fromCharCode(code) : spelled;
  });
}
