import { chromium, type Page } from "playwright";
import { queryOne, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { findBrowser } from "../../tests/ensure-browser.mjs";
import { waitUntilReady, freePort, startProduct, stop } from "../product";
import { median, percentile } from "../samples";
import { signIn } from "../sign-in";
import { part } from "./part";

/** In Chromium: from a tick or a changed number to the frame that shows its effect, and to the one that shows it saved. */
export const fees = part({
  name: "fees",
  title: "Payments of 200 offices in Chromium",
  data: "demo",
  floor: "an empty request of the same page, with its frame",
  measure: measureFees,
  figures: [
    { key: "shown", name: "until an act is shown, the slower act", unit: "ms", tolerance: 0.4 },
    { key: "saved", name: "until an act is saved, the slower act", unit: "ms", tolerance: 0.4 },
    { key: "p95", name: "p95 of the slowest", unit: "ms", goal: { atMost: 100 } },
  ],
});

const OFFICES = 200;
const ROUNDS = 25;
const PATH = "/app/sites/company-fees?siteId=1&typeId=1";

async function measureFees() {
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
    const { floor, tickShown, tickSaved, numberShown, numberSaved } = await measure(page);
    const slower = (...acts: number[][]) => ({ values: [Math.max(...acts.map(median))], floors: [median(floor)] });
    const p95s = [tickShown, tickSaved, numberShown, numberSaved].map((times) => percentile(times, 95));
    return {
      shown: slower(tickShown, numberShown),
      saved: slower(tickSaved, numberSaved),
      p95: { values: [Math.max(...p95s)] },
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
      tickShown: [] as number[],
      tickSaved: [] as number[],
      numberShown: [] as number[],
      numberSaved: [] as number[],
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
      times.tickShown.push(tick.shown);
      times.tickSaved.push(tick.saved);
      const payout = row.querySelector("[name=payout]") as HTMLInputElement;
      const change = await act(row, () => {
        payout.value = String(Number(payout.value) + 1);
        payout.dispatchEvent(new Event("change", { bubbles: true }));
      });
      times.numberShown.push(change.shown);
      times.numberSaved.push(change.saved);
    }
    return times;
  }, ROUNDS);
