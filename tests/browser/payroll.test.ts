import type { Page } from "playwright";
import { expect, test } from "vitest";
import { HALF, thePool } from "../reports/the-pool";
import { now } from "../../server/kernel/time/now";
import { dayOf } from "../../server/kernel/time";
import { payoutHints } from "../../server/trade/periods";
import { aBrowser } from "../world/browser";
import { tableIn } from "../world/table";
import { signedIn } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";
import { violations } from "./violations";

const { server } = aScreenWorld({}, async () => {
  await thePool({ password: PASSWORD });
});

async function opened(path: string, options: { width?: number; javaScript?: boolean } = {}): Promise<Page> {
  const { page } = await aBrowser({ as: await signedIn(server.url, "adm"), baseURL: server.url, ...options });
  const sheet = await page();
  await sheet.goto(path);
  return sheet;
}

test.each([true, false])(
  "payout period, grouping and tier can be chosen by keyboard, with scripts: %s [REP-AVP-02, REP-AVP-03, STAT-31]",
  async (javaScript) => {
    const page = await opened(`/app/stats/sites-payout-avp?start=${HALF.start}&end=${HALF.end}`, { javaScript });
    const [, last] = payoutHints(dayOf(now()));
    expect(await page.inputValue("#q-hint")).toBe(`${HALF.start},${HALF.end},beWeek`);
    await page.focus("[name=groupBy][value=agent]");
    await page.keyboard.press("Space");
    const more = page.locator(".criteria > .drop > summary");
    await more.press("Enter");
    await page.focus("#q-avp");
    await page.keyboard.type("3-4");
    await page.keyboard.press("Enter");
    await page.focus("button.primary");
    await page.keyboard.press("Enter");
    await page.waitForURL(/avp=2/);
    const { rows } = tableIn(await page.content());
    expect(rows).toEqual([expect.objectContaining({ "#": "1", Office: "North", Agent: "ada", AVP: "3 - 4" })]);
    expect(await page.inputValue("#q-hint")).toBe(`${HALF.start},${HALF.end},beWeek`);
    await page.selectOption("#q-hint", { label: last!.label });
    await more.press("Enter");
    await page.selectOption("#q-avp", "");
    await page.click("button.primary");
    await page.waitForURL(new RegExp(`hint=${last!.start}`));
    expect(await page.inputValue("#q-hint")).toBe(`${last!.start},${last!.end},beWeek`);
    expect(tableIn(await page.content()).empty).toMatch(/^No data for period/);
  },
);

test("row headings stay visible while figures scroll, and the page itself does not scroll sideways", async () => {
  const page = await opened(`/app/stats/sites-payout?start=${HALF.start}&end=${HALF.end}&groupBy=company`, {
    width: 360,
  });
  const left = () =>
    page.evaluate(() =>
      [".scroll", "thead .named", "tbody th", "tfoot th > span"].map(
        (what) => document.querySelector(what)!.getBoundingClientRect().left,
      ),
    );
  const headAbovePinned = await page.locator("thead .groups").evaluate((row) => {
    const pinned = document.querySelector("thead tr:last-child .pin.beside")!.getBoundingClientRect();
    return document.elementFromPoint(pinned.left + pinned.width / 2, row.getBoundingClientRect().top + 9)?.className;
  });
  expect(headAbovePinned).toBe("pin beside");
  await page.locator(".scroll").evaluate((one) => (one.scrollLeft = 600));
  const [scroller = 0, ...names] = await left();
  for (const name of names) expect(Math.abs(name - scroller)).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // Text under a total's name, which spans columns, shows beside its letters.
  const covered = await page.locator("tfoot tr:first-child").evaluate((row) => {
    row.scrollIntoView();
    const letters = row.querySelector("th span")!.getBoundingClientRect();
    const pinned = row.querySelector(".pin.beside")!.getBoundingClientRect();
    return [...row.querySelectorAll("td")]
      .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= letters.right && box.right <= pinned.left)
      .map(({ cell, box }) =>
        cell.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)),
      );
  });
  expect(covered.length).toBeGreaterThan(0);
  expect(covered).not.toContain(false);
  expect(tableIn(await page.content()).total("Overall Total")).toMatchObject({
    ...{ "Pay PHP": "₱1,400.00", "Pay USD": "$26.90" },
  });
});

const ofAda = (page: Page) => page.locator("tbody tr", { has: page.getByRole("link", { name: "ada", exact: true }) });
const WIDE = `/app/stats/sites-payout-avp?start=${HALF.start}&end=${HALF.end}&groupBy=agent`;

test("with scripts each figure of a wide report opens its rows, by keyboard too [LEDGER-09]", async () => {
  const page = await opened(WIDE);
  await page.waitForSelector("td + td .figure");
  const without = await opened(WIDE, { javaScript: false });
  const said = (sheet: Page) => sheet.locator("open-figures table").innerText();
  expect(await said(page)).toBe(await said(without));
  // Amounts only: no names, tiers or zeros. Without scripts, row numbers and the name of the total.
  const figures = (sheet: Page) => sheet.locator("open-figures .figure").allInnerTexts();
  const amounts = await figures(page);
  expect(await figures(without)).toEqual(["1", "2", "3", "4", "Overall Total"]);
  expect(amounts).toEqual(expect.arrayContaining(["3", "₱700.00", "₱250.00", "Overall Total"]));
  for (const text of ["0", "₱0.00", "NO", "3 - 4", "ada"]) expect(amounts).not.toContain(text);
  expect(await violations(page)).toEqual([]);
  const covered = await page.locator("tbody .figure").evaluateAll((all) =>
    all.flatMap((one) => {
      (one as HTMLElement).focus();
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const seen = [left + 2, right - 2].some((x) => one.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      return seen ? [] : [one.textContent];
    }),
  );
  expect(covered, "figures that have the focus and are hidden under a pinned column").toEqual([]);
  await ofAda(page).getByRole("link", { name: "₱700.00" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/stats\/explain\?.*payoutPhp/);
  expect(await page.locator("main strong.caption").innerText()).toBe("₱700.00");
  await page.getByRole("link", { name: "Back to the report" }).click();
  await page.waitForSelector("td + td .figure");
});

test("without scripts a row of a wide report opens its figures, and each figure its rows, by keyboard [LEDGER-09]", async () => {
  const page = await opened(WIDE, { javaScript: false, width: 360 });
  await ofAda(page).locator(".figure").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/stats\/figures\?/);
  expect(await page.locator("p.line").first().innerText()).toMatch(
    /Report: Payroll AVP · Office: North · Agent: ada ·/,
  );
  await page.getByRole("row", { name: "Pay PHP" }).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/stats\/explain\?/);
  expect(await page.locator("main strong.caption").innerText()).toBe("₱700.00");
  await page.getByRole("link", { name: "Back to the row" }).click();
  await page.getByRole("link", { name: "Back to the report" }).click();
  expect(await page.locator("h1").innerText()).toBe("Payroll AVP");
});
