import type { Page } from "playwright";
import { expect, test } from "vitest";
import { anOffice, aPrice, aSite, aSuperadmin, type Office, type Site } from "../world/builders";
import { aBrowser } from "../world/browser";
import { first } from "../world/first";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "../screens/three-ways";
import { firstVisit } from "./traffic";
import { sideways, violations } from "./violations";

type TraceEvent = { name: string; args: { elementCount?: number } };

const PATH = "/app/sites/company-fees";
const KB = 1024;
let site: Site;
let north: Office;
let crowd: Site;

const { server, as } = aScreenWorld({ people: ["sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  north = await anOffice({ officeName: "North" });
  await anOffice({ officeName: "South" });
  const types = [{ typename: "card", bonus: true }, { typename: "free" }];
  site = await aSite({ sitename: "Roses", types });
  await aSite({ sitename: "Tulips", types: [{ typename: "bulb" }] });
  crowd = await aSite({ sitename: "Crowd", types: [{ bonus: true }] });
});
const ways = threeWays(server, "sup");
const visitor = as("sup");

const at = (of = site) => `${PATH}?siteId=${of.id}&typeId=${first(of.types).id}`;

async function open(path = at(), width = 1280) {
  const { page, context, expected } = await aBrowser({ as: visitor, baseURL: server.url, width });
  const opened = await page();
  await opened.emulateMedia({ reducedMotion: "reduce" });
  await opened.goto(path);
  await opened.locator("x-fees[data-state=ready]").waitFor();
  return { page: opened, context, expected };
}

const rowOf = (page: Page, office = "North") => page.getByRole("row", { name: new RegExp(office) });
const payoutOf = (page: Page, office?: string) => rowOf(page, office).locator("[name=payout]");
const stored = async (office = north) =>
  (
    await db.row<{ payout: string }>`
        SELECT payout FROM prices WHERE company_id = ${office.id} ORDER BY since DESC, id DESC LIMIT 1`
  )?.payout;

/** Gives the office custom payments from the start. */
async function custom(payout = 500): Promise<void> {
  await db.run`DELETE FROM prices WHERE company_id IS NOT NULL`;
  await aPrice({ type: first(site.types), office: north, payout });
}

test("the keyboard alone is enough to choose site and link, tick a flag and change amounts [FEE-04, FEE-05, FEE-07]", async () => {
  await db.run`DELETE FROM prices WHERE company_id IS NOT NULL`;
  const { page } = await open(PATH);
  const listed = page.waitForResponse(/by-site/);
  await page.locator("select[name=siteId]").focus();
  await page.keyboard.type("Roses");
  await listed;
  await page.keyboard.press("Tab");
  await page.getByRole("option", { name: "card" }).waitFor({ state: "attached" });
  await page.keyboard.type("card");
  await page.waitForURL(`**${at()}`);
  await page.locator("x-fees[data-state=ready]").waitFor();
  const flag = rowOf(page).getByRole("checkbox");
  await flag.focus();
  await page.keyboard.press("Space");
  await rowOf(page).getByText("Saved").waitFor();
  await page.keyboard.press("Tab");
  expect(
    await payoutOf(page).evaluate((input: HTMLInputElement) => [input === document.activeElement, input.readOnly]),
  ).toEqual([true, false]);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("612.5");
  await page.keyboard.press("Enter");
  // Enter saves and moves to the same column of the row below.
  expect(await payoutOf(page, "South").evaluate((input) => input === document.activeElement)).toBe(true);
  await rowOf(page).locator("[name=payout][value='612.50']").waitFor();
  expect([await stored(), await payoutOf(page).inputValue()]).toEqual(["612.50", "612.50"]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("9");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  expect([await payoutOf(page).inputValue(), await stored()]).toEqual(["612.50", "612.50"]);
});

test("a change shows Saving… before the request is sent, and Saved after the response [FEE-05]", async () => {
  await custom();
  const { page } = await open();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((done) => (answer = done));
  await page.route("**/api/companies/fees", async (route) => {
    await held;
    await route.continue();
  });
  // Read within the change event: the feedback must not wait for the server.
  const shown = await payoutOf(page).evaluate((input: HTMLInputElement) => {
    input.value = "610";
    input.dispatchEvent(new Event("change", { bubbles: true }));
    const row = input.closest("tr");
    return [row?.ariaBusy, row?.querySelector("output")?.textContent, row?.querySelectorAll("progress").length];
  });
  expect(shown).toEqual(["true", "Saving…", 1]);
  expect(await violations(page)).toEqual([]);
  answer();
  await rowOf(page).getByText("Saved").waitFor();
  expect([await rowOf(page).locator("progress").count(), await stored()]).toEqual([0, "610.00"]);
});

test("ticking and typing do not wait for each other and are saved in order [FEE-04, FEE-05]", async () => {
  await db.run`DELETE FROM prices WHERE company_id IS NOT NULL`;
  const { page } = await open();
  const sent: unknown[] = [];
  page.on(
    "request",
    (request) => request.method() === "POST" && sent.push(Object.keys(request.postDataJSON() as object).at(-1)),
  );
  await rowOf(page).getByRole("checkbox").check();
  await payoutOf(page).fill("620");
  await rowOf(page).locator("[name=earning]").fill("30.5");
  await rowOf(page).locator("[name=earning]").press("Tab");
  await rowOf(page).locator("[name=version][value='4']").waitFor({ state: "attached" });
  expect(sent).toEqual(["enable", "payout", "earning"]);
  expect(await payoutOf(page).inputValue()).toBe("620.00");
  await rowOf(page).getByRole("checkbox").uncheck();
  await rowOf(page).locator("[name=payout][value='500.00'][readonly]").waitFor();
  expect(await stored()).toBe("620.00");
});

test("an invalid payout explains why it is not saved, and the stored payout is restored [ERR-08]", async () => {
  await custom(540);
  const { page, expected } = await open();
  const told = page.getByRole("alert");
  for (const typed of ["1,5", "1e3", "-1", "12.345", "1234567890123", ""]) {
    await payoutOf(page).fill(typed);
    await payoutOf(page).press("Tab");
    await told.filter(typed ? { hasText: `You entered ${typed}.` } : { hasNotText: "You entered" }).waitFor();
    expect(await told.innerText()).toMatch(/^(! )?Payout ₱, North: Please (enter|use|write) /);
    expect([await payoutOf(page).inputValue(), await stored()]).toEqual(["540.00", "540.00"]);
  }
  expect(await violations(page)).toEqual([]);
  await payoutOf(page).fill("541");
  // The message is a row of its own, and arrow keys skip it.
  await payoutOf(page).press("ArrowDown");
  expect(await payoutOf(page, "South").evaluate((input) => input === document.activeElement)).toBe(true);
  await rowOf(page).getByText("Saved").waitFor();
  expect([await told.count(), await stored()]).toEqual([0, "541.00"]);
  // The browser itself logs the refusals.
  expected(/422/);
});

test("flag and number are restored if the server does not respond, and changes queued behind the flag are not sent [ERR-08]", async () => {
  await db.run`DELETE FROM prices WHERE company_id IS NOT NULL`;
  const { page, expected } = await open();
  let fail: () => void = () => undefined;
  let sent = 0;
  const held = new Promise<void>((done) => (fail = done));
  await page.route("**/api/companies/fees", async (route) => {
    sent++;
    await held;
    await route.abort();
  });
  await rowOf(page).getByRole("checkbox").check();
  await payoutOf(page).fill("620");
  await payoutOf(page).press("Tab");
  fail();
  await expect.poll(() => page.getByRole("alert").count()).toBe(2);
  expect(await page.getByRole("alert").allInnerTexts()).toEqual([
    expect.stringContaining("The server did not answer. Please try again."),
    expect.stringContaining("The server did not answer. Please try again. You entered 620."),
  ]);
  expect([await rowOf(page).getByRole("checkbox").isChecked(), await payoutOf(page).inputValue()]).toEqual([
    false,
    "500.00",
  ]);
  expect(await payoutOf(page).evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true);
  expect(sent).toBe(1);
  expected(/ERR_FAILED/);
});

test("the second of two people to change a row gets an error, sees the stored values and can continue from there [TRUST-09]", async () => {
  await custom();
  const [mine, other] = [await open(), await open()];
  await payoutOf(other.page).fill("650");
  await payoutOf(other.page).press("Tab");
  await rowOf(other.page).getByText("Saved").waitFor();
  await payoutOf(mine.page).fill("700");
  await payoutOf(mine.page).press("Tab");
  const told = mine.page.getByRole("alert");
  await told.waitFor();
  expect(await told.innerText()).toMatch(/saved this at \d\d:\d\d\. Compare and save again\. You entered 700\./);
  expect([await payoutOf(mine.page).inputValue(), await stored()]).toEqual(["650.00", "650.00"]);
  await payoutOf(mine.page).fill("700");
  await payoutOf(mine.page).press("Tab");
  await rowOf(mine.page).getByText("Saved").waitFor();
  expect(await stored()).toBe("700.00");
  mine.expected(/409/);
});

test("another site brings its own links, and rows of links that are no longer a choice disappear [FEE-06]", async () => {
  const { page } = await open();
  await page.locator("select[name=siteId]").selectOption({ label: "Tulips" });
  await page.getByRole("option", { name: "bulb" }).waitFor({ state: "attached" });
  expect(await page.locator("select[name=typeId]").locator("option").allInnerTexts()).toEqual([
    "Choose a link",
    "bulb",
  ]);
  expect([await page.locator("select[name=typeId]").inputValue(), await page.locator("table").count()]).toEqual([
    "",
    0,
  ]);
  await page.locator("select[name=typeId]").selectOption({ label: "bulb" });
  await page.waitForURL(/siteId=2/);
  await page.getByRole("table").waitFor();
});

test("each row keeps its Save button if the script does not load [FEE-05]", async () => {
  await custom();
  const { page, context, expected } = await aBrowser({ as: visitor, baseURL: server.url });
  await context.route(/\/assets\/fees-/, (route) => route.abort());
  const opened = await page();
  await opened.goto(at());
  await opened.locator("x-fees[data-state=failed]").waitFor();
  await payoutOf(opened).fill("630");
  await rowOf(opened).getByRole("button", { name: "Save" }).click();
  await opened.getByText("Operation Complete").waitFor();
  expect([await payoutOf(opened).inputValue(), await stored()]).toEqual(["630.00", "630.00"]);
  expected(/ERR_FAILED/);
});

const FREE = `${PATH}?siteId=1&typeId=2`;
const HEAD = "typeId,companyId,enable,payout,earning,lpp,bonusPayout,bonusEarning,bonusLpp";

test("call, form and script store the same rows for an office's custom payment [FEE-04, FEE-05, API-60]", async () => {
  const give = { typeId: 2, companyId: north.id };
  const row = { siteId: String(site.id), typeId: "2", companyId: String(north.id) };
  const shown = { ...row, payout: "500.00", earning: "20.00", lpp: "1" };
  await ways.sameRows({
    async call(call) {
      await call("POST companies/fees", { ...give, enable: true });
      await call("POST companies/fees", { ...give, payout: 612.5 });
    },
    async form(visitor) {
      await visitor.post(FREE, { ...shown, enable: "on", version: "1" });
      await visitor.post(FREE, { ...shown, enable: "on", payout: "612.50", version: "2" });
    },
    async screen(page) {
      await page.goto(FREE);
      await page.locator("x-fees[data-state=ready]").waitFor();
      await rowOf(page).getByLabel("Custom").check();
      await payoutOf(page).fill("612.5");
      await payoutOf(page).press("Tab");
      await rowOf(page).locator("input[name=version][value='3']").waitFor({ state: "attached" });
    },
    changes: ["audit", "prices"],
  });
});

test("all three ways to import a file of custom payments store the same rows [FEE-08]", async () => {
  const csv = `${HEAD}\n2,${north.id},1,640,21.5,2,,,\n`;
  await ways.sameRows({
    call: ["POST companies/fees/import", { csv }],
    form: [`${PATH}/import`, { intent: "apply", csv }],
    async screen(page) {
      await page.goto(`${PATH}/import`);
      await page.getByLabel("File").setInputFiles({ name: "f.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("1 row was applied.").waitFor();
    },
    changes: ["audit", "prices"],
  });
});

test("200 offices take under 60 KB cold, and nothing overflows at 320 and 1280 pixels [FEE-03]", async () => {
  const wide = "Wide".repeat(63);
  await db.run`
      WITH account AS (
        INSERT INTO accounts (role, username, password_hash, approved)
        SELECT role, 'o' || n, password_hash, true FROM accounts, generate_series(1, 198) AS n WHERE id = ${north.accountId}
        RETURNING id)
      INSERT INTO offices (account_id, office_name, man_first_name, man_last_name)
      SELECT id, CASE WHEN id % 50 = 0 THEN ${wide} || right('00' || id, 3) ELSE 'Office ' || id END, 'Mara', 'Lind' FROM account`;
  const type = first(crowd.types);
  for (let i = 0; i < 20; i++) await aPrice({ type, office: { id: north.id + 2 + i * 3 }, payout: 600 + i });
  const { page } = await aBrowser({ as: visitor, baseURL: server.url });
  const opened = await page();
  const { bytes, requests, addresses } = await firstVisit(opened, {
    path: at(crowd),
    island: { bytes: 0, requests: 0 },
  });
  expect(await opened.locator("tbody tr").count()).toBe(200);
  expect(await opened.locator("x-fees[data-state=ready]").count()).toBe(1);
  expect({ addresses, within: bytes <= 60 * KB && requests <= 5 }).toEqual({ addresses, within: true });
  for (const width of [1280, 320]) {
    await opened.setViewportSize({ width, height: 800 });
    expect([width, await sideways(opened)]).toEqual([width, 0]);
  }
});

test("a change of one row has the browser style that row again, and not the whole table", async () => {
  const { page } = await open(at(crowd));
  const elements = await page.locator("x-fees *").count();
  // The page itself changes after it was loaded, and this is not counted.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "devtools.timeline"] });
  const row = page.locator("tbody tr").nth(100);
  await row.locator("[name=enable]").click();
  await row.getByText("Saved", { exact: true }).waitFor();
  const trace = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  const styled = trace.traceEvents.flatMap(({ name, args }) =>
    name === "UpdateLayoutTree" ? (args.elementCount ?? []) : [],
  );
  expect(styled.length).toBeGreaterThan(0);
  expect(Math.max(...styled)).toBeLessThan(elements / 20);
});
