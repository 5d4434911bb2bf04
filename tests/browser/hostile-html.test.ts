import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { HOSTILE } from "../kernel/hostile-html";
import { aSuperadmin } from "../world/builders";
import { aBrowser, openEditor } from "../world/browser";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const calling = (texts: readonly string[]) => texts.join("\n").replaceAll("alert(1)", "hit(1)");
const raw = calling(HOSTILE);
/** No policy prevents a page from redirecting itself; only the cleaner does. */
const staying = calling(HOSTILE.filter((html) => !html.includes("http-equiv")));

const { server, as } = aScreenWorld({ people: ["chief"] }, async () => {
  await aSuperadmin({ username: "chief" });
});
const chief = as("chief");

beforeEach(async () => {
  await db.run`DELETE FROM news`;
  await db.run`DELETE FROM alerts`;
});

type Watched = { page: Page; hits: string[]; elsewhere: string[] };

async function watched(options: { policy?: boolean } = {}): Promise<Watched> {
  const { context, page: open, allowed } = await aBrowser({ as: chief, baseURL: server.url });
  // Blocked requests are logged.
  allowed(/^console: /);
  const [hits, elsewhere]: [string[], string[]] = [[], []];
  await context.exposeFunction("hit", () => void hits.push("hit"));
  const page = await open();
  page.on("dialog", (dialog) => {
    hits.push(dialog.type());
    void dialog.dismiss();
  });
  // The page announces requests that the policy blocks, but they never reach this route.
  await context.route(
    ({ origin, protocol }) => origin !== server.url && protocol.startsWith("http"),
    (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    },
  );
  if (options.policy === false) {
    await context.route("**/app/**", async (route) => {
      const answer = await route.fetch();
      const { "content-security-policy": _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
  }
  return { page, hits, elsewhere };
}

/** Fires the events of everything on the page that a person could interact with. */
async function touch(page: Page): Promise<void> {
  for (const type of ["click", "mouseover", "error", "load", "toggle", "focus"]) {
    await page.locator(".prose *, .ql-editor *").evaluateAll((parts, event) => {
      for (const part of parts) part.dispatchEvent(new Event(event, { bubbles: false }));
    }, type);
  }
}

test("stored HTML runs nothing on home, in the alert and in the editor with the cleaner alone, without any policy [TRUST-19]", async () => {
  await db.run`INSERT INTO news (html) VALUES (${raw})`;
  await db.run`INSERT INTO alerts (enable, html) VALUES (true, ${raw})`;
  const { page, hits, elsewhere } = await watched({ policy: false });
  await page.goto("/app/home");
  expect(await page.locator("dialog .prose").innerText()).toContain("x");
  await touch(page);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await page.locator(".prose").first().innerText()).toContain("x");
  await touch(page);
  await page.goto("/app/news/edit");
  await openEditor(page);
  await touch(page);
  expect([hits, elsewhere]).toEqual([[], []]);
});

test("the same uncleaned HTML runs nothing with the policy alone [TRUST-19]", async () => {
  const { page, hits, elsewhere } = await watched();
  let tried = 0;
  await page.route("**/app/home", async (route) => {
    const answer = await route.fetch();
    tried += 1;
    const body = (await answer.text()).replace("</h1>", `</h1><div class="prose">${staying}</div>`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/app/home");
  await touch(page);
  expect([tried, hits, elsewhere]).toEqual([1, [], []]);
});

test("the HTML runs without either defence, so the two tests above can fail", async () => {
  const { page, hits } = await watched({ policy: false });
  await page.route("**/app/home", async (route) => {
    const answer = await route.fetch();
    const { "content-security-policy": _, ...headers } = answer.headers();
    await route.fulfill({
      response: answer,
      headers,
      body: (await answer.text()).replace("</h1>", `</h1><img src=x onerror=hit(1)>`),
    });
  });
  await page.goto("/app/home");
  await expect.poll(() => hits).toEqual(["hit"]);
});
