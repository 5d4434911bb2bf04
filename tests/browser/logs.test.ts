import { expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aBrowser } from "../world/browser";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aScreenWorld } from "../world/screens";
import { COLD, MOST_REQUESTS, NEXT } from "./screens";
import { firstVisit, nextVisit } from "./traffic";
import { sideways, violations } from "./violations";

const JUNE = "start=2026-06-01&end=2026-06-30";
const LOGIN = "/app/logs/login";
const ALL = "/app/logs/common-logs";

/** 120 calls with parameters. Every second one changed something. The last has unbroken words of 255 characters. */
const { server, as } = aScreenWorld({ people: ["root"] }, async () => {
  const account = await aSuperadmin({ username: "root" });
  const office = await anOffice({ officeName: "O".repeat(255) });
  await anAgent({ office, firstName: "A".repeat(120), lastName: "B".repeat(120) });
  await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO audit (operation, record, record_id, before, after)
      SELECT 'agents.update', 'agent', n, '{"active": true, "email": "before@example.org"}', '{"active": false, "email": ""}'
      FROM generate_series(1, 120) AS n`);
    await execute(sql`
      INSERT INTO common_log (at, role, username, account_name, agent_name, office_name, ip, action_type, action_name,
        response_code, post_params, get_params, audit_ids)
      SELECT '2026-06-10T12:00:00Z'::timestamptz + n * interval '1 minute', (ARRAY[0, 5, 10, 20])[1 + n % 4], 'user' || n,
        'Person Number ' || n, 'Person Number ' || n, 'Office ' || n, '192.0.2.1'::inet + n, 'UPDATE',
        'POST /api/agents/' || n, 200,
        jsonb_build_object('ids', jsonb_build_array(n, n * 7), 'note', md5(n::text), 'version', n),
        jsonb_build_object('page', n), CASE WHEN n % 2 = 0 THEN ARRAY[n] ELSE '{}' END
      FROM generate_series(1, 120) AS n`);
    await execute(sql`
      UPDATE common_log SET account_name = repeat('n', 255), office_name = repeat('o', 255), username = repeat('u', 255),
        action_name = 'POST /api/' || repeat('p', 240), ip = '2001:db8:1111:2222:3333:4444:5555:6666',
        post_params = jsonb_build_object(repeat('k', 255), repeat('v', 5000))
      WHERE username = 'user120'`);
    await execute(sql`
      INSERT INTO login_log (account_id, ip, in_time, out_time)
      SELECT ${account.accountId}, '192.0.2.1'::inet + n, '2026-06-10T12:00:00Z'::timestamptz + n * interval '1 minute',
        '2026-06-11T12:00:00Z' FROM generate_series(1, 120) AS n`);
  });
});
const root = as("root");

async function openPage(options: { width?: number; javaScript?: boolean } = {}) {
  const { page, expected } = await aBrowser({ as: root, baseURL: server.url, ...options });
  return { page: await page(), expected };
}

test.each([
  [LOGIN, `${LOGIN}?${JUNE}`],
  [ALL, `${ALL}?${JUNE}`],
])("%s with fifty rows stays within its byte limits, cold and from another screen", async (_, path) => {
  const first = await firstVisit((await openPage()).page, { path });
  expect([first.bytes <= COLD, first.requests <= MOST_REQUESTS], first.addresses.join()).toEqual([true, true]);
  const { page } = await openPage();
  await page.goto("/app/home", { waitUntil: "networkidle" });
  const next = await nextVisit(page, { path });
  expect([next.bytes <= NEXT, next.requests], next.addresses.join()).toEqual([true, 1]);
});

const LONG_WORDS = `${ALL}?${JUNE}`;
test.each([
  [1280, "light", LONG_WORDS],
  [1280, "dark", LONG_WORDS],
  [320, "light", LONG_WORDS],
  [320, "light", `${LOGIN}?${JUNE}`],
  [320, "light", `${ALL}?${JUNE}&username=nobody`],
  [320, "dark", `${ALL}?start=x&end=y&responseCode=9&page=0&agentId=nobody`],
] as const)("at %i px, %s, %s passes axe and does not scroll sideways", async (width, colorScheme, path) => {
  const { page } = await openPage({ width });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(path);
  const opened = (await page.locator("details.json > summary").all()).slice(0, 4);
  for (const summary of [undefined, ...opened]) {
    // Opening one closes the one before.
    await summary?.press("Enter");
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
});

test("the keyboard is enough to open parameters, turn pages and sort", async () => {
  const { page } = await openPage();
  await page.goto(`${ALL}?${JUNE}&username=user118`);
  const details = page.locator("details.json").first();
  await details.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => details.getAttribute("open")).not.toBeNull();
  expect(await details.textContent()).toContain("email: before@example.org →");
  await page.goto(`${ALL}?${JUNE}`);
  await page.keyboard.press("Control+ArrowRight");
  await page.waitForURL(/page=2&after=/);
  await page.keyboard.press("Control+ArrowLeft");
  await page.waitForURL(/page=1$/);
  await page.getByRole("link", { name: "Date" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/sortAsc=true&sortField=date/);
  expect(await page.locator("th[aria-sort=ascending]").textContent()).toBe("Date");
});

test("opened parameters and changes lie over the page: no row is higher than before, and nothing of the page moves", async () => {
  const { page } = await openPage({ width: 1680 });
  await page.goto(`${ALL}?${JUNE}`);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("tbody tr, tbody tr:first-child > *, .pager")].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + scrollX, top + scrollY, width, height].map(Math.round).join();
      }),
    );
  const before = await places();
  const rows = page.locator("tbody tr");
  for (const row of [rows.first(), rows.nth(1), rows.last()])
    for (const summary of await row.locator("details.json > summary").all()) {
      await summary.click();
      const panel = row.locator("details.json[open] > :not(summary)");
      await panel.waitFor();
      expect(await panel.evaluate((element) => element.clientHeight)).toBeGreaterThan(20);
      expect(await places()).toEqual(before);
      // Beside it, above the table.
      await page.mouse.click(640, 5);
      await expect.poll(() => page.locator("details.json[open]").count()).toBe(0);
    }
  // The first one has the longest names.
  const heights = await rows.evaluateAll((all) => all.slice(1).map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
});

test("a chosen payout period fills in the dates, and the search uses them", async () => {
  const { page } = await openPage();
  await page.goto(LOGIN);
  const choice = page.getByLabel("Period");
  const [start, end] = ((await choice.locator("option").nth(3).getAttribute("value")) ?? "").split(",");
  await choice.selectOption({ index: 3 });
  expect(await page.getByLabel("From").inputValue()).toBe(start);
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(new RegExp(`start=${start}&end=${end}`));
  expect(await page.getByLabel("To").inputValue()).toBe(end);
});

test("the export is downloaded as a file and leaves the screen unchanged", async () => {
  const { page } = await openPage();
  await page.goto(`${ALL}?${JUNE}&username=user11`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export to txt" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^export_data\d{14}\.txt$/);
  expect(await page.getByRole("button", { name: "Search" }).isEnabled()).toBe(true);
  expect(page.url()).toContain("username=user11");
});
