import fc from "fast-check";
import { expect, test } from "vitest";
import { displayHtml, Html } from "../../server/kernel/operation/html";
import { cleanHtml } from "../../server/kernel/text/html";
import { LONG } from "../world/long";
import { HOSTILE } from "./hostile-html";
import { DEEP, SLOW } from "./slow-html";

const HARMFUL =
  /<(script|svg|math|iframe|object|embed|form|input|button|base|meta|link|style|template|textarea|video|audio|source|details|dialog|x-|confirm|noscript)|<[^>]*\s(on\w+|style|id|class|name|target|srcdoc|data-\w+)\s*=|<[^>]*(href|src)="(?!https?:|mailto:|tel:|\/[^/\\])/i;

test("hostile HTML is cleaned by the allow-list, and stays clean when it is cleaned again [TRUST-19]", async () => {
  for (const html of HOSTILE) {
    const clean = cleanHtml(html);
    expect(clean, html).not.toMatch(HARMFUL);
    expect(cleanHtml(clean), html).toBe(clean);
    expect(await displayHtml(html), html).toBe(clean);
  }
});

test("whatever pieces are put together, nothing harmful is left, nor after a second cleaning [TRUST-19]", () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom("<p>", "</p>", "<b", ">", '"', "'", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "<a href=", "</"),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const clean = cleanHtml(pieces.join(""));
      expect(clean).not.toMatch(HARMFUL);
      expect(cleanHtml(clean)).not.toMatch(HARMFUL);
    }),
    { numRuns: 500 },
  );
});

test("what people write stays: headings, lists, tables, links, own images", () => {
  const kept =
    `<h2>News</h2><p>Prices <strong>rise</strong> &amp; <em>fall</em><br />soon</p><ul><li>one</li></ul>` +
    `<ol start="3"><li>three</li></ol><blockquote>said</blockquote>` +
    `<table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table>` +
    `<p><img src="/images/abc-DEF_1.png" alt="A chart" width="640" height="400" /></p>`;
  expect(cleanHtml(kept)).toBe(kept);
  expect(cleanHtml(`<a href="https://x.example/?a=1&b=2">x</a>`)).toBe(
    `<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer">x</a>`,
  );
  expect(cleanHtml(`<a href="/app/stats/sites" title="Stats">x</a>`)).toContain(
    `<a href="/app/stats/sites" title="Stats"`,
  );
  expect(cleanHtml("<h1>One</h1>")).toBe("<h2>One</h2>");
  expect(cleanHtml(`<img src="/images/a.png" width="100%">`)).toBe(`<img src="/images/a.png" alt="" />`);
  expect(cleanHtml("a < b & c")).toBe("a &lt; b &amp; c");
});

test("what nobody would see is nothing", () => {
  for (const html of ["", " ", "<p><br></p>", "<p>&nbsp;</p>\n<div></div>", "<script>x</script>"]) {
    expect(cleanHtml(html), html).toBe("");
  }
  expect(cleanHtml(`<p><img src="/images/a.png"></p>`)).toContain("<img");
});

const MB = 1024 * 1024;
const refusal = async (html: unknown) => (await Html.safeParseAsync(html)).error?.issues.map(({ message }) => message);

test("HTML is refused above a megabyte in UTF-8, before and after cleaning, and with unreadable characters [TRUST-23]", async () => {
  expect(await refusal("a".repeat(MB))).toBeUndefined();
  expect(await refusal("a".repeat(MB + 1))).toEqual(["Please use at most 1 MB of HTML."]);
  expect(await refusal("é".repeat(MB / 2))).toBeUndefined();
  expect(await refusal("é".repeat(MB / 2) + "a")).toEqual(["Please use at most 1 MB of HTML."]);
  expect(await refusal("<".repeat(MB / 2))).toEqual(["Please use at most 1 MB of HTML."]);
  for (const odd of ["a\0b", "a\ud800b"]) expect(await refusal(odd)).toEqual(["Please use readable characters only."]);
  for (const other of [1, null, undefined, ["<p>"], {}]) expect(await refusal(other)).toEqual(["Please enter a text."]);
});

/**
 * Processor milliseconds, of all threads of this process; at least one, below which the clock and the collector of memory
 * decide. Work that squares with its size and begins below it takes a quarter of a second for a megabyte.
 */
function effort(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return Math.max((user + system) / 1e3, 1);
}

// Linear work takes 4 times as long for 4 times the input, quadratic work 16 times.
const TIMES_LONGER = 4;
const MOST_GROWTH = 8;
const SIZES = [MB / 16, MB / 4];
const ATTEMPTS = 25;

/**
 * How many times longer the work on a longer input takes. A busy machine and other threads only add to a measurement,
 * so the least of several attempts counts.
 */
function growthFrom(size: number, make: (size: number) => string, act: (html: string) => void): number {
  const inputs = [make(size - 1_000), make(TIMES_LONGER * size - 1_000)];
  const least = inputs.map(() => Infinity);
  let growth = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && growth >= MOST_GROWTH; attempt++) {
    inputs.forEach((html, place) => {
      const cost = effort(() => act(html));
      least[place] = Math.min(least[place] ?? cost, cost);
    });
    growth = (least[1] ?? 0) / (least[0] ?? 0);
  }
  return growth;
}

/**
 * Checks that the work on `make(size)` grows no faster than its size. Caches and a busy machine can disturb one size;
 * work that squares does so for the next one, too, which therefore decides. A long run takes no size's excuse.
 */
function expectLinear(name: string, make: (size: number) => string, act: (html: string) => void): void {
  const growths: number[] = [];
  for (const size of SIZES) {
    const growth = growthFrom(size, make, act);
    if (growth < MOST_GROWTH && !LONG) return;
    growths.push(growth);
  }
  expect(Math.max(...growths), `${name}, of ${SIZES.join(" and ")} characters`).toBeLessThan(MOST_GROWTH);
}

test("no construct keeps the cleaner busy for longer than its size explains, such as a link made of comments [TRUST-23]", () => {
  for (const [name, make] of Object.entries(SLOW)) expectLinear(name, make, (html) => void cleanHtml(html));
});

test("elements nested too deeply are refused early, also where they seem to be closed [TRUST-23]", async () => {
  for (const part of DEEP)
    expectLinear(
      part,
      (size) => part.repeat(Math.floor(size / part.length)),
      (html) => expect(() => cleanHtml(html), part).toThrow("Please nest fewer elements."),
    );
  const open = `<ul>${"<li>a".repeat(1_000)}</ul><p>${"a<p>".repeat(1_000)}<table>${"<tr><td>a".repeat(1_000)}</table>`;
  expect(await refusal(open)).toBeUndefined();
});

test("a link of more than 2,000 characters loses its address and keeps its text", () => {
  const longest = `https://x.example/${"a".repeat(2_000 - 18)}`;
  expect(cleanHtml(`<a href="${longest}">x</a>`)).toContain(longest);
  expect(cleanHtml(`<a href="${longest}a">x</a>`)).toBe(`<a rel="noopener noreferrer">x</a>`);
});
