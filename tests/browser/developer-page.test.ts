import { expect, test } from "vitest";
import { createDeveloperLink } from "../../server/sites";
import { ask } from "../reports/ask";
import { aShop } from "../tracking/postback-world";
import { aSuperadmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { brokenOn } from "./layout";
import { violations } from "./violations";

let siteId: number;
let address: string;

const { server } = aScreenWorld({}, async () => {
  const { actor } = await aSuperadmin({ username: "sup" });
  const { site, click } = await aShop({ sitename: "W".repeat(60) });
  siteId = site.id;
  address = new URL((await ask(createDeveloperLink, actor, { id: siteId })).url).pathname;
  await click(new Date());
  await db.run`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, txid, status, params)
      VALUES (gen_random_uuid(), now(), 'held', 'unknown_click', ${siteId}, gen_random_uuid(), 'sale', ${"T".repeat(255)},
        'approved', '{}')`;
});

test("at 360 px the page for developers fits its width, is accessible and needs no scripts", async () => {
  const { page } = await aBrowser({ baseURL: server.url, width: 360, javaScript: false });
  const opened = await page();
  await opened.goto(address);
  await opened.getByText(/^Click Done Last seen/).waitFor();
  await opened.getByText(/^Sale Not seen yet/).waitFor();
  expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const scripted = await (await aBrowser({ baseURL: server.url, width: 360 })).page();
  await scripted.goto(address);
  expect(await brokenOn(scripted, [])).toEqual([]);
  expect(await violations(scripted)).toEqual([]);
});

test("with scripts the link is revoked in a dialog", async () => {
  const visitor = await signedIn(server.url, "sup");
  const opened = await (await aBrowser({ as: visitor, baseURL: server.url, width: 360 })).page();
  await opened.goto(`/app/sites/${siteId}/secrets`);
  await opened.getByRole("button", { name: "Replace link" }).click();
  await opened.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await opened.getByText("Copy it now").waitFor();
  await opened.getByRole("button", { name: "Revoke link" }).click();
  await opened.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await opened.getByText("No link yet").waitFor();
});
