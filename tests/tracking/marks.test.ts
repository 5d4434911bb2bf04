import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../server/kernel/addresses/address";
import { AddressTree } from "../../server/kernel/addresses/address-tree";
import { clientAddress } from "../../server/kernel/net/client-address";
import { isLoopback } from "../../server/kernel/addresses/loopback";
import { classifyClick, type ClickSignals } from "../../server/tracking/clicks/classes";
import { clickedAt, clickId } from "../../server/tracking/clicks/click-id";
import { readCountries } from "../../server/tracking/clicks/countries";
import { Rate, visitors } from "../../server/tracking/clicks/visitor";
import { userAgents } from "../../server/tracking/clicks/user-agents";

/** Each property by which clicks are classified. */

test("a click id is a UUID version 7 in lower case with the click's time to the millisecond [TRACK-09]", () => {
  const at = Date.UTC(2026, 10, 1, 5, 59, 59, 999);
  const ids = Array.from({ length: 5_000 }, (_, i) => clickId(at + i));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.map(clickedAt)).toEqual(ids.map((_, i) => at + i));
  expect(ids).toEqual([...ids].sort());
  const many = new Set(Array.from({ length: 20_000 }, () => clickId(at)));
  expect(many.size).toBe(20_000);
});

test("the 74 bits after the time are all random [TRACK-09]", () => {
  const ones = Array<number>(128).fill(0);
  const count = 4_000;
  for (let i = 0; i < count; i++) {
    const bits = [...clickId(0).replaceAll("-", "")].flatMap((sign) =>
      [8, 4, 2, 1].map((bit) => parseInt(sign, 16) & bit),
    );
    bits.forEach((bit, at) => (ones[at] = (ones[at] ?? 0) + (bit ? 1 : 0)));
  }
  const random = ones.filter((n) => n > count * 0.4 && n < count * 0.6).length;
  expect(random).toBe(74);
});

