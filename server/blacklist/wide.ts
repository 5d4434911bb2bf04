import { formatNetwork, isInNetwork, parseAddress, parseNetwork } from "../kernel/addresses/address";

/** More addresses than this are rarely meant. */
const MOST_ADDRESSES = 65_536n;
/** An IPv6 customer has a network of this length, which counts as one address. */
const IPV6_CUSTOMER_BITS = 64;

/** The warnings about an entry (an address or network): it covers very many addresses, or the reader's own. */
export function warningsAbout(entry: string, ownAddress: string | null): string[] {
  const network = parseNetwork(entry);
  if (!network) return [];
  const isIPv4 = network.words.length === 1;
  const freeBits = (isIPv4 ? 32 : IPV6_CUSTOMER_BITS) - network.bits;
  const count = freeBits > 0 ? 1n << BigInt(freeBits) : 1n;
  const name = formatNetwork(network);
  const unit = isIPv4 ? "addresses" : "networks of customers (/64)";
  const own = ownAddress === null ? undefined : parseAddress(ownAddress);
  return [
    ...(count > MOST_ADDRESSES ? [`${name} covers ${count.toLocaleString("en-US")} ${unit}.`] : []),
    ...(own && isInNetwork(own, network)
      ? [`${name} covers your own address ${ownAddress}: clicks from it would no longer count.`]
      : []),
  ];
}

/** The same address or network, and every network that covers it. */
export function coveringNetworks(text: string): string[] {
  const network = parseNetwork(text.trim());
  if (!network) return [];
  return Array.from({ length: network.bits + 1 }, (_, bits) => formatNetwork({ ...network, bits }));
}
