import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aServer, type Server } from "../world/server";
import { COLD, MOST_REQUESTS, NEXT, screens, signIn } from "./screens";
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

test("a first visit to any screen stays within its bytes, in at most four requests", async () => {
  const over: string[] = [];
  for (const screen of screens) {
    for (const account of screen.accounts.length > 0 ? screen.accounts : [undefined]) {
      const { page, context, faults } = await aBrowser({ baseURL: server.url });
      if (account) await signIn(context, server.url, account);
      const { requests, bytes, addresses } = await measured(await page(), screen);
      // The browser reports a page that is a refusal, as it should.
      if (screen.status) expect(faults().join()).toContain(String(screen.status));
      figures.push({ screen: screen.route, account: account ?? "", first: `${bytes} bytes, ${requests} requests` });
      // A document comes with its style: fewer than two requests mean that nothing was measured.
      const { island = { bytes: 0, requests: 0 } } = screen;
      const most = { bytes: (screen.cold ?? COLD) + island.bytes, requests: MOST_REQUESTS + island.requests };
      const within = bytes <= most.bytes && requests <= most.requests && requests >= 2 + island.requests;
      if (!within) over.push(`${screen.path} ${account}: ${addresses}`);
      await context.close();
    }
  }
  expect(over).toEqual([]);
}, 300_000);

test("coming from another screen costs one request of at most eight kilobytes", async () => {
  const over: string[] = [];
  for (const screen of screens) {
    for (const account of screen.accounts) {
      const { page, context } = await aBrowser({ baseURL: server.url });
      await signIn(context, server.url, account);
      const opened = await page();
      await opened.goto("/app/home?from=here", { waitUntil: "networkidle" });
      const { requests, bytes, addresses } = await measured(opened, screen);
      figures.push({ screen: screen.route, account, next: `${bytes} bytes` });
      const { island = { bytes: 0, requests: 0 } } = screen;
      const most = (screen.next ?? NEXT) + island.bytes;
      if (bytes > most || requests !== 1 + island.requests) over.push(`${screen.path} ${account}: ${addresses}`);
      await context.close();
    }
  }
  expect(over).toEqual([]);
}, 300_000);

afterAll(() => console.table(figures));

test("the script of every page weighs at most six kilobytes", async () => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";
  const head = await fetch(server.url + script, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect(head.headers.get("content-encoding")).toBe("br");
  expect(Number(head.headers.get("content-length"))).toBeLessThanOrEqual(6 * 1024);
});
