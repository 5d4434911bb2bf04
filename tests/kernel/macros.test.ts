import { expect, test } from "vitest";
import { macroError, MACROS, renderPostback } from "../../server/webhooks/macros";

test("every macro is replaced by its value, percent-encoded; without a value, by nothing [HOOK-05]", () => {
  const url = `https://t.example.org/{site}/p?${MACROS.map((name) => `${name}={${name}}`).join("&")}`;
  expect(macroError(url, true)).toBeUndefined();
  expect(macroError(url, false)).toContain("There is no macro {earning}.");
  const rendered = renderPostback(url, {
    ...{
      click_id: "0190-a",
      txid: "A 1&b=2",
      event: "sale",
      status: "approved",
      payout: "50.00",
      amount: "9.90",
      agent: "añna",
      site: "a/b?c#d",
    },
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
    "https://t.example.org/a%2Fb%3Fc%23d/p?click_id=0190-a&txid=A%201%26b%3D2&event=sale&status=approved&payout=50.00&amount=9.90&currency=&agent=a%C3%B1na" +
      "&site=a%2Fb%3Fc%23d&link=%7Btxid%7D&country=PH&sub1=x%3Dy&sub2=%EF%BF%BD&sub3=&sub4=&sub5=" +
      "&time=2026-03-01T12%3A00%3A00.000-05%3A00&reason=&sale_id=&reverses=&agent_id=&office_id=&site_id=&link_id=&earning=",
  );
  expect(renderPostback("https://t.example.org/?a={txid}{txid}{other}", {})).toBe("https://t.example.org/?a={other}");
  const encoded = "https://t.example.org/%7bsite%7d?a=%7Btxid%7D&b={sub1%7D&j=%7B%22a%22:1%7D";
  expect(macroError(encoded, false)).toBeUndefined();
  expect(renderPostback(encoded, { txid: "A 1", site: "s" })).toBe(
    "https://t.example.org/s?a=A%201&b=&j=%7B%22a%22:1%7D",
  );
});

test.each([
  ["https://t.example.org/?a={constructor}", "There is no macro {constructor}."],
  ["https://t.example.org/?a={clickid}&b={txid}", "There is no macro {clickid}."],
  ["https://t.example.org/?a={}", "There is no macro {}."],
  ["https://t.example.org/?a={txid", "There is no macro {txid."],
  ["https://t.example.org/?a=txid}", "There is no macro }."],
  ["https://t.example.org/?a={{txid}}", "There is no macro {."],
  ["https://t.example.org/?a=%7Bclickid%7D", "There is no macro {clickid}."],
  ["https://t.example.org/?a=%7B%7Btxid%7D%7D", "There is no macro {."],
  ["https://t.example.org/?a={TXID}", "There is no macro {TXID}."],
])("%s has an unknown macro", (url, message) => {
  expect(macroError(url, false)).toContain(message);
  expect(macroError(url, false)).toContain("Allowed: {click_id}, {txid}, {event}, ");
});

test.each([
  "{site}://t.example.org/",
  "https://{site}.example.org/",
  "https://t.example.org:{txid}/",
  "https://%7Bsite%7D.example.org/",
  "https://{sub1}@t.example.org/",
  "{sub1}",
  "{sub1}/path",
])("%s has a macro before its path", (url) => {
  expect(macroError(url, false)).toBe("Macros are allowed in the path and in the query only.");
});
