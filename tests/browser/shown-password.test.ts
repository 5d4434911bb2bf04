import { expect, test } from "vitest";
import { sealPassword } from "../../server/accounts";
import { anAgent, anOffice } from "../world/builders";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { db } from "../world/db";
import { violations } from "./violations";

const PLAIN = "secret-of-ann";

const { server, as } = aScreenWorld({ people: ["man"], env: { PASSWORDS_VISIBLE: "each" } }, async () => {
  const { accountId } = await anAgent({ office: await anOffice({ username: "man" }), username: "ann" });
  await db.run`UPDATE accounts SET password_sealed = ${sealPassword(accountId, PLAIN)} WHERE id = ${accountId}`;
});

for (const width of [1280, 360]) {
  test(`at ${width} px a password takes the place of its button, and the page stays`, async () => {
    const { page: open } = await aBrowser({ as: as("man"), baseURL: server.url, width });
    const page = await open();
    await page.goto("/app/agents");
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const button = page.getByRole("button", { name: "Show the password of ann" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText(PLAIN).waitFor();
    expect(await page.evaluate(() => "stayed" in window && document.activeElement?.textContent)).toBe(PLAIN);
    expect(await button.count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await page.getByText(PLAIN).count()).toBe(0);
  });
}

test("a refused call posts the form, so that the page says why", async () => {
  const { page: open, expected } = await aBrowser({ as: as("man"), baseURL: server.url, width: 1280 });
  const page = await open();
  expected(/status of 401/);
  await page.goto("/app/agents");
  await db.run`UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL`;
  await page.getByRole("button", { name: "Show the password of ann" }).click();
  await page.waitForURL("**/login?**");
});
