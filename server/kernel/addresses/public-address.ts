import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Addresses and hosts of the public Internet, which the server may call for people. Everything else is refused. */

/** Networks that ipaddr.js calls unicast although no public host has an address in them. */
const SPECIAL_IPV6 = ["2001::/23", "3fff::/20"].map((network) => ipaddr.IPv6.parseCIDR(network));
/** A unicast address that answers inside of Azure only, with keys of the machine. */
const AZURE_MACHINE = "168.63.129.16";
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for a public unicast address in its usual form. False for private, loopback, link-local, shared, documentation
 * and other reserved networks, for IPv6 that carries IPv4 (6to4, Teredo, NAT64), and for any other text.
 * IPv4-mapped IPv6 counts as its IPv4 address.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  const address = ipaddr.process(ip);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return address.toString() !== AZURE_MACHINE;
  return address.match(GLOBAL_UNICAST_IPV6) && !SPECIAL_IPV6.some((network) => address.match(network));
}

/** Top-level names that are resolved within one network or machine only (RFC 6761, RFC 6762, RFC 8375, ICANN). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|lan|intranet|home\.arpa|test|invalid|onion)$/;

/**
 * True for a host that can be public: a public address in any of the forms that URLs accept (decimal, octal, hex,
 * IPv6 in brackets), or a name with a dot that is not reserved for local networks. The name may still resolve to a
 * private address, so check resolved addresses with `isPublicAddress`.
 */
export function isPublicHost(host: string): boolean {
  const address = `https://${host}/`;
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  if (username || password) return false;
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.+$/, "");
  if (isIP(name)) return isPublicAddress(name);
  return name.includes(".") && !LOCAL_NAME.test(name);
}