describe("addresses", () => {
  test("are read in all of their spellings", () => {
    expect(parseAddress("192.0.2.255")).toEqual([0xc00002ff]);
    expect(parseAddress("::ffff:192.0.2.255")).toEqual([0xc00002ff]);
    expect(parseAddress("2001:db8::1:2")).toEqual([0x20010db8, 0, 0, 0x10002]);
    expect(parseAddress("fe80::1%eth0")).toEqual([0xfe800000, 0, 0, 1]);
    for (const text of ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.", "a", "1.2.3.4 ", "::g", "1"]) {
      expect(parseAddress(text), text).toBeUndefined();
    }
  });

  test("are found in networks of both families by their widest entry [TRACK-12]", () => {
    const tree = new AddressTree([
      "10.0.0.0/8",
      "10.1.0.0/16",
      "192.0.2.7",
      "2001:db8::/32",
      "2001:db9::1",
      "0.0.0.0/32",
    ]);
    const found = (text: string) => tree.covering(parseAddress(text) ?? []);
    expect(found("10.1.2.3")).toBe("10.0.0.0/8");
    expect(found("11.0.0.0")).toBeUndefined();
    expect(found("192.0.2.7")).toBe("192.0.2.7");
    expect(found("192.0.2.6")).toBeUndefined();
    expect(found("0.0.0.0")).toBe("0.0.0.0/32");
    expect(found("2001:db8:ffff::")).toBe("2001:db8::/32");
    expect(found("2001:db9::1")).toBe("2001:db9::1");
    expect(found("2001:db9::2")).toBeUndefined();
    expect(new AddressTree(["0.0.0.0/0"]).covering(parseAddress("8.8.8.8") ?? [])).toBe("0.0.0.0/0");
    expect(() => new AddressTree(["10.0.0.0/33"])).toThrow(RangeError);
    expect(() => new AddressTree(["ten"])).toThrow(RangeError);
  });

  test("behind proxies are only taken from trusted ones [TRUST-22, TRACK-17]", () => {
    const trusted = ["127.0.0.1", "10.0.0.0/8", "::1"];
    const of = (peer: string, forwarded?: string | string[]) =>
      clientAddress(peer, { "x-forwarded-for": forwarded }, trusted);
    expect(of("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(of("127.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(of("::ffff:127.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(of("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.9.9.9")).toBe("198.51.100.1");
    expect(of("127.0.0.1", ["6.6.6.6", " 198.51.100.1"])).toBe("198.51.100.1");
    expect(of("127.0.0.1", "[2001:DB8::1]")).toBe("2001:db8::1");
    expect(of("127.0.0.1", "198.51.100.1, unknown")).toBeNull();
    expect([isLoopback("127.9.9.9"), isLoopback("::1"), isLoopback("10.0.0.1"), isLoopback("")]).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

describe("countries", () => {
  const country = readCountries();

  test("come from the packaged table and are empty if it has none [TRACK-17]", () => {
    expect(["8.8.8.8", "1.0.1.5", "2001:200::5", "::ffff:8.8.8.8"].map(country)).toEqual(["US", "CN", "AU", "US"]);
    expect(["127.0.0.1", "10.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "no"].map(country)).toEqual(
      Array(6).fill(""),
    );
  });

  test("are right at both ends of the table's ranges [TRACK-17]", () => {
    const folder = "@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-";
    for (const family of ["ipv4", "ipv6"]) {
      const text = readFileSync(createRequire(import.meta.url).resolve(`${folder}${family}.csv`), "utf8");
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(",") as [string, string, string]);
      // A range inside another or overlapping its end comes later and wins where both start.
      const atStart = new Map(lines.map(([start, , code]) => [start, code]));
      const some = lines.filter((_, index) => index % 41 === 0);
      const wrong = some.filter(([start]) => country(start) !== atStart.get(start));
      expect(wrong).toEqual([]);
      const atEnd = new Map(lines.map(([, end, code]) => [end, code]));
      const cut = some.filter(([, end]) => country(end) !== atEnd.get(end)).length;
      expect(cut / some.length).toBeLessThan(0.002);
    }
  });
});

describe("classes", () => {
  const marks: ClickSignals = {
    suspended: undefined,
    blacklisted: () => undefined,
    robot: undefined,
    headers: {},
    tooMany: () => false,
  };

  test("are checked in the order suspended, blacklisted, bot, prefetch, rate, ok, each with its reason", () => {
    const all: ClickSignals = {
      suspended: "The site is suspended.",
      blacklisted: () => "192.0.2.0/24",
      robot: "Googlebot",
      headers: { "sec-purpose": "prefetch" },
      tooMany: () => true,
    };
    const told: string[] = [];
    for (const name of ["suspended", "blacklisted", "robot", "headers", "tooMany", ""] as const) {
      const judged = classifyClick(all);
      told.push(judged.class);
      expect(judged.reason).toEqual(judged.class === "ok" ? null : expect.stringMatching(/^[A-Z].+\.$/));
      if (name) Object.assign(all, { [name]: marks[name] });
    }
    expect(told).toEqual(["suspended", "blacklisted", "bot", "prefetch", "rate", "ok"]);
  });

  test.each([
    [{ "sec-purpose": "prefetch" }, "prefetch"],
    [{ "sec-purpose": "prefetch;prerender" }, "prefetch"],
    [{ purpose: "prefetch" }, "prefetch"],
    [{ "x-moz": "prefetch" }, "prefetch"],
    [{ purpose: "Preview" }, "prefetch"],
    [{ "x-purpose": "preview" }, "prefetch"],
    [{ "x-purpose": "preview", "x-fb-http-engine": "Liger" }, "prefetch"],
    [{ "x-sec-purpose": "prefetch" }, "prefetch"],
    ...["image", "script", "style", "font", "video", "empty", "embed", "object", "worker"].map(
      (dest): [IncomingHttpHeaders, string] => [{ "sec-fetch-dest": dest, "sec-fetch-mode": "no-cors" }, "prefetch"],
    ),
    [{ "sec-fetch-mode": "cors" }, "prefetch"],
    ...["document", "iframe", "frame"].map((dest): [IncomingHttpHeaders, string] => [
      { "sec-fetch-dest": dest, "sec-fetch-mode": "navigate" },
      "ok",
    ]),
    [{ "x-requested-with": "com.facebook.katana", "x-fb-http-engine": "Liger" }, "ok"],
    [{ "sec-purpose": "navigate" }, "ok"],
    [{ "x-purpose-of-life": "prefetch" }, "ok"],
  ])("%o is %s [TRACK-14]", (headers, expected) => {
    expect(classifyClick({ ...marks, headers }).class).toBe(expected);
  });

  test("a click that never reaches the rate check does not count towards it [TRACK-15]", () => {
    let counted = 0;
    const tooMany = () => ++counted > 0;
    classifyClick({ ...marks, robot: "bot", tooMany });
    expect(counted).toBe(0);
    classifyClick({ ...marks, tooMany });
    expect(counted).toBe(1);
  });
});

const phone = (model: string) =>
  `Mozilla/5.0 (Linux; Android 10; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36`;

test.each([
  ...["CUBOT", "CUBOT_NOTE_S", "BOT", "BOT-1 Build/QP1A.190711.020; wv", "SPIDER", "X1 Build/SPIDER", "Crawler X"].map(
    phone,
  ),
  ...["ROBOT 5", "Scan TC20", "Monitor 3", "moto g power (2022)", "SPIDER (2021) Build/R1", "Headless 1"].map(phone),
  "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; SPIDER Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
  "Mozilla/5.0 (Mobile; SPIDER; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
  "UCWEB/2.0 (Linux; U; Adr 10; en-US; SPIDER) U2/1.0.0 UCBrowser/9.4.1.482 U2/1.0.0 Mobile",
  `${phone("CUBOT P50; wv")} [FBAN/FB4A;FBAV/400.0;FBMF/SPIDER;FBBD/BOT;FBDV/BOT;FBSV/11;]`,
  `${phone("X; wv")} Instagram 269.0.0.18.75 Android (30/11; 320dpi; 720x1456; BOT; SPIDER; BOT; mt6765; en_US; 436384447)`,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone14,2;FBMD/iPhone]",
  "Opera/9.80 (Android; Opera Mini/36.2/191.256; U; en) Presto/2.12.423 Version/12.16",
  "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
])("%s is a person [TRACK-13]", (text) => {
  expect(userAgents()(text).robot).toBeUndefined();
});

test.each([
  "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4291",
  "Mozilla/5.0 (Linux; Ubuntu 22.04; en-US) PowerShell/7.4.1",
  "Dalvik/2.1.0 (Linux; U; Android 11; SM-A515F Build/RP1A.200720.012)",
  "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17328; Pro)",
  "Microsoft Office Existence Discovery",
  "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
  "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; ms-office)",
  ...[
    "Dart/3.2 (dart:io)",
    "MyApp/1.0 CFNetwork/1474 Darwin/23.0.0",
    "MyApp/1 (iOS 17.0) Alamofire/5.0",
    "VLC/3.0 LibVLC/3.0",
  ],
  ...[
    "okhttp/4.12.0",
    "Go-http-client/2.0",
    "python-httpx/0.26",
    "Java/1.8.0_392",
    "undici",
    "GuzzleHttp/7",
    "ktor-client",
  ],
  ...["-", "Mozilla/5.0", "WhatsApp/2.23.20.0 A", "SkypeUriPreview", "Microsoft-WebDAV-MiniRedir/10.0.19045"],
  `${phone("Nexus 5X Build/MMB29P")} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  phone("compatible; MyBot/1.0; +http://bot.example"),
  phone("SPIDER").replace("Chrome/", "HeadlessChrome/"),
])("%s is a program [TRACK-13]", (text) => {
  expect(userAgents()(text).robot).toMatch(/./);
});

test("robots are recognized by their user agent, once for each text [TRACK-13]", () => {
  const agent = userAgents();
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  expect(agent(chrome).robot).toBeUndefined();
  expect(agent("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)").robot).toMatch(/google/i);
  expect(agent("curl/8.5.0").robot).toBeDefined();
  expect(agent(chrome)).toBe(agent(chrome));
  expect(agent("x".repeat(5_000)).text).toHaveLength(1_000);
  expect(agent(chrome).id).not.toBe(agent("curl/8.5.0").id);
});

describe("the rate", () => {
  const visitor = visitors(randomBytes(32))("192.0.2.1", "Mozilla", 5);
  const clicks = (rate: Rate, count: number, at: number, agentId = 1, who = visitor) =>
    Array.from({ length: count }, () => rate.exceeded(who, agentId, at)).filter(Boolean).length;

  test("allows a number of clicks per visitor, link and minute, and classifies more as rate [TRACK-15]", () => {
    const start = 1_000_000;
    const rate = new Rate(60, start);
    expect(clicks(rate, 60, start)).toBe(0);
    expect(clicks(rate, 1, start + 54_000)).toBe(1);
    expect(clicks(rate, 1, start + 60_000)).toBe(0);
    expect(clicks(rate, 59, start + 65_000)).toBe(1);
    expect(clicks(rate, 60, start + 500_000)).toBe(0);
  });

  test("is separate for each visitor and each agent's link, and 0 allows everything [TRACK-15]", () => {
    const rate = new Rate(2, 0);
    const other = visitors(randomBytes(32))("192.0.2.1", "Mozilla", 5);
    expect([clicks(rate, 3, 1), clicks(rate, 3, 1, 2), clicks(rate, 3, 1, 1, other)]).toEqual([1, 1, 1]);
    expect(clicks(new Rate(0, 0), 1_000, 1)).toBe(0);
  });

  test("detects one excessive visitor among 200,000 others in fixed memory [TRACK-15]", () => {
    const of = visitors(randomBytes(32));
    const rate = new Rate(60, 0);
    let passed = 0;
    for (let i = 0; i < 200_000; i++) {
      rate.exceeded(of(`198.51.${i >> 8}.${i & 255}`, "x", 1), 1, i / 10);
      if (i % 1_000 === 0 && !rate.exceeded(visitor, 1, i / 10)) passed++;
    }
    expect(passed).toBe(60);
  });
});
