import readQr from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { anOffice, aSite, type Office } from "../world/builders";
import { aBrowser } from "../world/browser";
import { first } from "../world/first";
import { aScreenWorld } from "../world/screens";
import { sideways, violations } from "./violations";

const PATH = "/app/links/links";
let office: Office;

const { server, as } = aScreenWorld({ people: ["man"] }, async () => {
  office = await anOffice({ username: "man", officeName: "North", agents: 1 });
  const types = [{ typename: "card" }, { typename: "Unbroken".repeat(31) }];
  await aSite({ sitename: "Roses", types, enabledFor: [office] });
});
const visitor = as("man");

async function open(path: string, width = 1280, javaScript = true) {
  const { page } = await aBrowser({ as: visitor, baseURL: server.url, width, javaScript });
  const opened = await page();
  await opened.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await opened.goto(path);
  return opened;
}

test("Get links requires site and agent, and the keyboard alone is enough to copy a link with its sub id [GEN-03, GEN-04]", async () => {
  const page = await open(PATH);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.getByRole("button", { name: "Get links" });
  const enabled = () => button.isEnabled();
  expect(await enabled()).toBe(false);
  await page.locator("select[name=siteId]").focus();
  await page.keyboard.type("Roses");
  expect(await enabled()).toBe(false);
  await page.locator("[name=agentId]").focus();
  await page.keyboard.type(first(office.agents).username);
  expect(await enabled()).toBe(true);
  await page.getByText("Sub ids").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("mail 7");
  await page.keyboard.press("Enter");
  await page.waitForURL(/siteId=/);
  await page.waitForLoadState();
  const copy = page.getByRole("button", { name: "Copy Roses card Encoded" });
  await copy.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/api\/l\/[A-Za-z0-9_-]{32}\?sub1=mail%207$/);
  expect(copied).toBe(await page.getByRole("textbox", { name: "Roses card Encoded" }).inputValue());
  await page.getByRole("link", { name: "QR code Roses card Encoded" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code Roses card Encoded" }).waitFor();
  expect(await page.getByRole("textbox").inputValue()).toBe(copied);
});

test.each([
  [1280, true],
  [320, false],
])("a camera reads the QR code on a dark page of %i pixels, scripts %s [GEN-04]", async (width, scripts) => {
  const query = `siteId=1&agentId=${first(office.agents).id}&typeId=2&linkFormat=Direct&sub1=a%26b`;
  const page = await open(`${PATH}/qr?${query}`, width, scripts);
  const picture = await page.getByRole("main").getByRole("img").screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const link = await page.getByRole("main").getByRole("textbox").inputValue();
  expect(readQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(link);
  expect(link).toMatch(/\/api\/links\/go\/1\/2\/\d+\?sub1=a%26b$/);
  expect(await sideways(page)).toBe(0);
  // axe is itself a script.
  if (scripts) expect(await violations(page)).toEqual([]);
});

test("the links fit 320 pixels and pass axe with long names and sub ids [GEN-04]", async () => {
  const page = await open(`${PATH}?siteId=1&agentId=${first(office.agents).id}&sub1=${"x".repeat(255)}`, 320);
  expect(await page.getByRole("link", { name: /^QR code/ }).count()).toBe(4);
  expect([await sideways(page), await violations(page)]).toEqual([0, []]);
});

test("Share hands the short link to the device, is there only if the device can, and moves nothing [GEN-04]", async () => {
  const places: unknown[] = [];
  for (const can of [true, false]) {
    const { context, page } = await aBrowser({ as: visitor, baseURL: server.url, width: 390 });
    await context.addInitScript((canShare) => {
      const shared: unknown[] = [];
      const share = (data: unknown) => {
        shared.push(data);
        return Promise.reject(new Error("The sheet was closed."));
      };
      Object.assign(window, { shared });
      if (canShare) Object.assign(navigator, { share });
      else Reflect.deleteProperty(Navigator.prototype, "share");
    }, can);
    const opened = await page();
    await opened.goto(`/app/links/all?agentId=${first(office.agents).id}`);
    await opened.waitForFunction(() => customElements.get("copy-button"));
    const share = opened.getByRole("button", { name: "Share Roses card" });
    expect(await share.count()).toBe(can ? 1 : 0);
    places.push(await opened.getByRole("button", { name: "Copy Roses card", exact: true }).boundingBox());
    if (!can) continue;
    await share.click();
    const shared = await opened.evaluate(() => (window as unknown as { shared: unknown }).shared);
    expect(shared).toEqual([
      { url: await opened.getByRole("textbox", { name: "Roses card", exact: true }).inputValue() },
    ]);
    expect([await sideways(opened), await violations(opened)]).toEqual([0, []]);
  }
  expect(places[0]).toEqual(places[1]);
});
