import fc from "fast-check";
import { expect, test } from "vitest";
import { clientAddress, clientOf } from "../../server/kernel/net/client-address";
import { isLoopback } from "../../server/kernel/addresses/loopback";
import { figure } from "../world/figure";

const PROXIES = ["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"];
/** The client behind the proxy 10.1.1.1, by its header. */
const behind = (forwardedFor: string | string[]) =>
  clientAddress("10.1.1.1", { "x-forwarded-for": forwardedFor }, PROXIES);
const forwarded = (header: string) => clientAddress("10.1.1.1", { forwarded: header }, PROXIES);

test("X-Forwarded-For is read from the right, and only from trusted proxies [TRUST-22]", () => {
  const header = { "x-forwarded-for": "1.2.3.4" };
  expect(clientAddress("203.0.113.5", header, PROXIES)).toBe("203.0.113.5");
  expect(clientAddress("203.0.113.5", { forwarded: "for=1.2.3.4" }, PROXIES)).toBe("203.0.113.5");
  expect(clientAddress("203.0.113.5", header, [])).toBe("203.0.113.5");
  expect(behind("1.2.3.4")).toBe("1.2.3.4");
  expect(behind("9.9.9.9, 1.2.3.4, 10.2.2.2")).toBe("1.2.3.4");
  expect(behind(["9.9.9.9", "1.2.3.4"])).toBe("1.2.3.4");
  expect(clientAddress("2001:db8::1", { "x-forwarded-for": "2001:4860::8" }, PROXIES)).toBe("2001:4860::8");
  expect(clientAddress("10.1.1.1", {}, PROXIES)).toBe("10.1.1.1");
  expect(clientAddress(undefined, header, PROXIES)).toBeNull();
});

test.each([
  ["192.0.2.20:4711", "192.0.2.20"],
  ["192.0.2.20:", "192.0.2.20"],
  ["192.0.2.20:_http", "192.0.2.20"],
  ['"192.0.2.20:4711"', "192.0.2.20"],
  ["[2001:4860::1]:443", "2001:4860::1"],
  ["[2001:4860::2]", "2001:4860::2"],
  ['"[2001:4860::2]"', "2001:4860::2"],
  ["[fe80::1%25eth0]:443", "fe80::1"],
  ["2001:4860:0:0:0:0:0:1:443", "2001:4860::1"],
  ["[::ffff:192.0.2.9]:80", "192.0.2.9"],
  ["192.0.2.20,", "192.0.2.20"],
  [" , 192.0.2.20:80 , , ", "192.0.2.20"],
  ["9.9.9.9:1, 192.0.2.20:4711, 10.2.2.2:80, [2001:db8::7]:443", "192.0.2.20"],
  ["garbage, 192.0.2.20:4711", "192.0.2.20"],
])("X-Forwarded-For: %s is %s [TRUST-22]", (header, address) => {
  expect(behind(header)).toBe(address);
});

test.each([
  ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"],
  ['For="[2001:4860::17]:4711"', "2001:4860::17"],
  ['by=_a; FOR = "192.0.2.60:80" ; host="a,b;for=6.6.6.6"', "192.0.2.60"],
  ["for=9.9.9.9, for=192.0.2.60, for=10.2.2.2", "192.0.2.60"],
  ['for=9.9.9.9,, for="\\[2001:4860::17\\]",', "2001:4860::17"],
  // A client could begin the header that the proxy appends to.
  ['for="9.9.9.9, for=192.0.2.60', "192.0.2.60"],
  ["proto=https, for=192.0.2.60", "192.0.2.60"],
])("Forwarded: %s is %s [TRUST-22]", (header, address) => {
  expect(forwarded(header)).toBe(address);
});

test("X-Forwarded-For wins over Forwarded, which most proxies pass on as a client sent it [TRUST-22]", () => {
  const headers = { "x-forwarded-for": "192.0.2.20", forwarded: "for=6.6.6.6" };
  expect(clientAddress("10.1.1.1", headers, PROXIES)).toBe("192.0.2.20");
});

const UNREADABLE = [
  ...["unknown", "1.2.3.4, garbage", "", ",", "192.0.2.20:port", "[192.0.2.20", "192.0.2.020", "shop.example:80", "-"],
  ...["_hidden", "192.0.2.20:4711:1", "garbage, 10.2.2.2"],
];

test.each([
  ...UNREADABLE.map((text) => ({ "x-forwarded-for": text })),
  ...["for=unknown", "for=_hidden", "proto=https", "for=", "nonsense", 'for="192.0.2.60', ""].map((text) => ({
    forwarded: text,
  })),
])("%j is counted and is never the proxy [TRUST-22]", async (headers) => {
  const before = await figure("client_addresses_unreadable_total");
  const client = clientOf("10.1.1.1", headers, PROXIES);
  expect(client.address).toBeNull();
  expect(await figure("client_addresses_unreadable_total")).toBe(before + 1);
});

test("clients without a readable address are not one, unless the proxy identifies them [TRUST-22]", () => {
  const identity = (hop: string) => clientOf("10.1.1.1", { "x-forwarded-for": hop }, PROXIES).identity;
  expect(identity("unknown")).not.toBe(identity("unknown"));
  expect(identity("_client-7")).toBe("_client-7");
  expect(identity("_client-7:_port")).toBe("_client-7");
  expect(identity("192.0.2.20:1")).toBe(identity("192.0.2.20:2"));
});

test("an address is given without its zone, which address columns do not accept", () => {
  expect(clientAddress("fe80::1%eth0", {}, PROXIES)).toBe("fe80::1");
  expect(behind("fe80::1%25")).toBe("fe80::1");
});

test("an IPv4-mapped IPv6 address is IPv4 [TRUST-22]", () => {
  expect(clientAddress("::ffff:127.0.0.1", { "x-forwarded-for": "::ffff:1.2.3.4" }, PROXIES)).toBe("1.2.3.4");
  expect(isLoopback("::ffff:127.0.0.1")).toBe(true);
  expect(isLoopback("127.8.9.1")).toBe(true);
  expect(isLoopback("::1")).toBe(true);
  expect(isLoopback("0.0.0.0")).toBe(false);
  expect(isLoopback(undefined)).toBe(false);
});

test("no header lets an untrusted peer change its address or causes an error [TRUST-22]", () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (header, peer) => {
      fc.pre(!peer.startsWith("10.") && peer !== "127.0.0.1");
      for (const name of ["x-forwarded-for", "forwarded"]) {
        expect(clientAddress(peer, { [name]: header }, PROXIES)).toBe(peer);
        expect(clientAddress("10.0.0.1", { [name]: header }, PROXIES) ?? "0").toMatch(/^[\d.:a-f]+$/);
      }
    }),
  );
});
