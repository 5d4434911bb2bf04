import type { Page } from "playwright";
import { expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aBrowser, stopClock } from "../world/browser";
import { aClick, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { sideways, violations } from "./violations";

const JUNE = "start=2026-06-01&end=2026-06-30";
const CLICKS = "/app/logs/click-outs";
const SALES = "/app/logs/sale-logs";
const POSTBACKS = "/app/logs/postbacks";
const FIVE_MINUTES = 300_000;

/** Sixty sales with their clicks and requests, one minute apart, with the longest values that fields allow. */
const { server, as } = aScreenWorld({ people: ["root", "ann"] }, async () => {
  await aSuperadmin({ username: "root" });
  const office = await anOffice({ officeName: "O".repeat(255) });
  const agent = await anAgent({ office, username: "ann" });
  const site = await aSite({ sitename: "S".repeat(128), types: [{ typename: "T".repeat(255), bonus: true }] });
  const sale = await aSale({
    agent,
    type: first(site.types),
    at: "2026-06-10T12:00:00Z",
    email: `${"e".repeat(200)}@example.org`,
  });
  await aClick({
    agent,
    type: first(site.types),
    at: "2026-06-10T12:00:01Z",
    class: "bot",
    ip: "2001:db8:1111:2222:3333:4444:5555:6666",
  });
  await writeTransaction(async () => {
    await execute(sql`UPDATE clicks SET referer = 'https://long.example/' || repeat('r', 2000)`);
    await execute(sql`
      UPDATE sale_events SET referer = 'https://long.example/' || repeat('r', 2000), stolen_card = true,
        received_at = occurred_at + interval '1 hour'`);
    await execute(sql`
      INSERT INTO sale_events (occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign, lpp,
        earning, payout, price_source, click_id, geo, email, referer)
      SELECT occurred_at + n * interval '1 minute', day, occurred_at + n * interval '1 minute', agent_id, company_id, site_id,
        type_id, flags, n % 2, 1, lpp, earning, payout, price_source, gen_random_uuid(), geo, 'buyer' || n || '@example.org',
        'https://from.example/a/long/way/to/page/' || n
      FROM sale_events, generate_series(1, 59) AS n WHERE id = ${sale.id}`);
    await execute(sql`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, agent_id, company_id, click_id, event, txid, status, ip, params)
      SELECT gen_random_uuid(), occurred_at, 'refused', 'bad_event', site_id, agent_id, company_id, click_id, repeat('v', 255),
        repeat('t', 255), 'approved', '2001:db8:1111:2222:3333:4444:5555:6666', jsonb_build_object('txid', repeat('t', 255))
      FROM sale_events`);
  });
});
const root = as("root");
const ann = as("ann");

async function openPage(options: { width?: number } = {}, who = root) {
  const { context, page, expected } = await aBrowser({ as: who, baseURL: server.url, ...options });
  return { page: await page(), context, expected };
}

const WRONG = "start=x&end=y&clickId=1&ipAddress=x&geo=USA&email=%00&page=0&agentId=nobody";
test.each([
  [320, "light", `${CLICKS}?${JUNE}`],
  [320, "light", `${POSTBACKS}?${JUNE}`],
  [320, "dark", `${SALES}?${JUNE}`],
  [1280, "light", `${SALES}?${JUNE}`],
  [320, "light", `${SALES}?${WRONG}`],
] as const)("at %i px, %s, %s passes axe and does not scroll sideways", async (width, colorScheme, path) => {
  const { page } = await openPage({ width });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(path);
  for (const summary of (await page.locator("td summary").all()).slice(0, 2)) await summary.click();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
});

/** Adds a sale while the page is open. The returned function deletes it. */
async function another(email: string): Promise<() => Promise<unknown>> {
  const made = await db.rows<{ id: number }>`
      INSERT INTO sale_events (occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign, lpp,
        earning, payout, price_source, click_id, geo, email)
      SELECT '2026-06-12T12:00:00Z', '2026-06-12', '2026-06-12T12:00:00Z', agent_id, company_id, site_id, type_id, flags, 0, 1,
        lpp, earning, payout, price_source, gen_random_uuid(), geo, ${email} FROM sale_events ORDER BY id LIMIT 1
      RETURNING id`;
  return () => db.run`DELETE FROM sale_events WHERE id = ${first(made).id}`;
}
const rowOf = (page: Page, email: string) => page.locator("tbody tr", { hasText: email });
/** The number of times the page reloaded itself. */
const asked = (page: Page): number => counts.get(page) ?? 0;
const counts = new WeakMap<Page, number>();

async function reading(who = root) {
  const { page, expected } = await openPage({}, who);
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "fetch" && request.url().includes(SALES)) counts.set(page, asked(page) + 1);
  });
  await stopClock(page, Date.parse("2026-11-21T12:00:00Z"));
  await page.goto(`${SALES}?${JUNE}`);
  return { page, expected };
}

