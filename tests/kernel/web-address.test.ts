import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { webAddressError } from "../../server/kernel/net/urls";

type Known = {
  input: string;
  failure?: true;
  href?: string;
  protocol?: string;
  username?: string;
  password?: string;
  hostname?: string;
};
const known = JSON.parse(readFileSync("tests/world/url-data.json", "utf8")) as Known[];

test("of the addresses in the URL standard's tests, only those that browsers resolve as written are accepted [LINK-17]", () => {
  const taken = known.filter(({ input }) => webAddressError(input) === undefined);
  for (const { input, failure, protocol, username, password, hostname, href } of taken) {
    expect(failure, input).toBeUndefined();
    expect(protocol, input).toMatch(/^https?:$/);
    expect([username, password], input).toEqual(["", ""]);
    expect(input.toLowerCase(), input).toContain(`//${hostname}`);
    expect(new URL(input).href, input).toBe(href);
  }
  expect(taken.length).toBeGreaterThan(80);
});

test.each([
  ["javascript:alert(1)", /begin with javascript:/],
  ["JaVaScRiPt:alert(1)", /begin with JaVaScRiPt:/],
  [" javascript:alert(1)", /begin with javascript:/],
  ["data:text/html,<script>alert(1)</script>", /begin with data:/],
  ["vbscript:msgbox", /begin with vbscript:/],
  ["file:///etc/passwd", /begin with file:/],
  ["ftp://example.org/", /begin with ftp:/],
  ["//example.org/", /http or https/],
  ["example.org", /http or https/],
  ["https:example.org", /http or https/],
  ["https:///example.org", /http or https|plain name/],
  ["https://user:secret@example.org/", /username or password/],
  ["https://user@example.org/", /username or password/],
  ["https://example.org@evil.example/", /username or password/],
  ["https://bücher.example/", /begins with xn--/],
  ["https://раураl.example/", /begins with xn--/],
  ["https://example。org/", /begins with xn--/],
  ["https://exa mple.org/", /spaces/],
  ["https://example.org/a b", /spaces/],
  ["https://example.org\\@evil.example", /backslashes/],
  ["https://exa\u200bmple.org/", /spaces/],
  ["https://ex%61mple.org/", /plain name/],
  ["https://0x7f.1/", /plain name/],
  ["https://2130706433/", /plain name/],
  ["https://example.org:0/", /plain name/],
  ["https://example.org:99999/", /http or https/],
  ["https://", /http or https/],
])("%s is refused with a reason [LINK-17]", (address, reason) => {
  expect(webAddressError(address)).toMatch(reason);
});

test.each([
  "https://example.org",
  "HTTP://Example.ORG/land?x=1#part",
  "https://xn--bcher-kva.example/",
  "http://192.0.2.1:8080/land",
  "https://[2001:db8::1]/",
  "https://example.org/ünterseite?q=é",
])("%s is accepted [LINK-17]", (address) => {
  expect(webAddressError(address)).toBeUndefined();
});
