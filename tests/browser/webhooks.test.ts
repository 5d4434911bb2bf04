import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aReceiver, signaturesIn } from "../operations/webhooks/world";
import { anOffice } from "../world/builders";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { violations } from "./violations";

let receiver: Awaited<ReturnType<typeof aReceiver>>;

const { server, as } = aScreenWorld({ people: ["man"], env: { WEBHOOK_PRIVATE: "on" } }, async () => {
  await anOffice({ username: "man" });
});
const visitor = as("man");

beforeAll(async () => {
  receiver = await aReceiver();
});
afterAll(() => receiver.close());

for (const width of [1280, 360]) {
  test(`at ${width} px a webhook is added, tested and deleted, and its secret verifies the test`, async () => {
    const { page: open } = await aBrowser({ as: visitor, baseURL: server.url, width });
    const page = await open();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/app/profile/webhooks");
    await page.getByLabel("Name").fill("CRM");
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByLabel("Sale accepted").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    expect(await violations(page)).toEqual([]);

    receiver.received.length = 0;
    await page.getByRole("button", { name: "Send test" }).click();
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    const { headers, body } = receiver.received[0]!;
    const { time, own } = signaturesIn(headers["webhook-signature"]);
    expect(own).toEqual([createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")]);
    expect(JSON.parse(body)).toMatchObject({ id: headers["webhook-id"], type: "test", data: {} });

    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole("table", { name: "Deliveries" }).getByText("Delivered").count();
      })
      .toBe(1);
    await page.locator("details.json summary").click();
    await page.getByText("Webhook-Signature: base64").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violations(page)).toEqual([]);

    // The details are over the page: a press beside them closes them.
    await page.locator("details.json summary").click();
    await page.getByRole("button", { name: "Delete CRM" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL("**/app/profile/webhooks");
    await page.getByText("No webhooks yet").waitFor();
  });
}
