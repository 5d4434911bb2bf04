import ipaddr from "ipaddr.js";
import { parseAddress } from "./address";
import { AddressTree } from "./address-tree";

/**
 * The IP address of a client: the peer's, or, if the peer is a trusted proxy, the last address in `X-Forwarded-For`
 * that is not a trusted proxy. IPv4-mapped IPv6 is returned as IPv4. Null if the peer has disconnected. `trusted`
 * contains addresses and networks (`TRUST_PROXY`).
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: readonly string[],
): string | null {
  let address = normalizeAddress(peer);
  if (address === undefined) return null;
  if (forwardedFor === undefined || trusted.length === 0) return address;
  const hops = typeof forwardedFor === "string" ? forwardedFor.split(",") : forwardedFor.join(",").split(",");
  for (let i = hops.length - 1; i >= 0 && isTrusted(address, trusted); i--) {
    const next = normalizeAddress(hops[i]);
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** True for a loopback address in any notation. */
export function isLoopback(text: string | undefined): boolean {
  const address = normalizeAddress(text);
  return address !== undefined && isTrusted(address, LOOPBACK);
}

/** True for a host name or address that reaches this machine without a network in between. */
export const isThisMachine = (host: string): boolean => host === "localhost" || isLoopback(host);

const LOOPBACK = ["127.0.0.0/8", "::1"];

/** The canonical form of an address, without brackets and zone; undefined if it is not an address. */
function normalizeAddress(text = ""): string | undefined {
  // Nearly every address is bare. A zone names a network interface of this machine, and no column accepts it.
  const bare =
    parseAddress(text) && !text.includes("%")
      ? text
      : text
          .trim()
          .replace(/^\[(.*)\]$/, "$1")
          .replace(/%.*$/, "");
  const words = parseAddress(bare);
  if (words === undefined) return undefined;
  // IPv4 without a colon is already canonical.
  return words.length === 1 && !bare.includes(":") ? bare : ipaddr.process(bare).toString();
}

const trees = new WeakMap<readonly string[], AddressTree>();

function isTrusted(address: string, texts: readonly string[]): boolean {
  let tree = trees.get(texts);
  if (!tree) trees.set(texts, (tree = new AddressTree(texts)));
  const words = parseAddress(address);
  return words !== undefined && tree.covering(words) !== undefined;
}
