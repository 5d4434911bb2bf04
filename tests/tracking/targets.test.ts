import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldDoc } from "../../app/http/document/fields";
import { checkTarget, clickNamesOf, compileTarget, MACROS, type MacroValues } from "../../server/types";
import { MACROS as POSTBACK_MACROS } from "../../server/webhooks/macros";

const filling: MacroValues = {
  clickid: "0193-id",
  agentid: 7,
  officeid: 5,
  siteid: 3,
  typeid: 11,
  ch: 42,
  geo: "PH",
  subs: null,
};
const lead = (url: string, given: Partial<MacroValues> = {}, clickParam = "") =>
  compileTarget(url, clickParam)({ ...filling, ...given });

test("every macro is filled in path, query and fragment [TRACK-04]", () => {
  const url = "https://s.example/{siteid}/{typeid}/{ch}?a={agentid}&o={officeid}&g={geo}&c={clickid}#{sub1}-{sub5}";
  expect(lead(url, { subs: { sub1: "x", sub5: "y" } })).toBe("https://s.example/3/11/42?a=7&o=5&g=PH&c=0193-id#x-y");
});

test.each([
  ["?x=%7Bsub1%7D&c=%7bclickid%7d", "?x=S%201&c=0193-id"],
  ["?x={sub1%7D&g=%7Bgeo}", "?x=S%201&g=PH&clickid=0193-id"],
  [
    "p/%7Bagentid%7D?u=https%3A%2F%2Ft.example%2F%3Fc%3D%7Bclickid%7D#%7Bsub1%7D",
    "p/7?u=https%3A%2F%2Ft.example%2F%3Fc%3D0193-id#S%201",
  ],
  ["?filter=%7B%22a%22%3A1%7D&x={sub1}", "?filter=%7B%22a%22%3A1%7D&x=S%201&clickid=0193-id"],
])("%s, with encoded braces, is filled like plain ones [TRACK-04, TRACK-05]", (rest, filled) => {
  expect(checkTarget(`https://s.example/${rest}`)).toBeUndefined();
  expect(lead(`https://s.example/${rest}`, { subs: { sub1: "S 1" } })).toBe(
    `https://s.example/${filled.replace(/(#|$)/, rest.includes("sub1") ? "$1" : "&sub1=S%201$1")}`,
  );
});

test.each([
  ["https://s.example/?x=%7Bsub9%7D", /no macro \{sub9\}/],
  ["https://s.example/?x=%7B%7Bsub1%7D%7D", /close each brace/],
  ["https://%7Bgeo%7D.s.example/", /path, the query or the fragment/],
])("%s is refused, and followed as it is if it was stored earlier [TRACK-05]", (url, message) => {
  expect(checkTarget(url)).toMatch(message);
  expect(decodeURI(lead(url, { clickid: "" }))).toBe(decodeURI(url));
});

test("values are encoded for their position and cannot leave it [TRACK-04]", () => {
  const sub1 = "a/b?c=d&e#f %2F\u00e9\r\nX: y";
  const encoded = encodeURIComponent(sub1);
  expect(lead("https://s.example/p/{sub1}/q?x={sub1}#y{sub1}", { clickid: "", subs: { sub1 } })).toBe(
    `https://s.example/p/${encoded}/q?x=${encoded}#y${encoded}`,
  );
});

test("host, path and the target's own parameters stay the same for any visitor input [TRACK-04]", () => {
  const target = compileTarget("https://s.example/in/{sub1}/end?own=1&x={sub2}", "");
  const text = fc.array(fc.nat(0x10ffff), { maxLength: 20 }).map((signs) => String.fromCodePoint(...signs));
  fc.assert(
    fc.property(text, text, (sub1, sub2) => {
      const url = new URL(target({ ...filling, subs: { sub1: sub1.toWellFormed(), sub2: sub2.toWellFormed() } }));
      expect(url.origin).toBe("https://s.example");
      expect(url.pathname).toMatch(/^\/in\/[^/]*\/end$/);
      expect(url.searchParams.get("own")).toBe("1");
      expect(url.searchParams.get("x")).toBe(sub2.toWellFormed());
    }),
  );
});

test("a segment of dots is dropped, because browsers would treat it as a parent folder [TRACK-04]", () => {
  for (const sub1 of [".", "..", "..."]) {
    expect(lead("https://s.example/a/b/{sub1}/c", { clickid: "", subs: { sub1 } })).toBe("https://s.example/a/b//c");
  }
});

