import fc from "fast-check";
import { aRole, encoded } from "./calls";
import { type Company, SECRET } from "./company";
import type { FuzzRequest } from "./request";
import { aText } from "./texts";
import type { Known } from "./values";

/** Tracked links and sites' reports, requested by anyone who knows the address. */

const by = { by: "bearer" as const, as: "nobody" as const, reads: false };
const KEYS = [
  "clickid",
  "event",
  "txid",
  "status",
  "reason",
  "geo",
  "email",
  "ts",
  "amount",
  "currency",
  "secret",
  "test",
];
const FITTING: Record<string, readonly string[]> = {
  event: ["sale", "bonus", "click", "0", "1", "2"],
  status: ["approved", "reversed"],
  txid: ["t1", "t2", "t3"],
  geo: ["US", "de"],
  ts: ["1767225600", "2026-11-20T00:00:00Z"],
  amount: ["1", "19.99"],
  test: ["1", "0"],
  secret: [SECRET],
};

const aHeader = fc.constantFrom(
  ...[
    "",
    "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0",
    "Googlebot/2.1",
    "x".repeat(7_000),
    "() { :; };",
    "<script>",
  ],
  ...["\u00ff\u00fe", "-", "null", "%00", "%s%n", "https://elsewhere.example/?a=%zz", "http://[", "about:blank"],
);
const headersOf = ([agent, referer, forwarded]: string[]): Record<string, string> => ({
  "User-Agent": agent ?? "",
  Referer: referer ?? "",
  "X-Forwarded-For": forwarded ?? "",
});
const aForwarded = fc.constantFrom(
  ...[
    "192.0.2.9",
    "2001:db8::9",
    "::ffff:192.0.2.9",
    "999.1.1.1",
    "unknown",
    "192.0.2.9, 127.0.0.1",
    ",,,",
    "[::1]:80",
  ],
  ...["' OR 1=1", "fe80::1%eth0", "1", "0x7f.1", "192.0.2.9:80", ""],
);
const someHeaders = fc.tuple(aHeader, aHeader, aForwarded).map(headersOf);

function links({ sites, agent }: Company): fc.Arbitrary<FuzzRequest> {
  const part = (fits: readonly number[]) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...fits.map(String)), weight: 6 },
      fc.constantFrom(
        "0",
        "-1",
        "1.0",
        "01",
        "1e0",
        "%31",
        "2147483648",
        "99999999999999999999",
        "%201",
        "1%20",
        "+1",
        "",
      ),
      aText.map(encoded),
    );
  const siteIds = part(sites.map(({ id }) => id));
  const typeIds = part(sites.flatMap(({ types }) => types.map(({ id }) => id)));
  const direct = fc.tuple(siteIds, typeIds, part([1, 2, agent.id])).map((ids) => `/api/links/go/${ids.join("/")}`);
  const coded = fc
    .oneof(aText.map(encoded), fc.base64String({ maxLength: 60 }), fc.string({ maxLength: 30 }).map(encoded))
    .map((code) => `/api/l/${code.replaceAll(/[^\x21-\x7e]/g, "")}`);
  const query = fc.array(
    fc.tuple(fc.constantFrom("sub1", "sub2", "sub5", "sub6", "clickid", "%", "sub1[]"), aText.map(encoded)),
    { maxLength: 3 },
  );
  return fc
    .tuple(fc.oneof({ arbitrary: direct, weight: 3 }, coded), query, someHeaders, fc.nat(15))
    .map(([where, given, headers, kind]): FuzzRequest => {
      const path = where + (given.length > 0 ? `?${given.map((pair) => pair.join("=")).join("&")}` : "");
      const method = kind === 0 ? "HEAD" : kind === 1 ? "POST" : kind === 2 ? "PATCH" : "GET";
      return { ...by, line: "a tracked link", method, path: kind === 3 ? `${path}%zz` : path, headers };
    });
}

function reports(known: Known): fc.Arbitrary<FuzzRequest> {
  const value = (key: string) =>
    fc.oneof(
      { arbitrary: FITTING[key] ? fc.constantFrom(...FITTING[key]) : (known(key) ?? aText).map(String), weight: 4 },
      aText,
    );
  const fields = fc
    .record(Object.fromEntries(KEYS.map((key) => [key, value(key)])), { requiredKeys: ["clickid", "event", "secret"] })
    .chain((given) =>
      fc.dictionary(fc.constantFrom("__proto__", "x", "sub1", ""), aText).map((more) => ({ ...more, ...given })),
    );
  return fc.tuple(fields, someHeaders, fc.nat(5)).map(([given, headers, kind]): FuzzRequest => {
    const query = Object.entries(given)
      .map(([key, text]) => `${encoded(key)}=${encoded(String(text))}`)
      .join("&");
    const path = "/api/postback";
    if (kind < 2)
      return { ...by, line: "GET postback", method: "GET", path: `${path}?${query}`.slice(0, 8_000), headers };
    const asForm = kind === 2;
    const type = asForm ? "application/x-www-form-urlencoded" : kind === 3 ? "text/plain" : "application/json";
    const body = Buffer.from(asForm ? query : JSON.stringify(given));
    return { ...by, line: "POST postback", method: "POST", path, headers: { ...headers, "Content-Type": type }, body };
  });
}

export const traffic = (company: Company, known: Known): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(links(company), reports(known));

/** Invalid addresses, and paths that resemble valid ones. */
export const addresses: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom(
      "/",
      "/app/",
      "/api/",
      "/app/agents/",
      "/images/",
      "/assets/",
      "//",
      "/api/l/",
      "/app/stats/sites/",
    ),
    fc.oneof(
      aText.map(encoded),
      fc.constantFrom(
        ...[
          "%",
          "%zz",
          "%c0%af",
          "%ff",
          "%00",
          "..%2f..",
          "%2e%2e/%2e%2e/etc/passwd",
          "a".repeat(9_000),
          ".git/config",
        ],
        ...[
          "__manifest",
          "x.data",
          "home?_data=root",
          "home?_routes=",
          ";",
          "%5c%5c",
          "%u0041",
          "a%0d%0aSet-Cookie:%20a=b",
        ],
        ...[
          "home.data",
          "root.data?_routes=root",
          "%E2%80%AE",
          "?".repeat(3_000),
          "?a=%",
          "?%zz=1",
          "%2561",
          "con",
          "*",
        ],
      ),
    ),
    aRole,
    fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"),
    fc.constantFrom(
      undefined,
      undefined,
      undefined,
      "[",
      "a b",
      "elsewhere.example",
      "x:99999",
      "user@host",
      "",
      "h/../x",
    ),
  )
  .map(([start, end, as, method, host]): FuzzRequest => ({
    ...{ line: `${method} an address`, as, by: "cookie", method, path: start + end },
    ...{ headers: { "Sec-Fetch-Site": "same-origin", ...(host ? { Host: host } : {}) }, reads: true },
  }));
