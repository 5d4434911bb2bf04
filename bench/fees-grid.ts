import { chromium, type Page } from "playwright";
import { seedDemo } from "../seeders/demo";
import { queryOne, execute, writeTransaction } from "../server/kernel/database/transactions";
import { sql } from "../server/kernel/database/sql";
import { findBrowser } from "../tests/ensure-browser.mjs";
import { waitUntilReady, freePort, startProduct, stop } from "./product";
import { median, percentile } from "./samples";
import { signIn } from "./sign-in";

/**
 * The grid of custom payments of a link, with 200 offices, in Chromium: milliseconds from a tick or a changed number to
 * the frame that shows the effect, and to the frame that shows that it is saved. The floor is an empty request of the
 * same page to the same server, with its frame.
 */
export type FeesGrid = { offices: number; floor: number; acts: { act: string; median: number; p95: number }[] };

const OFFICES = 200;
const ROUNDS = 25;
const PATH = "/app/sites/company-fees?siteId=1&typeId=1";

export async function benchFeesGrid(): Promise<FeesGrid> {
  await seedDemo();
  await manyOffices();
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("There is no Chromium; run: node tests/ensure-browser.mjs");
  const port = await freePort();
  const product = startProduct(port, { CAPTCHA: "off" });
  const browser = await chromium.launch({
    executablePath,
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    await waitUntilReady(port, product);
    const url = `http://127.0.0.1:${port}`;
    const cookie = await signIn(url);
    const context = await browser.newContext({ baseURL: url, extraHTTPHeaders: { Cookie: cookie } });
    // The code that runs in the page was compiled with a helper that keeps the names of functions.
    await context.addInitScript("globalThis.__name = (named) => named");
    const page = await context.newPage();
    await page.goto(PATH);
    await page.locator("x-fees[data-state=ready]").waitFor();
    const offices = await page.locator("tbody tr").count();
    if (offices < OFFICES) throw new Error(`The grid has ${offices} offices.`);
    const { floor, ...acts } = await measure(page);
    return {
      offices,
      floor: median(floor),
      acts: Object.entries(acts).map(([act, times]) => ({
        act,
        ...{ median: median(times), p95: percentile(times, 95) },
      })),
    };
  } finally {
    await browser.close();
    await stop(product);
  }
}

/** Adds offices to the demo's until there are more than enough. Some of the demo's are not shown. */
async function manyOffices(): Promise<void> {
  await writeTransaction(async () => {
    const row = await queryOne<{ offices: number }>(sql`SELECT count(*) AS offices FROM offices`);
    await execute(sql`
      WITH account AS (
        INSERT INTO accounts (role, username, password_hash, approved)
        SELECT 10, 'bench' || n, '', true FROM generate_series(1, ${OFFICES + 10 - (row?.offices ?? 0)}::int) AS n RETURNING id)
      INSERT INTO offices (account_id, office_name, man_first_name, man_last_name)
      SELECT id, 'Bench ' || id, '', '' FROM account`);
  });
}

/**
 * Runs within the page, so that the driver's own time is not measured. Each round uses another office without payments
 * of its own.
 */
const measure = (page: Page) =>
  page.evaluate(async (rounds) => {
    const nextPaint = () =>
      new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    const waitForMessage = (row: Element, message: string) =>
      new Promise<void>((resolve) => {
        const look = () => row.querySelector("output")?.textContent === message && (observer.disconnect(), resolve());
        const observer = new MutationObserver(look);
        observer.observe(row, { subtree: true, childList: true, characterData: true });
        look();
      });
    const act = async (row: Element, trigger: () => void) => {
      const startedAt = performance.now();
      trigger();
      if (row.ariaBusy !== "true") throw new Error("Nothing is shown at once.");
      const saved = waitForMessage(row, "Saved").then(nextPaint);
      const shown = (await nextPaint()) - startedAt;
      return { shown, saved: (await saved) - startedAt };
    };
    const times = {
      floor: [] as number[],
      "a tick, shown": [] as number[],
      "a tick, saved": [] as number[],
      "a changed number, shown": [] as number[],
      "a changed number, saved": [] as number[],
    };
    const free = [...document.querySelectorAll("tbody tr")].filter((row) => {
      const flag = row.querySelector<HTMLInputElement>("[name=enable]");
      return flag && !flag.checked;
    });
    for (const row of free.slice(0, rounds)) {
      const startedAt = performance.now();
      await (await fetch("/healthz")).text();
      times.floor.push((await nextPaint()) - startedAt);
      const tick = await act(row, () => row.querySelector<HTMLInputElement>("[name=enable]")?.click());
      times["a tick, shown"].push(tick.shown);
      times["a tick, saved"].push(tick.saved);
      const payout = row.querySelector("[name=payout]") as HTMLInputElement;
      const change = await act(row, () => {
        payout.value = String(Number(payout.value) + 1);
        payout.dispatchEvent(new Event("change", { bubbles: true }));
      });
      times["a changed number, shown"].push(change.shown);
      times["a changed number, saved"].push(change.saved);
    }
    return times;
  }, ROUNDS);
