import type { Page } from "playwright";
import { expect } from "vitest";
import type { Screen } from "./screens";

type Traffic = { requests: number; bytes: number; addresses: string[] };

/** What went over the wire for this address, headers too; what came out of the cache is not counted. */
export async function measured(page: Page, { path, status = 200 }: Pick<Screen, "path" | "status">): Promise<Traffic> {
  const traffic: Traffic = { requests: 0, bytes: 0, addresses: [] };
  const session = await page.context().newCDPSession(page);
  const sent = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => void sent.set(requestId, request.url));
  session.on("Network.requestServedFromCache", ({ requestId }) => void sent.delete(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = sent.get(requestId);
    if (url === undefined || encodedDataLength === 0) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
    traffic.addresses.push(`${new URL(url).pathname} ${encodedDataLength}`);
  });
  await session.send("Network.enable");
  const answer = await page.goto(path, { waitUntil: "networkidle" });
  expect(answer?.status()).toBe(status);
  await session.detach();
  return traffic;
}
