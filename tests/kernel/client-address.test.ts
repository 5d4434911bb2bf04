import fc from "fast-check";
import { expect, test } from "vitest";
import { clientAddress, isLoopback } from "../../server/kernel/net/client-address";

const PROXIES = ["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"];

test("X-Forwarded-For is read from the right, and only from trusted proxies [TRUST-22]", () => {
  expect(clientAddress("203.0.113.5", "1.2.3.4", PROXIES)).toBe("203.0.113.5");
  expect(clientAddress("203.0.113.5", "1.2.3.4", [])).toBe("203.0.113.5");
  expect(clientAddress("10.1.1.1", "1.2.3.4", PROXIES)).toBe("1.2.3.4");
  expect(clientAddress("10.1.1.1", "9.9.9.9, 1.2.3.4, 10.2.2.2", PROXIES)).toBe("1.2.3.4");
  expect(clientAddress("10.1.1.1", ["9.9.9.9", "1.2.3.4"], PROXIES)).toBe("1.2.3.4");
  expect(clientAddress("2001:db8::1", "2001:4860::8", PROXIES)).toBe("2001:4860::8");
  expect(clientAddress("10.1.1.1", undefined, PROXIES)).toBe("10.1.1.1");
  expect(clientAddress("10.1.1.1", "unknown", PROXIES)).toBe("10.1.1.1");
  expect(clientAddress("10.1.1.1", "1.2.3.4, garbage", PROXIES)).toBe("10.1.1.1");
  expect(clientAddress(undefined, "1.2.3.4", PROXIES)).toBeNull();
});

test("an address is given without its zone, which address columns do not accept", () => {
  expect(clientAddress("fe80::1%eth0", undefined, PROXIES)).toBe("fe80::1");
  expect(clientAddress("10.1.1.1", "fe80::1%25", PROXIES)).toBe("fe80::1");
});

test("an IPv4-mapped IPv6 address is IPv4 [TRUST-22]", () => {
  expect(clientAddress("::ffff:127.0.0.1", "::ffff:1.2.3.4", PROXIES)).toBe("1.2.3.4");
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
      expect(clientAddress(peer, header, PROXIES)).toBe(peer);
      expect(clientAddress("10.0.0.1", header, PROXIES)).toMatch(/^[\d.:a-f]+$/);
    }),
  );
});
