import { setTimeout as pause } from "node:timers/promises";

type Pages = { address: string; cookie: string };

const PER_SECOND = 20;
/** So that the worker is in the state of one that has run for a while. */
const WARM_UP = 500;
const LAST_ANSWER_MS = 10_000;

export async function warmUpPages(pages: Pages): Promise<void> {
  for (let i = 0; i < WARM_UP; i++) await requestPage(pages);
}

/**
 * Requests a page every twentieth of a second while `act` runs, whether or not the previous one has been answered.
 * Resolves with the result and the pages answered per second; a refused page is not one of them.
 */
export async function requestSteadily<T>(
  pages: Pages,
  act: () => Promise<T>,
): Promise<{ result: T; answered: number }> {
  const startedAt = performance.now();
  const requests: Promise<number>[] = [];
  const timer = setInterval(() => requests.push(requestPage(pages)), 1000 / PER_SECOND);
  const result = await act().finally(() => clearInterval(timer));
  const lasted = (performance.now() - startedAt) / 1_000;
  const statuses = await Promise.race([Promise.all(requests), pause(LAST_ANSWER_MS, [], { ref: false })]);
  return { result, answered: statuses.filter((status) => status === 200).length / lasted };
}

async function requestPage({ address, cookie }: Pages): Promise<number> {
  const answer = await fetch(address, { headers: { Cookie: cookie, "Accept-Encoding": "br" } });
  await answer.arrayBuffer();
  return answer.status;
}
