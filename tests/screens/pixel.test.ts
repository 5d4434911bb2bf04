import { expect, test } from "vitest";
import { aShop } from "../tracking/postback-world";
import { aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aVisitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

let shop: Awaited<ReturnType<typeof aShop>>;

const { server, as, open } = aScreenWorld({ people: ["sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  shop = await aShop({ sitename: "Roses & Co" });
});
const sup = as("sup");
const path = () => `/app/sites/${shop.site.id}/secrets`;
const section = async () => pageOf(await open(path())).one("section[aria-labelledby=pixel]");

async function post(intent: string, from: string, fields: Record<string, string> = {}, to = `${path()}#pixel`) {
  const formId = pageOf(await open(from)).value("formId") ?? "";
  for (let twice = 0; twice < 2; twice++) {
    const done = await sup.post(path(), { intent, formId, ...fields });
    expect([done.status, done.headers.get("location")]).toEqual([302, to]);
  }
}
const keys = () => db.rows<{ id: number; key: string }>`SELECT id, key FROM site_pixel_keys WHERE revoked_at IS NULL`;
const report = async (key: string, txid: string) => {
  const { id } = await shop.click();
  const query = new URLSearchParams({ key, event: "sale", clickid: id, txid });
  const answer = await fetch(`${server.url}/api/pixel.gif?${query}`);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/gif"]);
  return answer.headers.get("X-Postback-Verdict");
};

test("a pixel is switched on, replaced and switched off, and the page for developers says what to put where [POST-23, HOOK-14]", async () => {
  expect((await section())?.text).toContain("No key: the pixel is off");
  await post("make-link", path(), {}, `${path()}#developers`);
  const url =
    pageOf(await open(path()))
      .one("#made-link")
      ?.attr("value") ?? "";
  const developers = async () => (await aVisitor(server.url).get(`${new URL(url).pathname}?code=pixel`)).html;
  expect(await developers()).toContain("It is switched off for this site.");
  await post("make-pixel", path());
  const [made] = await keys();
  const shown = await section();
  expect(shown?.text).toContain(made?.key);
  expect(shown?.one("#pixel-script")?.sent).toContain(`/kit/1/pixel.js" data-key="${made?.key}" data-txid="TXID"`);
  expect(shown?.one("#pixel-image")?.sent).toContain(`/api/pixel.gif?key=${made?.key}&amp;event=sale&amp;clickid=`);
  expect(pageOf(await developers()).text).toContain(`data-key="${made?.key}"`);
  await post("make-pixel", path());
  expect((await section())?.text).toContain("Two keys are active. Revoke one to create another.");
  const refused = await sup.post(path(), { intent: "make-pixel" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("This site has two pixel keys. Please revoke one of them first.");
  for (const { id, key } of await keys()) {
    const asked = `${path()}/confirm?intent=revoke-pixel&ids=${id}`;
    const html = await open(asked);
    expect(html).toContain("<h1>Are you sure you want to revoke the key?");
    expect(pageOf(html).text).toContain(`Roses & Co: ${key}`);
    await post("revoke-pixel", asked, { ids: String(id) });
  }
  expect((await section())?.text).toContain("No key: the pixel is off");
  await expect.poll(() => report(made?.key ?? "", "off"), { timeout: 10_000 }).toBe("refused; reason=bad_secret");
});

test("what the pixel reported is named so in both logs, and confirmed by a replay [POST-21, POST-22]", async () => {
  await post("make-pixel", path());
  const [made] = await keys();
  await expect
    .poll(() => report(made?.key ?? "", "A-1"), { timeout: 10_000 })
    .toMatch(/^(held; reason=unconfirmed|duplicate)$/);
  const logs = { postbacks: "/app/logs/postbacks?pixel=true&verdict=held", sales: "/app/logs/sale-logs" };
  const waiting = tableIn(await open(logs.postbacks)).row({ Site: "Roses & Co" });
  expect(waiting).toMatchObject({
    Event: "Sale by pixel",
    Verdict: "Pending: The pixel of the site reported it. It waits for a superadmin to confirm it.",
  });
  expect(tableIn(await open(logs.sales)).rows).toEqual([]);
  const row = await db.row<{ id: number }>`SELECT id FROM postbacks WHERE reason = 'unconfirmed' ORDER BY id LIMIT 1`;
  const asked = await open(`/app/logs/postbacks/confirm?intent=replay&ids=${row?.id}`);
  expect(tableIn(asked).row({ "After the replay": "Accepted" })).toBeDefined();
  const done = await sup.post("/app/logs/postbacks", { intent: "replay", ids: String(row?.id) });
  expect(done.status).toBe(302);
  expect(tableIn(await open(logs.sales)).row({ Site: "Roses & Co" })).toMatchObject({ "Record Type": "Sale by pixel" });
  expect(tableIn(await open("/app/logs/postbacks?pixel=false")).rows).toEqual([]);
  const csv = (await sup.get("/app/logs/sale-logs/export.csv")).html;
  expect(csv).toContain('"Approved, by pixel"');
});
