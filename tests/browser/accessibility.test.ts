import { beforeAll, expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aServer, type Server } from "../world/server";
import { type DemoAccount, screens, signIn } from "./screens";
import { sideways, violations } from "./violations";

let server: Server;

beforeAll(async () => {
  server = await aServer({ demo: true });
}, 600_000);

const states: { width: number; scheme: "light" | "dark" }[] = [
  { width: 1280, scheme: "light" },
  { width: 1280, scheme: "dark" },
  { width: 320, scheme: "light" },
];

const accounts = [undefined, ...new Set(screens.flatMap((screen) => screen.accounts))];
const screensOf = (account: DemoAccount | undefined) =>
  screens.filter((screen) => (account ? screen.accounts.includes(account) : screen.accounts.length === 0));

for (const { width, scheme } of states) {
  test(`every screen passes axe for each of its accounts at ${width} px, ${scheme}, without sideways scroll`, async () => {
    const wrong: string[] = [];
    for (const account of accounts) {
      const { page, context, faults } = await aBrowser({ baseURL: server.url, width });
      if (account) await signIn(context, server.url, account);
      const opened = await page();
      await opened.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const { path, status, island } of screensOf(account)) {
        await opened.goto(path);
        if (status) faults();
        if (island) await opened.waitForSelector("[data-state=ready]");
        wrong.push(...(await violations(opened)).map((text) => `${path} ${account}: ${text}`));
        if ((await sideways(opened)) > 0) wrong.push(`${path} ${account}: scrolls sideways`);
        if ((await opened.locator("h1").count()) !== 1) wrong.push(`${path} ${account}: not one h1`);
      }
      await context.close();
    }
    expect(wrong).toEqual([]);
  }, 300_000);
}

test("without scripts and 320 px wide no screen scrolls sideways", async () => {
  const wrong: string[] = [];
  for (const { path, accounts, status } of screens) {
    const { page, context, faults } = await aBrowser({ baseURL: server.url, width: 320, javaScript: false });
    if (accounts[0]) await signIn(context, server.url, accounts[0]);
    const opened = await page();
    await opened.goto(path);
    if (status) faults();
    if ((await sideways(opened)) > 0) wrong.push(path);
    await context.close();
  }
  expect(wrong).toEqual([]);
}, 120_000);
