import { beforeAll, expect, test } from "vitest";
import { queryOne, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aSecret, aShop } from "../tracking/postback-world";
import { anAdmin, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { aVisitor, PASSWORD, signedIn, type Visitor } from "../world/visitor";

const ADDRESS = "198.51.100.77";
const KB = 1024;
let server: Server;
let sup: Visitor;
let shop: Awaited<ReturnType<typeof aShop>>;
let path: string;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "sup", password: PASSWORD });
  await anAdmin({ username: "adm", password: PASSWORD });
  shop = await aShop({ sitename: "Roses & Co" });
  server = await aServer({ database, env: { TRUST_PROXY: "127.0.0.1", API_RATE: "12" } });
  sup = await signedIn(server.url, "sup");
  path = `/app/sites/${shop.site.id}/secrets`;
});

const open = async (address: string) => {
  const { status, html } = await sup.get(address);
  expect([address, status]).toEqual([address, 200]);
  return pageOf(html);
};
const anybody = (address = "203.0.113.200") => aVisitor(server.url, { address });
const pathOf = (url: string) => new URL(url).pathname;

/** Makes the link on the screen and returns the address that it shows once. */
async function made(intent = "make-link"): Promise<string> {
  const formId = (await open(path)).value("formId") ?? "";
  const done = await sup.post(path, { intent, formId });
  expect([done.status, done.headers.get("location")]).toEqual([302, `${path}#developers`]);
  const url = (await open(path)).one("#made-link")?.attr("value") ?? "";
  expect(url).toMatch(/\/sites\/developers\/sd_[0-9a-f]{72}$/);
  expect((await open(path)).has("#made-link")).toBe(false);
  return url;
}

