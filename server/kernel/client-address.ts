import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

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
  let address = parsed(peer);
  if (!address) return null;
  const hops = [forwardedFor ?? []].flat().join(",").split(",").reverse();
  for (const hop of hops) {
    if (!isTrusted(address, trusted)) break;
    const next = parsed(hop);
    if (!next) break;
    address = next;
  }
  return address.toString();
}

/** Loopback in any spelling. */
export const isLoopback = (text: string | undefined): boolean => parsed(text)?.range() === "loopback";

/** Addresses and networks, or the first text that is neither. */
export function networks(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    try {
      if (text.includes("/")) return ipaddr.parseCIDR(text);
      const address = ipaddr.process(text);
      return [address, address.kind() === "ipv4" ? 32 : 128];
    } catch {
      throw new Error(text);
    }
  });
}

function parsed(text: string | undefined): Address | undefined {
  const plain = (text ?? "").trim().replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}

let known: { texts: readonly string[]; networks: Network[] } | undefined;

function isTrusted(address: Address, texts: readonly string[]): boolean {
  if (texts.length === 0) return false;
  if (known?.texts !== texts) known = { texts, networks: networks(texts) };
  return known.networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}
