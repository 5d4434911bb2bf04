import { beforeAll, expect, test } from "vitest";
import { MACROS } from "../../server/types";
import { aSecret, aShop } from "../tracking/postback-world";
import { anAdmin, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aVisitor, signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const ADDRESS = "198.51.100.77";
const KB = 1024;
let shop: Awaited<ReturnType<typeof aShop>>;
let path: string;

const { server, as } = aScreenWorld(
  { people: ["sup"], env: { TRUST_PROXY: "127.0.0.1", API_RATE: "12" } },
  async () => {
    await aSuperadmin({ username: "sup" });
    await anAdmin({ username: "adm" });
    shop = await aShop({ sitename: "Roses & Co" });
  },
);
const sup = as("sup");

beforeAll(async () => {
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
    .all("section[aria-labelledby=test] li")
    .map((step) => `${step.one("strong")?.text}: ${step.one(".pill")?.text}`);

test("without scripts a superadmin makes, replaces and revokes the link; then its page is like one that never was", async () => {
  expect((await open(path)).text).toContain("No link yet");
  const former = pathOf(await made());
  const screen = await open(path);
  const time = String.raw`\d{4}-\d\d-\d\d \(\d\d:\d\d\)`;
  expect(screen.text).toMatch(RegExp(`A link that was created ${time} works until ${time}. It was never opened.`));
  expect((await anybody().get(former)).status).toBe(200);
  expect((await open(path)).text).toMatch(RegExp(`works until ${time}. Last opened ${time}.`));
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
  expect(stepsOf(before)).toEqual([
    "Click: Not seen yet",
    "Sale: Not seen yet",
    "Repeat: Not seen yet",
    "Reversal: Not seen yet",
  ]);
  expect(before).toContain("Open a tracked link to the site in a browser.");
  const { site, type, agent } = shop;
  const click = await fetch(`${server.url}/api/links/go/${site.id}/${type.id}/${agent.id}`, {
    redirect: "manual",
    headers: { "X-Forwarded-For": ADDRESS, "User-Agent": "Mozilla/5.0 Chrome/120" },
  });
  const clickid = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(click.headers.get("location") ?? "")?.[0] ?? "";
  const steps = async () => stepsOf((await anybody().get(address)).html);
  await expect
    .poll(steps)
    .toEqual(["Click: Done", "Sale: Not seen yet", "Repeat: Not seen yet", "Reversal: Not seen yet"]);
  const sale = { clickid, event: "sale", txid: "A-1", email: "ann.buyer@example.org", amount: "777.25" };
  expect(await post(sale)).toMatchObject({ verdict: "accepted" });
  expect(await steps()).toEqual(["Click: Done", "Sale: Done", "Repeat: Not seen yet", "Reversal: Not seen yet"]);
  expect(await post(sale)).toMatchObject({ verdict: "duplicate" });
  expect(await post({ ...sale, status: "reversed" })).toMatchObject({ verdict: "accepted" });
  await post({ ...sale, txid: "A-2", geo: "Poland" });
  await post({ ...sale, txid: "A-3", currency: "pesos" });
  await post({ clickid, event: "sale", txid: "ann.buyer@example.org", email: "other@example.org" });
  await post({ clickid, event: "lead", secret: shop.secret, note: "bo.clerk@example.org" });
  await post({ clickid: "0198c0de-0000-7000-8000-000000000000", event: "bonus", status: "reversed" });
  await fetch(`${server.url}/api/postback`, {
    method: "POST",
    headers: { Authorization: `Bearer ${shop.secret}`, "Content-Type": "application/json" },
    body: "{ann.buyer@example.org",
  });
  const { html, headers } = await anybody().get(address);
  expect(stepsOf(html)).toEqual(["Click: Done", "Sale: Done", "Repeat: Done", "Reversal: Done"]);
  expect(pageOf(html).text.match(/Last seen \d{4}-\d\d-\d\d \(\d\d:\d\d:\d\d\)/g)).toHaveLength(4);
  const rows = pageOf(html)
    .all("section[aria-labelledby=requests] li")
    .map((row) => row.words.replace(/^\S+ \S+ /, ""));
  expect(rows).toHaveLength(9);
  expect(rows[0]).toContain("refused malformed It was refused. The body is not valid JSON");
  rows.shift();
  expect(rows[0]).toContain("bonus reversed · held no_original It is pending. Reversal of a sale that we have not");
  expect(rows[0]).toContain("It is booked as soon as its sale is.");
  expect(rows[1]).toContain("no valid event · refused bad_event It was refused. The event was not a sale, bonus or");
  expect(rows[1]).toContain(`Parameter: event . event must be sale, bonus or click; "lead" was sent.`);
  expect(rows[1]).toContain("Warning: note: There is no such parameter.");
  expect(rows[2]).toContain("txid *** · click");
  expect(rows[3]).toContain("It was accepted. Warning: currency: currency must be a three-letter code.");
  expect(rows[4]).toContain("Warning: geo: geo must be a two-letter country code. It counts as not sent");
  expect(rows.at(-1)).toContain(`sale · accepted It was accepted. txid A-1 · click ${clickid}`);
  const names = await db.row<{ username: string; office: string }>`
      SELECT a.username, o.office_name AS office FROM agents g JOIN accounts a ON a.id = g.account_id
      JOIN offices o ON o.id = g.company_id WHERE g.id = ${agent.id}`;
  const personal = ["ann.buyer", "bo.clerk", "other@", ADDRESS, "777.25", shop.secret, names!.username, names!.office];
  for (const text of personal) expect([text, html.includes(text)]).toEqual([text, false]);
  expect(html).not.toMatch(/[₱$]\d|500\.00/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(pageOf(html).one("meta[name=robots]")?.attr("content")).toBe("noindex, nofollow");
  const token = address.slice(address.lastIndexOf("/") + 1);
  const logged = await db.row<{
    n: number;
  }>`SELECT (SELECT count(*) FROM common_log c WHERE c::text LIKE ${`%${token}%`})
      + (SELECT count(*) FROM audit a WHERE a::text LIKE ${`%${token}%`}) AS n`;
  expect([logged, server.said().includes(token)]).toEqual([{ n: 0 }, false]);
});

test("without scripts a form sends a test, and a filter finds requests behind a retry loop", async () => {
  const address = pathOf(await made());
  const visitor = anybody("203.0.113.202");
  const { id: clickid } = await shop.click();
  const values = {
    clickid,
    event: "sale",
    status: "approved",
    txid: "T-1",
    geo: "XX",
    ts: "",
    amount: "1",
    currency: "",
  };
  const sent = await visitor.post(address, values);
  expect(sent.status).toBe(302);
  const answered = new URL(sent.headers.get("location") ?? "", server.url);
  expect(answered.hash).toBe("#try");
  const page = pageOf((await visitor.get(answered.pathname + answered.search)).html);
  const answer = page.one("#try-answer")?.words ?? "";
  expect(answer).toContain("test It was a test. It would be accepted. Warning: geo:");
  expect(page.one("#try-form")?.value("txid")).toBe("T-1");
  const wrong = await visitor.post(address, { ...values, clickid: "{clickid}" });
  const refused = (
    await visitor.get(
      new URL(wrong.headers.get("location") ?? "", server.url).pathname +
        new URL(wrong.headers.get("location") ?? "", server.url).search,
    )
  ).html;
  expect(pageOf(refused).one("#try-answer")?.words).toContain("It would be refused.");
  expect((await post({ clickid, event: "sale", txid: "T-1" })).verdict).toBe("accepted");
  await db.run`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, event, params, detail)
      SELECT gen_random_uuid(), now(), 'refused', 'bad_event', ${shop.site.id}, 'sale', '{}', 'Looping.'
      FROM generate_series(1, 60)`;
  const rows = async (query: string) =>
    pageOf((await visitor.get(`${address}${query}`)).html).all("section[aria-labelledby=requests] li");
  for (const { words } of await rows("")) expect(words).toContain("Looping.");
  expect((await rows("?find=T-1")).map(({ words }) => words)).toEqual([
    expect.stringContaining("accepted It was accepted."),
    expect.stringContaining("It would be refused."),
    expect.stringContaining("It would be accepted."),
  ]);
  expect((await rows("?answer=accepted")).length).toBeGreaterThan(0);
  for (const { words } of await rows("?answer=test+malformed")) expect(words).toContain("{clickid}");
  expect((await visitor.post("/sites/developers/x", values)).status).toBe(404);
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
  for (const name of Object.keys(MACROS)) expect(html).toContain(`<strong><code>{${name}}</code></strong>`);
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
  await db.run`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, txid, status, params)
      SELECT gen_random_uuid(), now(), 'held', 'unknown_click', ${shop.site.id}, gen_random_uuid(), 'sale', gen_random_uuid(),
        'reversed', '{}' FROM generate_series(1, 60)`;
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

test("the page offers the script and code in four languages, with the addresses of this product [HOOK-07, HOOK-08]", async () => {
  const address = pathOf(await made());
  const shownAs = async (query: string) => pageOf((await anybody().get(address + query)).html);
  const whole = await shownAs("");
  expect(whole.text).toContain(`src="${server.url}/kit/1/click.js" data-names="clickid"`);
  const node = await shownAs(whole.link("Node")?.replace("#code", "") ?? "");
  expect([whole.all(".tabs").length, node.one(".tabs [aria-current]")?.text]).toEqual([0, "Node"]);
  expect(node.text).toContain("export async function reportSale");
  expect(node.text).toContain(`${server.url}/api/postback`);
  for (const [code, text] of [
    ["php", "function report_sale"],
    ["python", "def report_sale"],
    ["woocommerce", "woocommerce_payment_complete"],
    ["cobol", "export async function reportSale"],
  ]) {
    expect((await shownAs(`?code=${code}`)).text).toContain(text);
  }
});