test("the sale log reloads its rows every five minutes and keeps scroll position, selection and open details [SALE-07]", async () => {
  const { page } = await reading();
  const more = page.getByText("More filters");
  await more.click();
  await page.getByLabel("Email").fill("typed but not sent");
  await more.click();
  const kept = rowOf(page, "buyer20@");
  await kept.locator("summary").click();
  await kept.evaluate((row) => {
    row.scrollIntoView({ block: "center" });
    getSelection()?.selectAllChildren(row.querySelector("code") as Element);
    Object.assign(window, { kept: row, before: row.getBoundingClientRect().top });
  });
  const gone = await another("fresh@example.org");
  try {
    await page.clock.runFor(FIVE_MINUTES - 1_000);
    expect([asked(page), await rowOf(page, "fresh@").count()]).toEqual([0, 0]);
    await page.clock.runFor(2_000);
    await rowOf(page, "fresh@").waitFor();
    expect((await rowOf(page, "buyer11@").count()) + (await rowOf(page, "buyer10@").count())).toBe(1);
    const left = () =>
      page.evaluate(() => {
        const { kept, before } = window as unknown as { kept: Element; before: number };
        return {
          same: kept.isConnected,
          open: kept.querySelector("details")?.open,
          marked: getSelection()?.toString(),
          moved: Math.abs(kept.getBoundingClientRect().top - before),
          typed: (document.querySelector("[name=email]") as HTMLInputElement).value,
        };
      });
    // The browser restores the scroll position with its next frame.
    await expect.poll(left).toEqual({
      same: true,
      open: true,
      marked: "https://from.example/a/long/way/to/page/20",
      moved: 0,
      typed: "typed but not sent",
    });
    await page.clock.runFor(FIVE_MINUTES);
    await expect.poll(() => asked(page)).toBe(2);
    expect(await rowOf(page, "fresh@").count()).toBe(1);
  } finally {
    await gone();
  }
  await page.clock.runFor(FIVE_MINUTES);
  await rowOf(page, "fresh@").waitFor({ state: "detached" });
  expect(await page.locator("tbody tr").count()).toBe(50);
});

test("the sale log never reloads during another reload or search, and reports a server that does not respond [SALE-07, ERR-07]", async () => {
  const { page, expected } = await reading();
  const answers: (() => Promise<void>)[] = [];
  await page.route("**/sale-logs?*", (route) => {
    answers.push(() => route.continue());
  });
  await page.clock.runFor(3 * FIVE_MINUTES);
  await expect.poll(() => answers.length).toBe(1);
  await first(answers)();
  await expect.poll(() => asked(page)).toBe(1);
  expect(answers).toHaveLength(1);
  await page.unroute("**/sale-logs?*");
  await page.evaluate(() => document.querySelector("form.criteria")?.setAttribute("aria-busy", ""));
  await page.clock.runFor(FIVE_MINUTES);
  expect(asked(page)).toBe(1);
  await page.evaluate(() => document.querySelector("form.criteria")?.removeAttribute("aria-busy"));
  await page.route("**/sale-logs?*", (route) => route.fulfill({ status: 503, body: "busy" }));
  await page.clock.runFor(FIVE_MINUTES);
  await page.getByText("The server did not answer. Please try again.").waitFor();
  // The browser itself logs the refusal.
  expected(/ 503 /);
  expect(await page.locator("tbody tr").count()).toBe(50);
});

test("a person signed out meanwhile is redirected to the sign-in", async () => {
  const { page } = await reading(ann);
  await page.context().clearCookies();
  await page.clock.runFor(FIVE_MINUTES + 1_000);
  await page.waitForURL(/\/login\?returnUrl=/);
});

test("the keyboard alone is enough to open and copy a link, sort and turn rows, and find a click by its sale", async () => {
  const { page, context } = await openPage();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.goto(`${CLICKS}?${JUNE}`);
  const link = page.locator("tbody tr").first().locator(".short").first();
  await link.locator("summary").focus();
  await page.keyboard.press("Enter");
  const whole = await link.locator("code").textContent();
  expect(whole?.length).toBeGreaterThan(20);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(whole);
  await page.goto(`${SALES}?${JUNE}`);
  await page.keyboard.press("Control+ArrowRight");
  await page.waitForURL(/page=2&after=/);
  expect(await page.locator("tbody tr").count()).toBe(10);
  await page.getByRole("link", { name: "Earning" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/sortAsc=true&sortField=earning/);
  await page.goto(`${SALES}?${JUNE}&email=${"e".repeat(200)}@example.org`);
  await page.locator("td .short a").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/links\/doctor\?link=/);
  const clicks = page.getByRole("table", { name: "Newest clicks" });
  expect(await clicks.locator("tbody tr").count()).toBe(1);
  await clicks.getByRole("link", { name: "2026-06-10" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/click-outs\?clickId=/);
});
