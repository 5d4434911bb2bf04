import { beforeAll, expect, test } from "vitest";
import { aBrowser, openEditor } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { visitsTo } from "./kinds";
import { accounts, screens, visitorOf } from "./screens";
import { sideways, violations } from "./violations";

let visits: Awaited<ReturnType<typeof visitsTo>>;

const { server } = aScreenWorld({ demo: true });

beforeAll(async () => {
  visits = await visitsTo(server.url);
}, 600_000);

/** Colours are all that a scheme changes. */
const CONTRAST = ["color-contrast"];

/** Ids that stand for several elements, fields without a name, and headings of the page but one; runs in the page. */
function unclear(): string[] {
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>(
      "input:not([type=hidden], [hidden] *), select, textarea:not([hidden])",
    ),
  ];
  const titles = document.querySelectorAll("h1").length;
  return [
    ...(titles === 1 ? [] : [`${titles} h1`]),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} is there twice`),
    ...fields
      .filter(({ labels, ariaLabel }) => !ariaLabel && ![...(labels ?? [])].some((label) => label.textContent?.trim()))
      .map(({ outerHTML }) => `no label: ${outerHTML}`),
  ];
}

test.each(accounts)(
  "every screen of %s, opened once where several accounts see it alike, passes axe at 1280 and 320 px, light and dark, without sideways scroll, with one element per id and a name for each field",
  async (account) => {
    const wrong: string[] = [];
    const { page, expected } = await aBrowser({
      ...(await visitorOf(server.url, account)),
      baseURL: server.url,
    });
    const opened = await page();
    await opened.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const { path, status, island, editor } of visits.get(account) ?? []) {
      await opened.setViewportSize({ width: 1280, height: 800 });
      await opened.goto(path);
      if (status) expected(new RegExp(String(status)));
      if (island) await opened.waitForSelector("[data-state=ready]");
      const judge = async (state: string, rules?: readonly string[]) => {
        wrong.push(...(await violations(opened, rules)).map((text) => `${path} ${state}: ${text}`));
        if ((await sideways(opened)) > 0) wrong.push(`${path} ${state}: scrolls sideways`);
      };
      await judge("1280 px");
      if (editor) {
        await openEditor(opened);
        await judge("1280 px in the editor");
      }
      wrong.push(...(await opened.evaluate(unclear)).map((text) => `${path}: ${text}`));
      await opened.emulateMedia({ colorScheme: "dark" });
      await judge("dark", CONTRAST);
      await opened.setViewportSize({ width: 320, height: 800 });
      await opened.emulateMedia({ colorScheme: "light" });
      await judge("320 px");
    }
    expect(wrong).toEqual([]);
  },
  3_600_000,
);

test("without scripts and 320 px wide no screen scrolls sideways", async () => {
  const wrong: string[] = [];
  for (const account of accounts) {
    const { page, expected } = await aBrowser({
      ...(await visitorOf(server.url, account)),
      baseURL: server.url,
      width: 320,
      javaScript: false,
    });
    const opened = await page();
    // Each screen once: for the first account that may open it.
    for (const { path, status } of screens.filter((screen) => screen.accounts[0] === account)) {
      await opened.goto(path);
      if (status) expected(new RegExp(String(status)));
      if ((await sideways(opened)) > 0) wrong.push(path);
    }
  }
  expect(wrong).toEqual([]);
});
