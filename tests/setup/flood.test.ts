import { request } from "node:http";
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import type { Server } from "../world/server";
import type { Shop } from "../tracking/click-world";
import { aVisitor, signedIn } from "../world/visitor";
import { aShopServer } from "./shop-server";

/** One process with the heap size of a production worker. */
let server: Server;
let shop: Shop;
let client: pg.Client;
beforeAll(async () => {
  ({ server, shop, client } = await aShopServer({
    NODE_OPTIONS: "--max-old-space-size=192",
    TRUST_PROXY: "127.0.0.1",
  }));
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const JSON_BODY = { "Content-Type": "application/json" };
const form = (bytes: number) => `username=a&password=b&html=${"%3C".repeat(Math.floor(bytes / 3))}`;

/**
 * The status of a POST; undefined if the connection ended without one. A body without Content-Length is sent in chunks.
 */
function post(
  path: string,
  body: string,
  headers: Record<string, string>,
  chunked = false,
): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  const length: Record<string, string> = chunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((done) => {
    const sent = request({ hostname, port, method: "POST", path, agent: false, headers: { ...headers, ...length } });
    sent.on("response", (answer) => answer.resume().on("end", () => done(answer.statusCode)));
    sent.on("error", () => done(undefined));
    sent.end(body);
  });
}

test("without a session every path refuses bodies over 16 KB, with and without Content-Length [TRUST-23]", async () => {
  const paths: [string, Record<string, string>][] = [
    ...["/login", "/LOGIN", "/forgot", "/reset?token=x", "/app/news/edit", "/light"].map(
      (path): [string, Record<string, string>] => [path, FORM],
    ),
    ...["/api/auth/login", "/api/auth/login-remote", "/api/forgot", "/api/postback"].map(
      (path): [string, Record<string, string>] => [path, JSON_BODY],
    ),
  ];
  for (const [path, headers] of paths) {
    const small = headers === FORM ? form(15_000) : JSON.stringify({ username: "x".repeat(15_000) });
    const large = headers === FORM ? form(17_000) : JSON.stringify({ username: "x".repeat(17_000) });
    for (const chunked of [false, true]) {
      expect([path, chunked, await post(path, small, headers, chunked)]).not.toContain(413);
      expect([path, chunked, await post(path, large, headers, chunked)]).toEqual([path, chunked, 413]);
    }
  }
  // Checks that precede the size check are unchanged.
  const heavy = JSON.stringify({ html: "x".repeat(100_000) });
  expect(await post("/api/nothing", heavy, JSON_BODY)).toBe(404);
  expect(await post("/api/news/last", heavy, JSON_BODY)).toBe(405);
  expect(await post("/api/news", heavy, JSON_BODY)).toBe(401);
  expect(await post("/api/news", heavy, { ...JSON_BODY, Authorization: "Bearer nothing" })).toBe(401);
  expect(await post("/api/auth/login", heavy, { "Content-Type": "text/plain" })).toBe(415);
  expect(await post("/app/news/edit", form(100_000), { ...FORM, "Content-Type": "text/plain" })).toBe(415);
});

test("a session's form may be large, even if the session ended while it was filled in; a forged cookie does not raise the limit", async () => {
  const person = await signedIn(server.url, "chief");
  const html = "<p>" + "x".repeat(200_000) + "</p>";
  const save = () => person.post("/app/news/edit", { html, intent: "save" });
  expect((await save()).status).toBe(302);
  const many = Array.from({ length: 10_001 }, (): [string, string] => ["html", "x"]);
  expect((await person.post("/app/news/edit", many)).status).toBe(422);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  expect(await post("/login", form(17_000), { ...FORM, Cookie: cookie })).toBe(413);
  expect(
    await post("/api/auth/login", JSON.stringify({ a: "x".repeat(17_000) }), {
      ...JSON_BODY,
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
    }),
  ).toBe(413);
  await client.query("UPDATE sessions SET ended_at = now()");
  const ended = await save();
  expect([ended.status, ended.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/login\?/)]);
  const stranger = aVisitor(server.url);
  stranger.cookies.set("session", "InNvbWUtdG9rZW4i.c29tZS1zaWduYXR1cmU");
  expect((await stranger.post("/app/news/edit", { html, intent: "save" })).status).toBe(413);
});

test("a burst of large forms ends no process, and links redirect meanwhile [TRUST-23]", async () => {
  const body = form(3_500_000);
  const burst = Array.from({ length: 60 }, (_, n) => post("/login", body, FORM, n % 2 === 0));
  let over = false;
  const answers = Promise.all(burst).then((all) => ((over = true), all));
  const clicks: number[] = [];
  while (!over || clicks.length < 20) {
    const answer = await fetch(server.url + shop.path, {
      redirect: "manual",
      headers: { "User-Agent": "Mozilla/5.0" },
    }).catch(() => undefined);
    clicks.push(answer?.status ?? 0);
  }
  expect(new Set(await answers)).toEqual(new Set([413]));
  expect(new Set(clicks)).toEqual(new Set([302]));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.said()).not.toMatch(/heap out of memory/);
});
