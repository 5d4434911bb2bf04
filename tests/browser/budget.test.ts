import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBrowser, signInAs } from "../world/browser";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { accounts, COLD, MOST_REQUESTS, NEXT, type Screen, screens, screensOf, visitorOf } from "./screens";
import { firstVisit, nextVisit, withoutCache } from "./traffic";

let server: Server;

beforeAll(async () => {
  server = await aServer({ demo: true });
}, 600_000);

test("every screen of the product has its row in the table of screens", () => {
  const files = readdirSync("app/routes")
    .filter((name) => name.endsWith(".tsx") && name !== "app.tsx" && !name.includes("$.tsx"))
    .map((name) => name.slice(0, -".tsx".length));
  expect(files.sort()).toEqual([...new Set(screens.map(({ route }) => route))].sort());
});

type Figure = { screen: string; account: string; first: string; next: string };
const figures = new Map<string, Figure>();

test.each(accounts)(
  "for %s a first visit to any screen stays within its bytes and four requests, and coming from another costs one",
  async (account) => {
    const over: string[] = [];
    const { as } = await visitorOf(server.url, account);
    const { page, context, expected } = await aBrowser({ baseURL: server.url });
    const opened = await page();
    /** The screen as whoever has nothing of it but a session sees it. */
    const visited = async (screen: Screen, visit: typeof nextVisit) => {
      // A page that stands asks on, with whatever session there is.
      await opened.goto("about:blank");
      await context.clearCookies();
      if (as) await signInAs(context, as, server.url);
      const traffic = await visit(opened, screen);
      // The browser reports a page that is a refusal, as it should.
      if (screen.status) expected(new RegExp(String(screen.status)));
      return traffic;
    };
    const endFirstVisits = await withoutCache(opened);
    for (const screen of screensOf(account)) {
      const { bytes, requests, addresses } = await visited(screen, firstVisit);
      figures.set(`${account} ${screen.path}`, {
        screen: screen.route,
        account: account ?? "",
        first: `${bytes} bytes, ${requests} requests`,
        next: "",
      });
      const { island = { bytes: 0, requests: 0 } } = screen;
      const most = { bytes: (screen.cold ?? COLD) + island.bytes, requests: MOST_REQUESTS + island.requests };
      // A document comes with its style and its icon: fewer requests mean that nothing was measured.
      const within = bytes <= most.bytes && requests <= most.requests && requests >= 3 + island.requests;
      if (!within) over.push(`${screen.path}: ${addresses}`);
    }
    await endFirstVisits();
    for (const screen of account ? screensOf(account) : []) {
      const { bytes, requests, addresses } = await visited(screen, nextVisit);
      Object.assign(figures.get(`${account} ${screen.path}`) ?? {}, { next: `${bytes} bytes` });
      if (bytes > (screen.next ?? NEXT) || requests !== 1)
        over.push(`${screen.path} from another screen: ${addresses}`);
    }
    expect(over).toEqual([]);
  },
);

afterAll(() => console.table([...figures.values()]));

test("the script of every page weighs at most six kilobytes", async () => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const script = pageOf(html).one("script[type=module]")?.attr("src") ?? "";
  const head = await fetch(server.url + script, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect(head.headers.get("content-encoding")).toBe("br");
  expect(Number(head.headers.get("content-length"))).toBeLessThanOrEqual(6 * 1024);
});
