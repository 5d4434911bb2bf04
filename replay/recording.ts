/** The content of a recorded traffic file, independent of its format. */

/** A request for a tracked link. Header texts are Latin-1, one character per byte, as on the wire. */
export type Click = {
  kind: "click";
  line: number;
  /** Postbacks refer to their click by this name. Unique in its file. */
  name: string;
  method: string;
  address: string;
  /** Null when the request had none. */
  userAgent: string | null;
  referer: string | null;
  /** The requested link: a path, which is mapped to one of the links, or a link by its ids. */
  target: string | LinkIds;
};

export type LinkIds = { siteId: number; typeId: number; agentId: number };

/** A site's report about a click. */
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
  /** Number of copies sent at once. */
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

/** A line that cannot be replayed, with the reason. */
export class UnreadableLine extends Error {}

/** A problem that a person has to fix before a replay can run, in one or a few plain sentences. */
export class Problem extends Error {}

/** A visitor, as clicks are counted: one address with one user agent. */
export const visitorOf = ({ address, userAgent }: Click): string => `${address}\n${userAgent ?? ""}`;

/** A value that a header can carry: printable Latin-1 and tabs, trimmed as in HTTP. Null if it is empty. */
export function headerText(text: string): string | null {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(trimmed)) throw new UnreadableLine("a header has characters that are not allowed");
  return trimmed === "" ? null : trimmed;
}
