import { describe, expect, test } from "vitest";
import { HOME, returnUrl } from "../../../app/http/return-url";

const BASE = "https://office.example";

/** Ways to name another host or an invalid page that have worked in some software. */
const hostile = [
  "",
  " ",
  "app/home",
  "evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example/app",
  "/\\evil.example",
  "/\\/evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\\\evil.example",
  "/app\\..\\..\\evil.example",
  "http://evil.example",
  "https://evil.example/app/home",
  "HTTPS://EVIL.EXAMPLE",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "http:\\\\evil.example",
  "ftp://evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "mailto:a@evil.example",
  "about:blank",
  "@evil.example",
  "user:word@evil.example",
  "?next=//evil.example",
  "#//evil.example",
  ".//evil.example",
  "../evil",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  "\n//evil.example",
  " //evil.example",
  "/\u0000/evil.example",
  "/\u000b/evil.example",
  "/\u007f/evil.example",
  "/\u0085/evil.example",
  "/app/home\r\nSet-Cookie: session=evil",
  "/app/home\nLocation: https://evil.example",
  "/.//evil.example",
  "/./\\evil.example",
  "/..//evil.example",
  "/app/..//evil.example",
  "/app/../..//evil.example/x",
  "/app/%2e%2e//evil.example",
  "/%2e//evil.example",
  "/a/b/../../..//evil.example?x=1",
  "//evil.example/..",
  "//evil.example:80",
  "//[::1]",
  "//2130706433",
  "//evil%2eexample",
  "//evil。example",
  "/".repeat(5_000),
  `/${"a".repeat(5_000)}`,
];

const own = [
  "/app/home",
  "/app/stats/sites?start=2026-11-01&end=2026-11-15&groupBy=agent",
  '/app/stats/sites?dateRange={"start":"2026-11-01"}',
  "/app/offices/7/A%20B/sites",
  "/app/agents?name=%2F%2Fevil.example",
  "/app/links/links#code",
  "/",
  "/evil.example",
  "/@evil.example",
  "/https://evil.example",
  "/app/%5cevil.example",
  "/%09/evil.example",
  "/%2f%2fevil.example",
  "/app/näme",
];

describe("a sign-in redirects", () => {
  test("never out of the product [TRUST-18, AUTH-07]", () => {
    const left = hostile.filter((asked) => returnUrl(asked) !== HOME);
    expect(hostile.length).toBeGreaterThan(60);
    expect(left).toEqual([]);
  });

  test("to the requested path on this host [AUTH-07]", () => {
    for (const asked of own) {
      const leads = new URL(returnUrl(asked), `${BASE}/login`);
      expect(leads.href).toBe(new URL(asked, BASE).href);
      expect(leads.host).toBe("office.example");
    }
  });

  test("home if no path was requested [AUTH-07]", () => {
    expect(returnUrl(null)).toBe("/app/home");
  });
});
