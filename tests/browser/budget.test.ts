import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aServer, type Server } from "../world/server";
import { COLD, MOST_REQUESTS, NEXT, screens, visitorOf } from "./screens";
import { measured } from "./traffic";

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

const figures: Record<string, string>[] = [];

test("a first visit to any screen stays within its bytes and four requests, and coming from another costs one", async () => {
  const over: string[] = [];
  for (const screen of screens) {
    for (const account of screen.accounts.length > 0 ? screen.accounts : [undefined]) {
      const { page, context, faults } = await aBrowser({
        ...(await visitorOf(server.url, account)),
        baseURL: server.url,
      });
      const opened = await page();
      const first = await measured(opened, screen);
      // The browser reports a page that is a refusal, as it should.
      if (screen.status) expect(faults().join()).toContain(String(screen.status));
      const figure: Record<string, string> = { screen: screen.route, account: account ?? "" };
      figure.first = `${first.bytes} bytes, ${first.requests} requests`;
      // A document comes with its style: fewer than two requests mean that nothing was measured.
      const { island = { bytes: 0, requests: 0 } } = screen;
      const most = { bytes: (screen.cold ?? COLD) + island.bytes, requests: MOST_REQUESTS + island.requests };
      const within =
        first.bytes <= most.bytes && first.requests <= most.requests && first.requests >= 2 + island.requests;
      if (!within) over.push(`${screen.path} ${account}: ${first.addresses}`);
      if (account) {
        // The page that is left fills the cache with what all screens share; this one's island came with the first visit.
        await opened.goto("/app/home?from=here");
        const next = await measured(opened, screen);
        figure.next = `${next.bytes} bytes`;
        if (next.bytes > (screen.next ?? NEXT) || next.requests !== 1)
          over.push(`${screen.path} ${account} from another screen: ${next.addresses}`);
      }
      figures.push(figure);
      await context.close();
    }
  }
  expect(over).toEqual([]);
}, 600_000);

afterAll(() => console.table(figures));

test("the script of every page weighs at most six kilobytes", async () => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";
  const head = await fetch(server.url + script, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect(head.headers.get("content-encoding")).toBe("br");
  expect(Number(head.headers.get("content-length"))).toBeLessThanOrEqual(6 * 1024);
});
