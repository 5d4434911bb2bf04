import { expect, test } from "vitest";
import { macroError, MACROS, renderPostback } from "../../server/webhooks/macros";

test("every macro is replaced by its value, percent-encoded; without a value, by nothing", () => {
  const url = `https://t.example.org/{site}/p?${MACROS.map((name) => `${name}={${name}}`).join("&")}`;
  expect(macroError(url)).toBeUndefined();
  const rendered = renderPostback(url, {
    ...{ click_id: "0190-a", txid: "A 1&b=2", event: "sale", payout: "50.00", agent: "añna", site: "a/b?c#d" },
    ...{
      link: "{txid}",
      country: "PH",
      sub1: "x=y",
      sub2: "\ud800",
      time: "2026-03-01T12:00:00.000-05:00",
      sub3: null,
    },
  });
  expect(rendered).toBe(
    "https://t.example.org/a%2Fb%3Fc%23d/p?click_id=0190-a&txid=A%201%26b%3D2&event=sale&payout=50.00&agent=a%C3%B1na" +
      "&site=a%2Fb%3Fc%23d&link=%7Btxid%7D&country=PH&sub1=x%3Dy&sub2=%EF%BF%BD&sub3=&sub4=&sub5=" +
      "&time=2026-03-01T12%3A00%3A00.000-05%3A00",
  );
  expect(renderPostback("https://t.example.org/?a={txid}{txid}{other}", {})).toBe("https://t.example.org/?a={other}");
});

test.each([
  ["https://t.example.org/?a={constructor}", "{constructor} is not a macro."],
  ["https://t.example.org/?a={clickid}&b={txid}", "{clickid} is not a macro."],
  ["https://t.example.org/?a={}", "{} is not a macro."],
  ["https://t.example.org/?a={txid", "{txid is not a macro."],
  ["https://t.example.org/?a=txid}", "} is not a macro."],
  ["https://t.example.org/?a={{txid}}", "{ is not a macro."],
  ["https://t.example.org/?a={TXID}", "{TXID} is not a macro."],
])("%s has an unknown macro", (url, message) => {
  expect(macroError(url)).toContain(message);
  expect(macroError(url)).toContain("Allowed: {click_id}, {txid}, {event}, ");
});

test.each([
  "{site}://t.example.org/",
  "https://{site}.example.org/",
  "https://t.example.org:{txid}/",
  "https://{sub1}@t.example.org/",
  "{sub1}",
  "{sub1}/path",
])("%s has a macro before its path", (url) => {
  expect(macroError(url)).toBe("Macros are allowed in the path and in the query only.");
});