describe("the click id", () => {
  test("is passed in the site's parameter, clickid by default [TRACK-04]", () => {
    expect(lead("https://s.example/")).toBe("https://s.example/?clickid=0193-id");
    expect(lead("https://s.example/?a=1", {}, "tid")).toBe("https://s.example/?a=1&tid=0193-id");
    expect(lead("https://s.example/?")).toBe("https://s.example/?clickid=0193-id");
    expect(lead("https://s.example/?a=1&")).toBe("https://s.example/?a=1&clickid=0193-id");
    expect(lead("https://s.example/#top")).toBe("https://s.example/?clickid=0193-id#top");
    expect(lead("https://s.example/#")).toBe("https://s.example/?clickid=0193-id");
  });

  test("is not added if a macro places it or the target names the parameter itself [TRACK-04]", () => {
    expect(lead("https://s.example/c/{clickid}")).toBe("https://s.example/c/0193-id");
    expect(lead("https://s.example/#{clickid}")).toBe("https://s.example/#0193-id");
    expect(lead("https://s.example/?clickid=own")).toBe("https://s.example/?clickid=own");
    expect(lead("https://s.example/?t%69d=own", {}, "tid")).toBe("https://s.example/?t%69d=own");
  });
});

test("sub1 to sub5 are passed on, except those that the target places or names itself [TRACK-06]", () => {
  const subs = { sub1: "a b", sub2: "c", sub3: "d", sub4: "e", sub5: "f" };
  expect(lead("https://s.example/?sub2=own&p={sub3}", { clickid: "", subs })).toBe(
    "https://s.example/?sub2=own&p=d&sub1=a%20b&sub4=e&sub5=f",
  );
});

test("a target is normalized so that it is valid in a header [TRACK-04]", () => {
  expect(
    lead("https://b\u00fccher.example/\u00fc b?q=\u00e9&s={sub1}", { clickid: "", subs: { sub1: "\u20ac" } }),
  ).toBe("https://xn--bcher-kva.example/%C3%BC%20b?q=%C3%A9&s=%E2%82%AC");
});

test("text that looks like a macro's delimiters stays text [TRACK-04]", () => {
  expect(lead("https://qz0x.example/qz0x/qzz1x{typeid}5?qz={agentid}", { clickid: "" })).toBe(
    "https://qz0x.example/qz0x/qzz1x115?qz=7",
  );
});

test.each([
  ["https://s.example/{click_id}", /no macro \{click_id\}/],
  ["https://s.example/{CLICKID}", /no macro \{CLICKID\}/],
  ["https://s.example/{}", /no macro/],
  ["https://s.example/{clickid", /close each brace/],
  ["https://s.example/clickid}", /close each brace/],
  ["https://s.example/?x=%7b%20sub1%20%7d{", /no macro/],
  ["https://{geo}.s.example/", /path, the query or the fragment/],
  ["https://{sub1}/", /path, the query or the fragment/],
  ["https://{sub1}@s.example/", /path, the query or the fragment/],
  ["https://s.example:{sub1}/", /http or https/],
  ["{sub1}://s.example/", /http or https/],
  ["javascript:alert(1)", /http or https/],
  ["data:text/html,x", /http or https/],
  ["ftp://s.example/", /http or https/],
  ["//s.example/", /http or https/],
  ["s.example/path", /http or https/],
  ["https://", /http or https/],
  ["", /http or https/],
])("%s is refused when a type is saved [TRACK-05]", (url, message) => {
  expect(checkTarget(url)).toMatch(message);
  expect(() => compileTarget(url, "")).toThrow(RangeError);
});

test("the names under which a site gets click IDs are those of its links [HOOK-07]", () => {
  const links = [
    "https://s.example/",
    "https://s.example/?tid=x-{clickid}&a={sub1}",
    "https://s.example/#/p?c=%7Bclickid%7D",
  ];
  const names = (...urls: string[]) =>
    clickNamesOf(
      urls.map((url) => ({ url })),
      "cid",
    );
  expect([names(...links), names(), clickNamesOf([], "")]).toEqual([["cid", "tid", "c"], ["cid"], ["clickid"]]);
});

test("a usable target is accepted [TRACK-05]", () => {
  expect(checkTarget("https://s.example/{agentid}?c={clickid}#{geo}")).toBeUndefined();
  expect(checkTarget("HTTP://s.example")).toBeUndefined();
});

test("every macro is documented where people look for it [TRACK-04]", () => {
  const missing = (text: string, names: readonly string[]) => names.filter((name) => !text.includes(`\`{${name}}\``));
  expect(missing(readFileSync("docs/api.md", "utf8"), Object.keys(MACROS))).toEqual([]);
  expect(missing(fieldDoc("types.create", "url")?.description ?? "", Object.keys(MACROS))).toEqual([]);
  expect(missing(readFileSync("docs/webhooks.md", "utf8"), POSTBACK_MACROS)).toEqual([]);
  expect(missing(fieldDoc("webhooks.create", "url")?.description ?? "", POSTBACK_MACROS)).toEqual([]);
});
