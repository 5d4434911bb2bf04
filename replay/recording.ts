/** What a recorded traffic file holds, whatever its format. */

/** A request for a tracked link. Texts of headers are Latin-1, one sign a byte, as they travel. */
export type Click = {
  kind: "click";
  line: number;
  /** Postbacks name their click by it; unique in its file. */
  name: string;
  method: string;
  address: string;
  /** Null when the request named none. */
  userAgent: string | null;
  referer: string | null;
  /** Where it goes: a path, which falls on one of the links, or a link by its ids. */
  target: string | LinkIds;
};

export type LinkIds = { siteId: number; typeId: number; agentId: number };

/** What a site reports about a click. */
export type Postback = {
  kind: "postback";
  line: number;
  event: "sale" | "bonus";
  reversed: boolean;
  click: string;
  txid: string | null;
  /** Null: the secret of the click's site. */
  secret: string | null;
  /** Further parameters, sent as they are. */
  extra: Record<string, string>;
  /** So many are sent at once. */
  times: number;
};

export type Entry = Click | Postback;
export type Unreadable = { line: number; reason: string };

export type Recording = {
  format: "a web server's log" | "JSON lines";
  /** Lines that are not empty. */
  lines: number;
  /** In the order of the file. */
  entries: Entry[];
  unreadable: Unreadable[];
};

/** A line that cannot be replayed, and why. */
export class UnreadableLine extends Error {}

/** Something a person has to mend before a replay can run, in one plain sentence or a few. */
export class Problem extends Error {}

/** Who clicks, as far as clicks are counted: one address with one user agent. */
export const visitorOf = ({ address, userAgent }: Click): string => `${address}\n${userAgent ?? ""}`;

/** A value a header can carry: printable Latin-1 and tabs, trimmed as HTTP does; null for none. */
export function headerText(text: string): string | null {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(trimmed)) throw new UnreadableLine("a header holds what no request can carry");
  return trimmed === "" ? null : trimmed;
}
