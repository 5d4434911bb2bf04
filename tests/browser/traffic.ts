import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Screen } from "./screens";
import { bytesOfFile } from "./wire";

/** Until it is ended every answer comes over the wire, as on a first visit, and stays for later ones. */
export async function withoutCache(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return () => session.detach();
}

/** A page without a request for this long counts as loaded. */
const QUIET_MS = 100;
const LONGEST_MS = 60_000;
const ICON = "/favicon.svg";
/** Every five seconds the badge of a page asks, also that of the page before. */
const ASIDE = [ICON, "/api/accounts/unapproved/count"];

type Visited = Pick<Screen, "path" | "status" | "island">;
export type Traffic = { requests: number; bytes: number; addresses: string[] };

/**
 * The bytes of a first visit, headers included. The icon is fetched independently of the page, sometimes only after the
 * next one has loaded: it counts for the first.
 */
export async function firstVisit(page: Page, screen: Visited): Promise<Traffic> {
  const { requests, bytes, addresses } = await nextVisit(page, screen);
  const icon = await bytesOfFile(new URL(page.url()).origin + ICON);
  return { requests: requests + 1, bytes: bytes + icon, addresses: [...addresses, `${ICON} ${icon}`] };
}

/** The bytes transferred for this address, without the icon and without responses from the cache. */
export async function nextVisit(page: Page, { path, status = 200, island }: Visited): Promise<Traffic> {
  const traffic: Traffic = { requests: 0, bytes: 0, addresses: [] };
  const session = await page.context().newCDPSession(page);
  const sent = new Map<string, string>();
  const underWay = new Set<string>();
  let lastAt = 0;
  const seen = (requestId: string, begins: boolean) => {
    lastAt = performance.now();
    if (begins) underWay.add(requestId);
    else underWay.delete(requestId);
  };
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (ASIDE.includes(new URL(request.url).pathname)) return;
    seen(requestId, true);
    sent.set(requestId, request.url);
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => {
    // Responses from the memory cache have no event for their end.
    seen(requestId, false);
    sent.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => seen(requestId, false));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    seen(requestId, false);
    const url = sent.get(requestId);
    if (url === undefined || encodedDataLength === 0) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
    traffic.addresses.push(`${new URL(url).pathname} ${encodedDataLength}`);
  });
  await session.send("Network.enable");
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(status);
  if (island) await page.waitForSelector("[data-state=ready]");
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  // On a busy machine its scripts may have more to do, and to ask for.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const shownAt = performance.now();
  while (underWay.size > 0 || performance.now() - lastAt < QUIET_MS) {
    if (performance.now() - shownAt > LONGEST_MS)
      throw new Error(`${path} still waits for ${[...underWay].map((id) => sent.get(id) ?? id).join()}.`);
    await pause(10);
  }
  await session.detach();
  return traffic;
}
