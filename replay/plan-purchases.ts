import type { Link, Type } from "./choose-links";
import { classify } from "./classify";
import { type Click, type Entry, type Postback, visitorOf } from "./recording";
import { pick, share } from "./share";

type Customer = { click: Click; link: Link; paysBonus: boolean };

/** Share of the counted visitors that buy something. */
const BUYER_SHARE = 0.12;
/** The events that follow a sale, as cumulative percentages of buyers; the rest simply buy. */
const SCENARIOS: [upTo: number, course: (customer: Customer) => Postback[]][] = [
  [10, (customer) => [sale(customer, { secret: "no-secret-of-any-site" })]],
  [16, (customer) => [sale(customer, { secret: secretOf(customer.link.siteId + 1) })]],
  [36, (customer) => [sale(customer, { times: 2 }), ...bonus(customer)]],
  [48, (customer) => [sale(customer), sale(customer, { reversed: true })]],
  [56, (customer) => [sale(customer), ...bonus(customer), sale(customer, { reversed: true, times: 2 })]],
  [100, (customer) => [sale(customer), ...bonus(customer)]],
];
/** A purchase is reported after at most this many further clicks of any visitors. */
const MAX_DELAY = 400;

/** The demo company's secrets are predictable. */
export const secretOf = (siteId: number): string => `demo-secret-${siteId}`;

/**
 * Adds purchases of a share of a log's visitors to its clicks: sales, some bonuses if the type pays one, some
 * reversals, some of them sent twice at once, some with an unknown secret or another site's. The same file and links
 * give the same purchases.
 */
export function planPurchases(
  entries: readonly Entry[],
  linkOf: (click: Click) => Link | undefined,
  types: ReadonlyMap<number, Type>,
): Entry[] {
  const clicksByVisitor = new Map<string, { click: Click; at: number }[]>();
  entries.forEach((entry, at) => {
    if (entry.kind !== "click" || classify(entry) !== "counts") return;
    const visitor = visitorOf(entry);
    clicksByVisitor.set(visitor, [...(clicksByVisitor.get(visitor) ?? []), { click: entry, at }]);
  });
  const purchases: { at: number; postbacks: Postback[] }[] = [];
  for (const [visitor, clicks] of clicksByVisitor) {
    if (!isBuyer(visitor)) continue;
    const chances = clicks.flatMap(({ click, at }) => {
      const link = linkOf(click);
      return link ? [{ click, at, link, paysBonus: types.get(link.typeId)?.paysBonus ?? false }] : [];
    });
    if (chances.length === 0) continue;
    // Few types pay a bonus, so a visitor with a choice buys there. Otherwise there would be hardly any bonuses.
    const paying = chances.filter(({ paysBonus }) => paysBonus);
    const { at, ...customer } = pick(paying.length > 0 ? paying : chances, `which click\n${visitor}`);
    const roll = share(`course\n${visitor}`) * 100;
    const scenario = SCENARIOS.find(([upTo]) => roll < upTo)?.[1] ?? (() => []);
    purchases.push({
      at: at + Math.floor(share(`delay\n${visitor}`) * MAX_DELAY),
      postbacks: scenario(customer),
    });
  }
  return merged(entries, purchases);
}

/** Whether the visitor buys something, if one of their clicks counts. */
export const isBuyer = (visitor: string): boolean => share(`buys\n${visitor}`) < BUYER_SHARE;

type Overrides = Partial<Pick<Postback, "event" | "reversed" | "secret" | "times">>;

function sale({ click }: Customer, overrides: Overrides = {}): Postback {
  // Some sites number their sales and some do not.
  const txid = share(`numbered\n${visitorOf(click)}`) < 0.6 ? `order-${click.line}` : null;
  const plain = { event: "sale", reversed: false, txid, secret: null, extra: {}, times: 1 } as const;
  return { kind: "postback", line: click.line, click: click.name, ...plain, ...overrides };
}

/** A bonus if the type pays one, in some cases reversed. */
function bonus(customer: Customer): Postback[] {
  if (!customer.paysBonus) return [];
  const approved = sale(customer, { event: "bonus" });
  const isReversed = share(`bonus\n${visitorOf(customer.click)}`) < 0.4;
  return isReversed ? [approved, { ...approved, reversed: true }] : [approved];
}

function merged(entries: readonly Entry[], purchases: { at: number; postbacks: Postback[] }[]): Entry[] {
  const due = purchases.toSorted((a, b) => a.at - b.at);
  let next = 0;
  const result: Entry[] = [];
  entries.forEach((entry, at) => {
    result.push(entry);
    for (; (due[next]?.at ?? Infinity) <= at; next++) result.push(...(due[next]?.postbacks ?? []));
  });
  return [...result, ...due.slice(next).flatMap(({ postbacks }) => postbacks)];
}
