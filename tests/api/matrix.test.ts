import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "~/http/contract/index.server";
import { modules } from "~/http/document/modules";
import { aWorld, type World, send } from "./client";
import { admits, lines, payload, SIGN_INS } from "./lines";

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world?.server.stop());

const bare = (address: string) => address.replaceAll(/\{\w+\}/g, "2147483647");
const guarded = lines.filter(({ who, ends }) => who !== "anyone" && !ends);

test("the matrix covers every call of the contract [TRUST-13]", () => {
  expect(Object.keys(contract).sort()).toEqual(lines.map(({ call }) => call).sort());
});

test.each(guarded)("$call requires a token [API-03, ERR-02]", async ({ method, address }) => {
  const given: Record<string, string>[] = [
    {},
    { Authorization: "Bearer of-nobody" },
    { Authorization: "Basic c3VwZXI6eA==" },
  ];
  for (const headers of given) {
    const answer = await send(world.server, `${method} ${bare(address)}`, method === "GET" ? undefined : {}, headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: "INVALID_TOKEN" });
  }
});

test.each(guarded)("$call admits its roles and no others [TRUST-13, ROLE-05, ROLE-25]", async (line) => {
  for (const as of SIGN_INS) {
    const body = line.method === "GET" ? undefined : payload(line, {});
    const { status } = await world.clients[as].call(`${line.method} ${bare(line.address)}`, body);
    // An admitted role may still lack a field or a row, but it never gets 403.
    expect({ as, turnedAway: status === 403 }).toEqual({ as, turnedAway: !admits(line, as) });
    expect({ as, known: [200, 201, 403, 404, 409, 422].includes(status) }).toEqual({ as, known: true });
  }
});

test.each(lines)("$call checks method, content type, JSON and size first", async ({ method, address, form }) => {
  const { call } = world.clients.super;
  const odd = await call(`PATCH ${bare(address)}`);
  expect(odd.status).toBe(405);
  expect(odd.headers.get("Allow")?.split(", ")).toContain(method);
  if (method === "GET" || method === "DELETE") return;
  const type = form ? { "Content-Type": "multipart/form-data; boundary=x" } : undefined;
  expect((await call(`${method} ${bare(address)}`, "{", type)).status).toBe(400);
  expect((await call(`${method} ${bare(address)}`, "a=1", { "Content-Type": "text/plain" })).status).toBe(415);
  const heavy = JSON.stringify({ pad: "x".repeat(form ? 5_400_000 : 1_300_000) });
  expect((await call(`${method} ${bare(address)}`, heavy, type)).status).toBe(413);
});

test("an unknown path is a JSON 404, with and without a token [ERR-10]", async () => {
  for (const path of ["nothing", "", "stats", "stats/sites/more", "links/gone/1/2"]) {
    const answer = await send(world.server, `GET ${path}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: "NOT_FOUND" });
  }
});

test("unknown keys, prototype keys and foreign keys change nothing [TRUST-14]", async () => {
  const { call } = world.clients.manager;
  const plain = await call("POST stats/sites", { groupBy: "date", start: "2026-01-01", end: "2026-01-31" });
  const laden = await call(
    "POST stats/sites",
    `{"groupBy":"date","start":"2026-01-01","end":"2026-01-31","__proto__":{"role":0},"constructor":{"prototype":{"role":0}},"role":0,"companyName":"x"}`,
  );
  expect(laden.status).toBe(200);
  const { warnings, ...body } = laden.body as { warnings: { field: string }[] };
  expect(body).toEqual(plain.body);
  expect(warnings.map(({ field }) => field)).toEqual(["__proto__", "constructor", "role", "companyName"]);
});

test("/api/docs lists every call and tracked address, and the page of its module describes it in at most 30 KB", async () => {
  const index = await fetch(`${world.server.url}/api/docs`);
  expect(index.headers.get("Content-Type")).toMatch(/^text\/html/);
  const html = await index.text();
  for (const { call } of lines) expect(html).toContain(`<code>${call.replace(" ", " /api/")}</code>`);
  expect(html).toContain("<code>GET /api/links/go/{siteId}/{typeId}/{agentId}</code>");
  const pages = new Map<string, string>();
  for (const [, module, anchor] of html.matchAll(/href="\/api\/docs\/([\w-]+)#([^"]+)"/g)) {
    const known = pages.get(module!);
    const page = known ?? (await (await fetch(`${world.server.url}/api/docs/${module}`)).text());
    pages.set(module!, page);
    expect(page).toContain(` id="${anchor}"`);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    if (!known) expect([module, brotliCompressSync(page).byteLength < 30 * 1024]).toEqual([module, true]);
  }
  expect([...pages.keys()].sort()).toEqual(Object.keys(modules).sort());
  expect((await fetch(`${world.server.url}/api/docs/nothing`)).status).toBe(404);
});
