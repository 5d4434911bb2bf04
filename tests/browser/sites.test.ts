import { expect, test } from "vitest";
import { aClick, anAgent, aSite, aSuperadmin, type Site } from "../world/builders";
import { aBrowser } from "../world/browser";
import { first } from "../world/first";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { violations } from "./violations";

const LIST = "/app/sites/sites";
const LONG = "W".repeat(128);
let alpha: Site;
let long: Site;

const { server, as } = aScreenWorld({ people: ["sup"], env: { DESIGNATED_USERNAME: "sup" } }, async () => {
  await aSuperadmin({ username: "sup" });
  alpha = await aSite({ sitename: "Alpha", useApproveSale: true });
  long = await aSite({ sitename: LONG, active: false, hidden: true });
  await aClick({ agent: await anAgent(), type: first(alpha.types), at: new Date() });
  await db.run`
      INSERT INTO sites (sitename, shortname, abbr, url, type)
      SELECT 'x ' || n, 'x', 'x', 'https://x.example', 'DATING' FROM generate_series(1, 1998) AS n`;
});
const visitor = as("sup");

async function open(path: string, width = 1280, javaScript = true) {
  const { page, expected } = await aBrowser({ as: visitor, baseURL: server.url, width, javaScript });
  const opened = await page();
  await opened.emulateMedia({ reducedMotion: "reduce" });
  await opened.goto(path);
  return Object.assign(opened, { expected });
}
const stored = (id: number) => db.row`SELECT active, use_approve_sale AS flag FROM sites WHERE id = ${id}`;

test("the keyboard alone suspends a site in its list, and Escape cancels [SITE-06, SITE-08, ERR-42]", async () => {
  const page = await open(LIST);
  const act = page.getByRole("button", { name: "Suspend Alpha" });
  const dialog = page.getByRole("dialog", { name: "Are you sure? Flag 'Use CardApprove, Sale' will be unset too" });
  await act.focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await act.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await stored(alpha.id)).toEqual({ active: true, flag: true });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Alpha was suspended.").waitFor();
  expect(await stored(alpha.id)).toEqual({ active: false, flag: false });
  await page.getByLabel("More for Alpha").click();
  expect(await page.locator(".drop[open] .menu").getByRole("button", { name: "Suspend" }).isDisabled()).toBe(true);
});

test("deleting a site with a click is refused in a dialog with the reason and OK only [SITE-10]", async () => {
  const page = await open(`/app/sites/edit/${alpha.id}`);
  await page.getByRole("button", { name: "Delete Alpha" }).click();
  const dialog = page.getByRole("dialog", { name: /^This site has clicks or sales/ });
  expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["OK"]);
});

test("the button stays disabled until the form is valid, and errors appear at their fields [SITE-20, SITE-23]", async () => {
  const page = await open("/app/sites/create");
  const confirm = page.getByRole("button", { name: "Confirm" });
  expect(await confirm.isDisabled()).toBe(true);
  for (const [label, text] of [
    ["Site Name", "Tide"],
    ["Short name", "tide"],
    ["Abbreviation", "TD"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByLabel("Site Type").selectOption("ADULT");
  await page.getByLabel("URL").fill("ftp://tide.example");
  expect(await confirm.isDisabled()).toBe(false);
  await confirm.click();
  await page.locator("#form-url-error", { hasText: "An address may not begin with ftp:." }).waitFor();
  await page.waitForLoadState();
  expect(await page.getByLabel("Site Name").inputValue()).toBe("Tide");
  expect(await violations(page)).toEqual([]);
  // The browser itself logs the refusal.
  page.expected(/422/);
});

test.each([true, false])(
  "site screens fit 320 pixels with the longest names, with scripts: %s [SITE-02]",
  async (javaScript) => {
    const edit = `/app/sites/edit/${long.id}`;
    const paths = [
      `${LIST}?sortField=sitename&sortAsc=false&sitename=WW`,
      `${LIST}/confirm?intent=activate&ids=${long.id}`,
      ...[edit, `${edit}/confirm?intent=delete&ids=${long.id}`],
    ];
    for (const path of paths) {
      const page = await open(path, 320, javaScript);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
      if (javaScript) expect(await violations(page), path).toEqual([]);
    }
  },
);

test("a page shows fifty of 2,000 sites and links to the next [SITE-05]", async () => {
  const page = await open(LIST);
  expect(await page.getByRole("row").count()).toBe(51);
  await page.getByText("1 of 40").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("2 of 40").waitFor();
});
