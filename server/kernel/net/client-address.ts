import { randomUUID } from "node:crypto";
import { log } from "../process/log";
import { counter } from "../process/metrics";
import { forwardedHops, type ForwardingHeaders } from "./forwarded";
import { isInNetworks, normalizeAddress } from "../addresses/loopback";

/** The sender of a request. */
export type Client = {
  /** Null if the peer has disconnected, or if a trusted proxy wrote something else than an address. */
  address: string | null;
  /**
   * Distinguishes the client from others: the address, or without one the proxy's own identifier for the client
   * (RFC 7239, section 6.3), or else a new one for each request.
   */
  identity: string;
};

/**
 * The client of a request: the peer, or, if the peer is a trusted proxy, the last hop of the proxies' header that is not a
 * trusted proxy. IPv4-mapped IPv6 becomes IPv4. A hop that cannot be read is counted and never taken for the proxy.
 * `trusted` contains addresses and networks (`TRUST_PROXY`).
 */
export function clientOf(peer: string | undefined, headers: ForwardingHeaders, trusted: readonly string[]): Client {
  let address = normalizeAddress(peer);
  if (address === undefined) return { address: null, identity: randomUUID() };
  if (trusted.length === 0 || !isInNetworks(address, trusted)) return { address, identity: address };
  const hops = forwardedHops(headers);
  if (hops?.length === 0) return unreadable("");
  for (let i = (hops?.length ?? 0) - 1; i >= 0 && isInNetworks(address, trusted); i--) {
    const hop = hops?.[i] ?? "";
    const next = hopAddress(hop);
    if (next === undefined) return unreadable(hop);
    address = next;
  }
  return { address, identity: address };
}

/** The client's address alone; null if it is not known. */
export const clientAddress = (...request: Parameters<typeof clientOf>): string | null => clientOf(...request).address;

const unreadableHops = counter(
  "client_addresses_unreadable_total",
  "Requests for which a trusted proxy passed on something else than the client's address.",
).series({});
const LOG_INTERVAL_MS = 60_000;
const MAX_LOGGED = 100;
let loggedAt = -Infinity;

function unreadable(hop: string): Client {
  unreadableHops.add();
  // At most once a minute: every request through such a proxy is concerned.
  if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
    loggedAt = performance.now();
    log().warn({
      event: "client address unreadable",
      hop: hop.slice(0, MAX_LOGGED),
      effect: "clients have no address",
    });
  }
  return { address: null, identity: /^_[\w.-]+/.exec(hop)?.[0] ?? randomUUID() };
}

/** An address with a port: 192.0.2.1:80, [2001:db8::1]:80, or all eight groups and the port. A port may be obfuscated. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+)|((?:[\da-f]{1,4}:){7}[\da-f]{1,4}))(?::(?:\d{0,5}|_[\w.-]+))?$/i;

/** The address of a hop, which may be quoted and may have a port; undefined for anything else. */
function hopAddress(hop: string): string | undefined {
  const bare = normalizeAddress(hop);
  if (bare !== undefined) return bare;
  const [, bracketed, short, long] = WITH_PORT.exec(hop.replace(/^"(.*)"$/, "$1").trim()) ?? [];
  return normalizeAddress(bracketed ?? short ?? long);
}
