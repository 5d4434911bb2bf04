import { expect, test } from "vitest";
import { isPublicAddress, isPublicHost } from "../../server/kernel/addresses/public-address";

const PUBLIC_ADDRESSES = [
  ...["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1"],
  ...["192.167.255.255", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "::ffff:8.8.8.8"],
];

const OTHER_ADDRESSES = [
  // This network, loopback, private, shared, link-local
  ...["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.0.0.53", "127.255.255.254", "10.0.0.1", "10.255.255.255"],
  ...["172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.255.255", "100.64.0.1", "100.127.255.255"],
  ...["169.254.0.1", "169.254.169.254", "169.254.170.2", "100.100.100.200"],
  // Of the machine itself at Azure
  "168.63.129.16",
  // Reserved, documentation, benchmarks, multicast, broadcast
  ...["192.0.0.1", "192.0.0.192", "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "198.19.255.255"],
  ...["192.88.99.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  // IPv6: unspecified, loopback, local, link-local, site-local, multicast, documentation, discard
  ...["::", "::1", "fc00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1"],
  ...["2001:db8::1", "3fff::1", "100::1", "4000::1", "5f00::1"],
  // IPv6 that carries IPv4: mapped, compatible, translated, NAT64, 6to4, Teredo; ORCHID, benchmarks
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::7f00:1"],
  ...["::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1"],
  ...["2001::1", "2001:0:4136:e378::1", "2001:10::1", "2001:20::1", "2001:2::1"],
  // No addresses in their usual form
  ...["", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.0.1.", "[::1]", "fe80::1%eth0"],
  ...["8.8.8.8%1", "1.1.1.1/32", " 1.1.1.1", "1.1.1.1\n", "example.org", "256.1.1.1", "1.2.3", "::ffff:999.1.1.1"],
];

test("only public unicast addresses are public", () => {
  expect(PUBLIC_ADDRESSES.filter((ip) => !isPublicAddress(ip))).toEqual([]);
  expect(OTHER_ADDRESSES.filter(isPublicAddress)).toEqual([]);
  expect(new Set(OTHER_ADDRESSES).size).toBeGreaterThanOrEqual(60);
});

const PUBLIC_HOSTS = [
  ...["example.org", "example.org:8443", "EXAMPLE.ORG", "hooks.example.co.uk", "example.org.", "xn--bcher-kva.example"],
  ...["1.1.1.1", "0x01010101", "16843009", "[2606:4700:4700::1111]", "localhost.example.org", "my-internal.org"],
];

const OTHER_HOSTS = [
  // Every form in which URLs accept 127.0.0.1 and its like
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001", "0x7f.0.0.1"],
  ...[
    "0177.0.0.1",
    "0x7f.1",
    "0177.1",
    "127.0.0.1:443",
    "0",
    "0.0.0.0",
    "0x0",
    "00000000000",
    "１２７.0.0.1",
    "127。0。0。1",
  ],
  ...["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "169.16689662"],
  ...["10.0.0.1", "167772161", "012.0.0.1", "0xa000001", "192.168.1.1", "3232235777", "172.16.0.1", "100.64.0.1"],
  // IPv6
  ...["[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fe80::1]"],
  ...["[fc00::1]", "[fd00:ec2::254]", "[64:ff9b::169.254.169.254]", "[2002:a9fe:a9fe::]", "[ff02::1]", "[::1]:8080"],
  // Names of one machine or network
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost:3000",
    "a.localhost",
    "localhost.localdomain",
    "printer.local",
  ],
  ...[
    "printer.local.",
    "metadata.google.internal",
    "internal",
    "db.internal.",
    "router.lan",
    "nas.home.arpa",
    "intranet",
  ],
  // No hosts
  ...[
    "",
    " ",
    "a b.org",
    "user@example.org",
    "user:secret@example.org",
    "example.org/path",
    "example.org?x",
    "a\\b.org",
  ],
  ...["example.org#x", "[::1", "256.256.256.256", "1.2.3.4.5", "127.0.0.1%00.example.org", "."],
];

test("a host is public as a public address in any form, or as a name that is not reserved for local networks", () => {
  expect(PUBLIC_HOSTS.filter((host) => !isPublicHost(host))).toEqual([]);
  expect(OTHER_HOSTS.filter(isPublicHost)).toEqual([]);
  expect(new Set(OTHER_HOSTS).size).toBeGreaterThanOrEqual(60);
});