async function post(fields: Record<string, string>, secret = shop.secret): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api/postback`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "X-Forwarded-For": ADDRESS },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Record<string, unknown>;
}
const stepsOf = (html: string) =>
  pageOf(html)
    .all("section[aria-labelledby=test] li strong")
    .map(({ text }) => text);

test("without scripts a superadmin makes, replaces and revokes the link; then its page is like one that never was", async () => {
  expect((await open(path)).text).toContain("No link yet");
  const former = pathOf(await made());
  const screen = await open(path);
  expect(screen.text).toMatch(/A link has been active since \d{4}-\d\d-\d\d/);
  expect((await anybody().get(former)).status).toBe(200);
  const ids = screen.one('form:has([value="revoke-link"])')?.value("ids") ?? "";
  const replacing = await open(`${path}/confirm?intent=make-link&ids=${ids}`);
  expect(replacing.one("h1")?.text).toContain("replace the link?");
  const present = pathOf(await made());
  const asked = await open(`${path}/confirm?intent=revoke-link&ids=${ids}`);
  expect(asked.one("h1")?.text).toContain("revoke the link?");
  expect(asked.text).toContain("Roses & Co");
  expect((await anybody().get(present)).status).toBe(200);
  const done = await sup.post(path, { intent: "revoke-link", ids, formId: asked.value("formId") ?? "" });
  expect(done.status).toBe(302);
  const texts = new Set<string>();
  for (const dead of [former, present, `/sites/developers/sd_${"1".repeat(72)}`, "/sites/developers/x"]) {
    const { status, html } = await anybody().get(dead);
    expect([dead, status]).toEqual([dead, 404]);
    texts.add(pageOf(html).one("main")?.text ?? "");
  }
  expect(texts.size).toBe(1);
  const admin = await signedIn(server.url, "adm");
  expect((await admin.post(path, { intent: "make-link" })).status).toBe(403);
});

test("the self-test turns green by real postbacks, each row says its result, and nothing personal or secret is on the page", async () => {
  const address = pathOf(await made());
  const before = (await anybody().get(address)).html;
  expect(stepsOf(before)).toEqual(["○ Click", "○ Sale", "○ Repeat", "○ Reversal"]);
  expect(before).toContain("Open a tracked link to the site in a browser.");
  const { site, type, agent } = shop;
  const click = await fetch(`${server.url}/api/links/go/${site.id}/${type.id}/${agent.id}`, {
    redirect: "manual",
    headers: { "X-Forwarded-For": ADDRESS, "User-Agent": "Mozilla/5.0 Chrome/120" },
  });
  const clickid = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(click.headers.get("location") ?? "")?.[0] ?? "";
  const steps = async () => stepsOf((await anybody().get(address)).html);
  await expect.poll(steps).toEqual(["✓ Click", "○ Sale", "○ Repeat", "○ Reversal"]);
  const sale = { clickid, event: "sale", txid: "A-1", email: "ann.buyer@example.org", amount: "777.25" };
  expect(await post(sale)).toMatchObject({ verdict: "accepted" });
  expect(await steps()).toEqual(["✓ Click", "✓ Sale", "○ Repeat", "○ Reversal"]);
  expect(await post(sale)).toMatchObject({ verdict: "duplicate" });
  expect(await post({ ...sale, status: "reversed" })).toMatchObject({ verdict: "accepted" });
  await post({ ...sale, txid: "A-2", geo: "Poland" });
  await post({ ...sale, txid: "A-3", currency: "pesos" });
  await post({ clickid, event: "sale", txid: "ann.buyer@example.org", email: "other@example.org" });
  await post({ clickid, event: "lead", secret: shop.secret, note: "bo.clerk@example.org" });
  await post({ clickid: "0198c0de-0000-7000-8000-000000000000", event: "bonus", status: "reversed" });
  const { html, headers } = await anybody().get(address);
  expect(stepsOf(html)).toEqual(["✓ Click", "✓ Sale", "✓ Repeat", "✓ Reversal"]);
  expect(html.match(/Done, last seen \d{4}-\d\d-\d\d \(\d\d:\d\d:\d\d\)/g)).toHaveLength(4);
  const rows = pageOf(html)
    .all("section[aria-labelledby=requests] li")
    .map((row) => row.words.replace(/^\S+ \S+ /, ""));
  expect(rows).toHaveLength(8);
  expect(rows[0]).toContain("bonus reversed · held It is pending. Reversal of a sale that we have not received.");
  expect(rows[1]).toContain("no valid event · refused It was refused. The event was not a sale, bonus or click.");
  expect(rows[1]).toContain("Parameter: event .");
  expect(rows[2]).toContain("txid *** · click");
  expect(rows[3]).toContain("It was refused. Currency must be a three-letter code. Parameter: currency .");
  expect(rows[4]).toContain("Unknown country code. Parameter: geo .");
  expect(rows.at(-1)).toContain(`sale · accepted It was accepted. txid A-1 · click ${clickid}`);
  const names = await writeTransaction(() =>
    queryOne<{ username: string; office: string }>(sql`
      SELECT a.username, o.office_name AS office FROM agents g JOIN accounts a ON a.id = g.account_id
      JOIN offices o ON o.id = g.company_id WHERE g.id = ${agent.id}`),
  );
  const personal = ["ann.buyer", "bo.clerk", "other@", ADDRESS, "777.25", shop.secret, names!.username, names!.office];
  for (const text of personal) expect([text, html.includes(text)]).toEqual([text, false]);
  expect(html).not.toMatch(/[₱$]\d|500\.00/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(pageOf(html).one("meta[name=robots]")?.attr("content")).toBe("noindex, nofollow");
  const token = address.slice(address.lastIndexOf("/") + 1);
  const logged = await writeTransaction(() =>
    queryOne<{ n: number }>(sql`SELECT (SELECT count(*) FROM common_log c WHERE c::text LIKE ${`%${token}%`})
      + (SELECT count(*) FROM audit a WHERE a::text LIKE ${`%${token}%`}) AS n`),
  );
  expect([logged, server.said().includes(token)]).toEqual([{ n: 0 }, false]);
});

test("the page explains every parameter, verdict, reason and repeat, with commands that have placeholders", async () => {
  const html = (await anybody("203.0.113.201").get(pathOf(await made()))).html;
  const { words } = pageOf(html).one("main")!;
  expect(words).toContain("with a click ID in the parameter clickid of the address, unless");
  expect(words).toContain(`curl ${server.url}/api/postback -H 'Authorization: Bearer SECRET' -d clickid=CLICKID`);
  for (const name of [
    "clickid",
    "event",
    "txid",
    "status",
    "reason",
    "geo",
    "ts",
    "email",
    "amount",
    "currency",
    "test",
    "secret",
  ])
    expect(html).toContain(`<strong><code>${name}</code></strong>`);
  for (const answer of ["200 accepted", "200 duplicate", "200 test", "202 held unknown_click", "202 held spooled"])
    expect(words).toContain(answer);
  for (const answer of [
    "401 refused bad_secret",
    "403 refused ip_denied",
    "409 refused bonus_not_enabled",
    "400 refused bad_ts",
  ])
    expect(words).toContain(answer);
  expect(words).toContain("More than 60 requests of your address were refused within a minute.");
});

test("the last 50 requests stay within 30 KB", async () => {
  const address = pathOf(await made());
  await writeTransaction(() =>
    execute(sql`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, txid, status, params)
      SELECT gen_random_uuid(), now(), 'held', 'unknown_click', ${shop.site.id}, gen_random_uuid(), 'sale', gen_random_uuid(),
        'reversed', '{}' FROM generate_series(1, 60)`),
  );
  const answer = await fetch(server.url + address, { headers: { "Accept-Encoding": "br" } });
  const bytes = Number(answer.headers.get("content-length"));
  expect(bytes).toBeGreaterThan(2 * KB);
  expect(bytes).toBeLessThan(30 * KB);
  const { html } = await anybody().get(address);
  expect(pageOf(html).all("section[aria-labelledby=requests] li")).toHaveLength(50);
});

test("an address that opens the page too often has to wait, also in other spellings", async () => {
  await aSecret(shop.site.id);
  const visitor = anybody("203.0.113.99");
  const statuses: number[] = [];
  for (let i = 0; i < 62; i++)
    statuses.push((await visitor.get(i % 2 ? "/sites/developers/x" : "/Sites/%64evelopers/x")).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await visitor.get("/login")).status).toBe(200);
});
