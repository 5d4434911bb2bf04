import { expect, test } from "vitest";
import { parseLogLine } from "../../replay/parse-log-line";

const line = (given: Partial<Record<"host" | "user" | "request" | "referer" | "agent" | "after", string>> = {}) => {
  const {
    host = "203.0.113.9",
    user = "-",
    request = "GET /a.html HTTP/1.1",
    referer = "-",
    agent = "A B/1.0",
  } = given;
  return `${host} - ${user} [17/May/2015:10:05:03 +0000] "${request}" 200 17 "${referer}" "${agent}"${given.after ?? ""}`;
};

test("a line has the address, method, path, referer and user agent", () => {
  expect(parseLogLine(line({ request: "POST /p/x?q=1#z HTTP/1.0", referer: "http://a.example/?b" }), 4)).toEqual({
    kind: "click",
    line: 4,
    name: "4",
    method: "POST",
    address: "203.0.113.9",
    userAgent: "A B/1.0",
    referer: "http://a.example/?b",
    target: "/p/x",
  });
});

test("a dash or an empty text is an absent header", () => {
  expect(parseLogLine(line({ agent: "-" }), 1)).toMatchObject({ userAgent: null, referer: null });
  expect(parseLogLine(line({ agent: " ", referer: "" }), 1)).toMatchObject({ userAgent: null, referer: null });
});

test("escapes of the log are decoded, except control characters", () => {
  const parsed = parseLogLine(
    line({ agent: String.raw`say \"hi\" \\o\x2f\x07`, referer: String.raw`http://\xe4\xff/` }),
    1,
  );
  expect(parsed.userAgent).toBe(String.raw`say "hi" \o/\x07`);
  expect(parsed.referer).toBe("http://\u00e4\u00ff/");
});

test("IPv6 addresses, signed-in users with spaces in their names and extra fields are read", () => {
  expect(parseLogLine(line({ host: "2001:db8::7", user: "a b", after: ' "10.0.0.1" 0.003' }), 1).address).toBe(
    "2001:db8::7",
  );
});

test("targets of other forms still have a path", () => {
  expect(parseLogLine(line({ request: "GET http://www.example/x?y HTTP/1.1" }), 1).target).toBe("/x");
  expect(parseLogLine(line({ request: "GET ?y" }), 1).target).toBe("/");
  expect(parseLogLine(line({ request: "OPTIONS * HTTP/1.0" }), 1).target).toBe("*");
});

test("lines that cannot be replayed have a reason", () => {
  const whole = line();
  const wrong: [string, RegExp][] = [
    ["", /not a complete line/],
    ["hello", /not a complete line/],
    [whole.slice(0, -1), /not a complete line/],
    [whole.slice(0, whole.indexOf(' "-"')), /not a complete line/],
    [line({ host: "crawl-1.example" }), /host name/],
    [line({ host: "999.1.1.1" }), /host name/],
    [line({ request: "-" }), /no request/],
    [line({ request: "" }), /no request/],
    [line({ request: String.raw`\x16\x03\x01 x` }), /no path/],
    [line({ request: "CONNECT a.example:443 HTTP/1.1" }), /no path/],
    [line({ agent: "a\u0001b" }), /characters that are not allowed/],
  ];
  for (const [text, reason] of wrong) expect(() => parseLogLine(text, 1), text).toThrow(reason);
});
