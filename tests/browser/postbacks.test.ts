import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aClick, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { sideways, violations } from "./violations";

const LIST = "/app/logs/postbacks?start=2026-06-01&end=2026-06-30";

const { server, as } = aScreenWorld({ people: ["root"] }, async () => {
  await aSuperadmin({ username: "root" });
  const office = await anOffice();
  const agent = await anAgent({ office, username: "ann" });
  const site = await aSite({ sitename: "Roses", types: [{}] });
  const click = await aClick({ agent, type: first(site.types), at: "2026-06-10T12:00:00Z" });
  await db.run`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, agent_id, company_id, click_id, event, txid, status, ip, params)
      SELECT gen_random_uuid(), '2026-06-10T13:00:00Z'::timestamptz + n * interval '1 minute', verdict, reason, ${site.id},
        ${agent.id}, ${office.id}, ${click.id}, 'sale', 't-' || n, 'approved', '192.0.2.50',
        jsonb_build_object('clickid', ${click.id}::text, 'event', 'sale', 'txid', 't-' || n, 'note', repeat('n', 1500))
      FROM (VALUES (1, 'held', 'suspended'), (2, 'refused', 'bad_event'), (3, 'held', 'suspended'), (4, 'accepted', NULL))
        AS made (n, verdict, reason)`;
});
const root = as("root");

async function openPage(width: number) {
  const { page } = await aBrowser({ as: root, baseURL: server.url, width });
  return page();
}

test.each([360, 1280])(
  "at %i px a row opens with a click or a key, and moves nothing above its details",
  async (width) => {
    const page = await openPage(width);
    await page.goto(LIST);
    const row = page.locator("tbody tr", { hasText: "t-3" }).first();
    const details = row.locator("summary");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("thead th, tbody tr:first-child *, tr:has([open]) *")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.tagName, x, y, width, height].join();
        }),
      );
    const parameters = page.getByText("n".repeat(1500), { exact: true });
    await details.scrollIntoViewIfNeeded();
    const [place, heads] = [await details.boundingBox(), await page.locator("thead").boundingBox()];
    const before = await places();
    expect(await parameters.filter({ visible: true }).count()).toBe(0);
    await details.click();
    expect(await parameters.filter({ visible: true }).count()).toBe(1);
    expect([await details.boundingBox(), await page.locator("thead").boundingBox()]).toEqual([place, heads]);
    expect((await places()).slice(0, before.length)).toEqual(before);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await details.focus();
    await page.keyboard.press("Enter");
    expect(await parameters.filter({ visible: true }).count()).toBe(0);
  },
);

test("selected postbacks are tried out before they are replayed, in the browser and on a phone", async () => {
  const page = await openPage(360);
  await page.goto(LIST);
  expect(await page.locator("tbody [name=ids][type=checkbox]").count()).toBe(2);
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Replay selected" }).click();
  await page.getByRole("heading", { name: "Are you sure to replay the selected requests?" }).waitFor();
  const rows = page.getByRole("table", { name: "Result of a replay now" }).locator("tbody tr");
  expect(await rows.count()).toBe(2);
  for (const text of await rows.allInnerTexts()) expect(text).toMatch(/Pending\s:\s.+Accepted.+ann.+₱\d/s);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator(".toast.success", { hasText: "2 of 2 postbacks are booked." }).waitFor();
  await page.waitForURL((url) => url.pathname + url.search === LIST);
  expect(await page.getByText("Replay selected").count()).toBe(0);
  await page.locator("tbody tr", { hasText: "t-1" }).first().locator("summary").click();
  await page
    .getByRole("link", { name: /^Sale$/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL(/sale-logs\?clickId=/);
  expect(await page.locator("tbody tr").count()).toBe(2);
});
