import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { aBrowser, signInAs } from "../world/browser";
import { ASKING } from "~/pages/addresses";
import { pageOf } from "../world/page";
import type { Visitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";
import { accounts, COLD, MOST_REQUESTS, NEXT, type Screen, screens, screensOf, visitorOf } from "./screens";
import { firstVisit, nextVisit, type Traffic, withoutCache } from "./traffic";
import { type Weight, weigh } from "./wire";

const { server } = aScreenWorld({ demo: true, workers: 1 });

test("every screen of the product has its row in the table of screens", () => {
  const files = readdirSync("app/routes")
    .filter((name) => name.endsWith(".tsx") && name !== "app.tsx" && !name.includes("$.tsx"))
    .map((name) => name.slice(0, -".tsx".length));
  const routes = [...files, ...ASKING.map((address) => `${address}/confirm`)];
  expect(routes.sort()).toEqual([...new Set(screens.map(({ route }) => route))].sort());
});

type Visits = { first: Traffic; next: Traffic };
type Figure = { screen: string; account: string; first: string; next: string };
const figures = new Map<string, Figure>();

/** Elements that load files once they are seen. A screen with one is always measured in the browser. */
const LOADING = ["x-fees"];
/** Elements that loaded nothing in the browser. Screens with these alone are measured by `weigh`. */
const loadedNothing = new Set<string>();
/** Bytes by which two responses of one page may differ: request ID, nonce and clock compress differently. */
const NOISE = 64;

const elementsOf = ({ html }: Weight) => [...html.matchAll(/<([a-z]+(?:-[a-z]+)+)[\s>]/g)].map(([, name = ""]) => name);

test.each(accounts)(
  "for %s a first visit to any screen stays within its bytes and four requests, and coming from another costs one",
  async (account) => {
    const over: string[] = [];
    const { as } = await visitorOf(server.url, account);
    const visit = await aNewcomer(as);
    for (const [index, screen] of screensOf(account).entries()) {
      const weight = await weigh(server.url, screen, as);
      // Redirects are for those without a session.
      if (!weight) expect(account, screen.path).toBeUndefined();
      const isKnown = weight && index > 0 && elementsOf(weight).every((name) => loadedNothing.has(name));
      const { first, next } = isKnown ? visitsBy(weight) : await visit(screen, weight);
      figures.set(`${account} ${screen.path}`, {
        screen: screen.route,
        account: account ?? "",
        first: `${first.bytes} bytes, ${first.requests} requests`,
        next: `${next.bytes} bytes`,
      });
      const { island = { bytes: 0, requests: 0 } } = screen;
      const most = { bytes: (screen.cold ?? COLD) + island.bytes, requests: MOST_REQUESTS + island.requests };
      // A document comes with its style and its icon: fewer requests mean that nothing was measured.
      const least = 3 + island.requests;
      const within = first.bytes <= most.bytes && first.requests <= most.requests && first.requests >= least;
      if (!within) over.push(`${screen.path}: ${first.addresses}`);
      if (next.bytes > (screen.next ?? NEXT) || next.requests !== 1)
        over.push(`${screen.path} from another screen: ${next.addresses}`);
    }
    expect(over).toEqual([]);
  },
);

/** Visits a screen twice in Chromium; before the first visit the browser has nothing but a session. */
async function aNewcomer(as: Visitor | undefined) {
  const { page, context, expected } = await aBrowser({ baseURL: server.url });
  const tab = await page();
  return async (screen: Screen, weight: Weight | undefined): Promise<Visits> => {
    // A page that stays open keeps sending requests, in any session.
    await tab.goto("about:blank");
    await context.clearCookies();
    if (as) await signInAs(context, as, server.url);
    const endFirstVisit = await withoutCache(tab);
    const first = await firstVisit(tab, screen);
    await endFirstVisit();
    const next = await nextVisit(tab, screen);
    // The browser reports a page that is a refusal, as it should.
    if (screen.status) expected(new RegExp(String(screen.status)));
    if (weight) compare({ first, next }, weight);
    return { first, next };
  };
}

/** Proves that Chromium transfers what `weigh` has measured, and nothing else unless an element loads files. */
function compare({ first: { addresses }, next }: Visits, weight: Weight): void {
  const files = [...weight.files].map(([address, bytes]) => `${address} ${bytes}`);
  const elements = elementsOf(weight);
  const loads = elements.some((name) => LOADING.includes(name));
  expect(addresses).toEqual(expect.arrayContaining(files));
  if (!loads) expect(addresses.length, `loads what the page does not name: ${addresses}`).toBe(1 + files.length);
  expect(Math.abs(next.bytes - weight.document), addresses.join()).toBeLessThan(NOISE);
  if (!loads) for (const name of elements) loadedNothing.add(name);
}

/** The visits to a page that loads nothing but the files it names. */
function visitsBy({ document, files }: Weight): Visits {
  const page = `document ${document}`;
  return {
    first: {
      requests: 1 + files.size,
      bytes: [...files.values()].reduce((sum, bytes) => sum + bytes, document),
      addresses: [page, ...[...files].map(([address, bytes]) => `${address} ${bytes}`)],
    },
    next: { requests: 1, bytes: document, addresses: [page] },
  };
}

afterAll(() => console.table([...figures.values()]));

test("the script of every page weighs at most six kilobytes", async () => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const script = pageOf(html).one("script[type=module]")?.attr("src") ?? "";
  const head = await fetch(server.url + script, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect(head.headers.get("content-encoding")).toBe("br");
  expect(Number(head.headers.get("content-length"))).toBeLessThanOrEqual(6 * 1024);
});
