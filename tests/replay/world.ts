import type { Link, Type } from "../../replay/choose-links";
import type { ClickClass } from "../../replay/classify";
import type { ClickOutcome, PostbackOutcome } from "../../replay/outcome";
import type { Click, Postback } from "../../replay/recording";

/** Values of a replay without a server. */

export const BROWSER = "Mozilla/5.0 (Windows NT 6.1; WOW64; rv:27.0) Gecko/20100101 Firefox/27.0";
export const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

export const aClick = (given: Partial<Click> & { line: number }): Click => ({
  kind: "click",
  name: String(given.line),
  method: "GET",
  address: "203.0.113.5",
  userAgent: BROWSER,
  referer: null,
  target: "/",
  ...given,
});

export const aPostback = (given: Partial<Postback> & { click: string }): Postback => ({
  kind: "postback",
  line: Number(given.click),
  event: "sale",
  reversed: false,
  txid: null,
  secret: null,
  extra: {},
  times: 1,
  ...given,
});

export const aLink = (given: Partial<Link> = {}): Link => ({
  siteId: 3,
  typeId: 12,
  agentId: 7,
  companyId: 2,
  path: "/api/links/go/3/12/7",
  ...given,
});

export const types = new Map<number, Type>([
  [12, { typeId: 12, siteId: 3, paysBonus: true }],
  [13, { typeId: 13, siteId: 3, paysBonus: false }],
]);

/** A click id like the product's: UUID version 7 made at that moment. */
export function clickIdAt(moment: string, number = 1): string {
  const time = Date.parse(moment).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

let made = 0;

export function anOutcome(
  moment: string,
  given: { click?: Partial<Click>; link?: Partial<Link>; expected?: ClickClass } = {},
): ClickOutcome {
  const line = ++made;
  return {
    click: aClick({ line, ...given.click }),
    link: aLink(given.link),
    expected: given.expected ?? "counts",
    status: 302,
    id: clickIdAt(moment, line),
  };
}

export function aPostbackOutcome(click: ClickOutcome, given: Partial<Postback> = {}, moment?: string): PostbackOutcome {
  const postback = aPostback({ click: click.click.name, ...given });
  return { postback, click, txid: postback.txid, at: new Date(moment ?? "2026-07-01T12:00:00Z"), answers: [] };
}
