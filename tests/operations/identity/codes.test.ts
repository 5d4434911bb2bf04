import fc from "fast-check";
import { expect, test } from "vitest";
import { createTotp, matchingStep, qrPicture } from "../../../server/identity/two-step/authenticator";
import { deviceOf } from "../../../server/identity/account-sessions/listed";

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const SECRET = Buffer.from("12345678901234567890");
const VECTORS: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];
const momentAt = (seconds: number) => new Date(seconds * 1_000);

test.each(VECTORS)("at %i seconds the code is %s, as in RFC 6238", (seconds, code) => {
  expect(matchingStep(SECRET, code, momentAt(seconds))).toBe(Math.floor(seconds / 30));
});

test("a clock may be off by one step in either direction", () => {
  const seconds = 1_800_000_015;
  const present = Math.floor(seconds / 30);
  for (let off = -3; off <= 3; off++) {
    const code = createTotp(SECRET).generate({ timestamp: (seconds + off * 30) * 1_000 });
    const found = matchingStep(SECRET, code, momentAt(seconds));
    expect({ off, found }).toEqual({ off, found: Math.abs(off) <= 1 ? present + off : undefined });
  }
});

test.each(["", "12345", "1234567", "abcdef", "１２３４５６", "-12345", "1e5   "])("%j is not a code", (typed) => {
  expect(matchingStep(SECRET, typed, momentAt(59))).toBeUndefined();
});

const base32 = (bytes: Buffer) => createTotp(bytes).secret.base32;

test("base32 follows the standard, without padding", () => {
  const known: [string, string][] = [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ];
  for (const [plain, text] of known) expect(base32(Buffer.from(plain))).toBe(text);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => /^[A-Z2-7]*$/.test(base32(Buffer.from(bytes)))));
});

test("the QR code is an SVG of paths only: no text, no script, nothing external", () => {
  const address = qrPicture("otpauth://totp/Harbor:anna?secret=MZXW6YTBOI&issuer=Harbor");
  expect(address).toMatch(/^data:image\/svg\+xml;base64,/);
  const svg = Buffer.from(address.split(",")[1] ?? "", "base64").toString();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><path[^<>]*\/><path[^<>]*\/><\/svg>$/);
  // Three finder patterns: seven dark modules at the top left, inside the quiet zone.
  expect(svg).toContain("M4 4h7v1h-7z");
});

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
test.each([
  [CHROME, "Chrome on Linux"],
  [IPHONE, "Safari on iOS"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["", "Unknown device"],
  ["   ", "Unknown device"],
  ["/leading/slash", "/leading/slash"],
  ["x".repeat(2_000), "x".repeat(60)],
])("the device of %j is shown as %j", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
