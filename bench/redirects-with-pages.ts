import { setTimeout as pause } from "node:timers/promises";
import { waitUntilReady, freePort, measureLoad, startProduct, stop } from "./product";
import { createCompany, buildRequests } from "./redirect-company";
import { signIn } from "./sign-in";

/**
 * A steady stream of redirects over 64 connections while the same worker renders list pages at a steady rate. Latencies
 * of the redirects are in milliseconds; the rates of both are per second.
 */
export type RedirectsWithPages = { pagesPerSecond: number; redirects: number; p50: number; p99: number };

const PER_SECOND = 20;
const REDIRECTS = 2_000;
const SECONDS = 10;
const CONNECTIONS = 64;
/** Pages rendered beforehand, so that the worker is in the state of one that has run for a while. */
const WARM_UP = 1_000;

export async function benchRedirectsWithPages(): Promise<RedirectsWithPages> {
  const requests = await buildRequests(await createCompany());
  const port = await freePort();
  const product = startProduct(port, { CAPTCHA: "off" });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(port, product);
    const page = `${url}/app/agents`;
    const cookie = await signIn(url);
    for (let i = 0; i < WARM_UP; i++) await (await fetch(page, { headers: { Cookie: cookie } })).text();
    const pages = requestSteadily(page, cookie);
    const plan = { port, connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: 5, requests };
    const redirects = await measureLoad({ ...plan, perSecond: REDIRECTS });
    const pagesPerSecond = await pages.end();
    return { pagesPerSecond, redirects: redirects.perSecond, p50: redirects.p50, p99: redirects.p99 };
  } finally {
    await stop(product);
  }
}

/** Requests a page every twentieth of a second, whether or not the previous one has been answered. */
function requestSteadily(url: string, cookie: string): { end(): Promise<number> } {
  const startedAt = performance.now();
  const requests: Promise<number>[] = [];
  const timer = setInterval(() => {
    requests.push(
      fetch(url, { headers: { Cookie: cookie } }).then(async (answer) => (await answer.text(), answer.status)),
    );
  }, 1000 / PER_SECOND);
  return {
    async end() {
      clearInterval(timer);
      const lasted = (performance.now() - startedAt) / 1000;
      const statuses = await Promise.race([Promise.all(requests), pause(10_000, [], { ref: false })]);
      const good = statuses.filter((status) => status === 200).length;
      if (good === 0 || good < requests.length) throw new Error(`Of ${requests.length} pages ${good} were answered.`);
      return good / lasted;
    },
  };
}
