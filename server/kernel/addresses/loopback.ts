import ipaddr from "ipaddr.js";
import { parseAddress } from "./address";
import { AddressTree } from "./address-tree";

/** True for a loopback address in any notation. */
export function isLoopback(text: string | undefined): boolean {
  const address = normalizeAddress(text);
  return address !== undefined && isInNetworks(address, LOOPBACK);
}

/** True for a host name or address that reaches this machine without a network in between. */
export const isThisMachine = (host: string): boolean => host === "localhost" || isLoopback(host);

const LOOPBACK = ["127.0.0.0/8", "::1"];

/** The canonical form of an address, without brackets and zone; undefined if it is not an address. */
export function normalizeAddress(text = ""): string | undefined {
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

/** Whether an address is in one of the networks. */
export function isInNetworks(address: string, texts: readonly string[]): boolean {
  let tree = trees.get(texts);
  if (!tree) trees.set(texts, (tree = new AddressTree(texts)));
  const words = parseAddress(address);
  return words !== undefined && tree.covering(words) !== undefined;
}
