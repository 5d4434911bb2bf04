import ipaddr from "ipaddr.js";
import { wordsOf } from "./address";
import { AddressTree } from "./address-tree";

/**
 * The address that a request came from: the peer's, or, where the peer is a trusted proxy, the last one of
 * `X-Forwarded-For` that is no trusted proxy itself. IPv4 in IPv6 clothes is answered as IPv4; null when the peer is
 * gone. `trusted` holds addresses and networks (`TRUST_PROXY`).
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: readonly string[],
): string | null {
  let address = plain(peer);
  if (address === undefined) return null;
  if (forwardedFor === undefined || trusted.length === 0) return address;
  const hops = typeof forwardedFor === "string" ? forwardedFor.split(",") : forwardedFor.join(",").split(",");
  for (let i = hops.length - 1; i >= 0 && isTrusted(address, trusted); i--) {
    const next = plain(hops[i]);
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** Loopback in any spelling. */
export function isLoopback(text: string | undefined): boolean {
  const address = plain(text);
  return address !== undefined && isTrusted(address, LOOPBACK);
}

/** A host of an address that leads to this machine without a network between. */
export const isThisMachine = (host: string): boolean => host === "localhost" || isLoopback(host);

const LOOPBACK = ["127.0.0.0/8", "::1"];

/** The one spelling of an address; undefined for what is none. */
function plain(text = ""): string | undefined {
  // Nearly every address comes bare. A zone says through which card of this machine, which no column takes.
  const bare =
    wordsOf(text) && !text.includes("%")
      ? text
      : text
          .trim()
          .replace(/^\[(.*)\]$/, "$1")
          .replace(/%.*$/, "");
  const words = wordsOf(bare);
  if (words === undefined) return undefined;
  // What was read as IPv4 without a colon is written in its one spelling already.
  return words.length === 1 && !bare.includes(":") ? bare : ipaddr.process(bare).toString();
}

const trees = new WeakMap<readonly string[], AddressTree>();

function isTrusted(address: string, texts: readonly string[]): boolean {
  let tree = trees.get(texts);
  if (!tree) trees.set(texts, (tree = new AddressTree(texts)));
  const words = wordsOf(address);
  return words !== undefined && tree.covering(words) !== undefined;
}
